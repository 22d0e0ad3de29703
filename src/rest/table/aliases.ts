/** Alternative forms of documented paths. Users have none. */
const ALIASES: readonly (readonly [pattern: RegExp, alias: string])[] = [
  [/^\/lexicon\/(?=(articles|comments|metadata)(\/|$))/, '/lexicon/dictionaries/'],
  [/^\/lexicon\/(?=login$)/, '/lexicon/core/'],
];

/** Every path under which a row can be reached, its own first. */
export function pathsOf(path: string): readonly string[] {
  const aliases = ALIASES.filter(([pattern]) => pattern.test(path));
  return [path, ...aliases.map(([pattern, alias]) => path.replace(pattern, alias))];
}
