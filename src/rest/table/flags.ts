/**
 * The query keys that choose the kind of data, with every spelling a client may send.
 * Singular and plural mean the same on a list and on one article.
 */
const PART_SPELLINGS = {
  html: ['html'],
  content: ['content', 'contents'],
  category: ['category', 'categories', 'cat', 'cats'],
  class: ['class', 'classes'],
  entry: ['entry', 'entries'],
  example: ['example', 'examples'],
  form: ['form', 'forms'],
  type: ['type', 'types'],
  trad: ['trad', 'trads'],
  search: ['search', 'searchTerm'],
} as const satisfies Record<string, readonly string[]>;

/** A kind of data. */
export type PartFlag = keyof typeof PART_SPELLINGS;

/** The flags that select a route of a path: a kind of data, or the summary. */
export type Flag = PartFlag | 'resume';

/** Flags that are followed by text. Any text counts: `no` is a language, `false` a word to search. */
const FLAGS_WITH_TEXT: ReadonlySet<Flag> = new Set(['trad', 'search']);

const PARTS_BY_SPELLING: ReadonlyMap<string, PartFlag> = new Map(
  Object.entries(PART_SPELLINGS).flatMap(([flag, spellings]) =>
    spellings.map((spelling) => [spelling, flag as PartFlag] as const),
  ),
);

/** The kind of data that a query key spells; undefined for any other key. */
export function partSpelled(key: string): PartFlag | undefined {
  return PARTS_BY_SPELLING.get(key);
}

/** The spelling of the OpenAPI document: lists use the plural, if the flag has one. */
export function documentedSpelling(flag: Flag, shows: 'list' | 'one'): string {
  const spellings = parameterSpellings(flag);
  const plural = shows === 'list' ? spellings.findLast((spelling) => spelling.endsWith('s')) : undefined;
  return plural ?? spellings[0] ?? flag;
}

/** Whether the flag is followed by text (`?trad=fr`) rather than switched on (`?entry`). */
export function takesText(flag: Flag): boolean {
  return FLAGS_WITH_TEXT.has(flag);
}

/** Other spellings of query parameters that are no flags. */
const PARAMETER_SPELLINGS: Readonly<Record<string, readonly string[]>> = { page: ['page', 'page_number'] };

/** Every spelling of a query parameter, the preferred one first. */
export function parameterSpellings(name: string): readonly string[] {
  return isPartFlag(name) ? PART_SPELLINGS[name] : (PARAMETER_SPELLINGS[name] ?? [name]);
}

function isPartFlag(name: string): name is PartFlag {
  return Object.hasOwn(PART_SPELLINGS, name);
}
