/** Stored fields by their paths, as a database is asked for them. */
export type FieldPaths = Readonly<Record<string, 1>>;

/** Stored fields, each once. A parent and its member cannot both be asked for; the parent brings the member along. */
export function fieldPaths(paths: Iterable<string>): FieldPaths {
  const whole = new Set(paths);
  const fields = [...whole].filter(
    (path) => !path.includes('.') || !whole.has(path.slice(0, path.indexOf('.'))),
  );
  return Object.fromEntries(fields.map((path) => [path, 1]));
}
