/** A projection of the database: stored fields by path. */
export type FieldPaths = Readonly<Record<string, 1>>;

/**
 * The projection of stored fields. It omits members of included parents, because a database refuses a parent together
 * with its member.
 */
export function fieldPaths(paths: Iterable<string>): FieldPaths {
  const all = new Set(paths);
  const fields = [...all].filter((path) => !path.includes('.') || !all.has(path.slice(0, path.indexOf('.'))));
  return Object.fromEntries(fields.map((path) => [path, 1]));
}
