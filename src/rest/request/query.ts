import { Failure } from '../../shared/failure';
import { nfc } from '../../shared/text';
import { DEFAULT_PAGE_SIZE, MAX_REST_PAGE_SIZE } from '../../shared/paging';
import type { Operation, Variables } from '../document/operations';
import type { ItemMapper } from '../response/item-mapper';

/** The query of a request: keys and values decoded and in NFC. Of a repeated key, the last value counts. */
export type Query = ReadonlyMap<string, string>;

const NO_QUERY: Query = new Map();

/** Parses the text behind the question mark. Never fails: malformed percent-encoding is left unchanged. */
export function queryOf(text: string): Query {
  if (text === '') return NO_QUERY;
  const pairs = [...new URLSearchParams(text)];
  return new Map(pairs.map(([key, value]) => [nfc(key), nfc(value)]));
}

/**
 * The query keys that select a kind of data, with every spelling that a client may send. Singular and plural mean the same,
 * on a list and on one article.
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

/** Flags that have a text as value. Any text counts: `no` is a language, `false` a word to search. */
const FLAGS_WITH_TEXT: ReadonlySet<Flag> = new Set(['trad', 'search']);

const PARTS_BY_SPELLING: ReadonlyMap<string, PartFlag> = new Map(
  Object.entries(PART_SPELLINGS).flatMap(([flag, spellings]) =>
    spellings.map((spelling) => [spelling, flag as PartFlag] as const),
  ),
);

/** Other spellings of query parameters that are not flags. */
const PARAMETER_SPELLINGS: Readonly<Record<string, readonly string[]>> = { page: ['page', 'page_number'] };

/** Every spelling of a query parameter, the preferred one first. */
export function parameterSpellings(name: string): readonly string[] {
  return isPartFlag(name) ? PART_SPELLINGS[name] : (PARAMETER_SPELLINGS[name] ?? [name]);
}

function isPartFlag(name: string): name is PartFlag {
  return Object.hasOwn(PART_SPELLINGS, name);
}

/** The spelling in the OpenAPI document: lists use the plural, if the flag has one. */
export function documentedSpelling(flag: Flag, shows: 'list' | 'object'): string {
  const spellings = parameterSpellings(flag);
  const plural = shows === 'list' ? spellings.findLast((spelling) => spelling.endsWith('s')) : undefined;
  return plural ?? spellings[0] ?? flag;
}

/** Whether a flag has a text as value (`?trad=fr`), instead of being set or not (`?entry`). */
export function takesText(flag: Flag): boolean {
  return FLAGS_WITH_TEXT.has(flag);
}

/**
 * The text of a parameter under any of its spellings; undefined if it is absent or empty.
 *
 * @param isExact keeps white space at its ends, as in an identifier
 */
export function parameterText(query: Query, name: string, isExact = false): string | undefined {
  return parameterSpellings(name)
    .map((spelling) => (isExact ? query.get(spelling) : query.get(spelling)?.trim()))
    .find((text) => text !== undefined && text !== '');
}

/**
 * Refuses a parameter that has several values, for writes, which would otherwise change or delete only one of the named
 * objects.
 *
 * @param url with the query
 * @throws Failure INVALID_INPUT that names the parameter
 */
export function refuseSeveralValues(url: string, names: Iterable<string>): void {
  const start = url.indexOf('?');
  if (start < 0) return;
  const query = new URLSearchParams(url.slice(start + 1));
  for (const name of names)
    if (new Set(parameterSpellings(name).flatMap((spelling) => query.getAll(spelling))).size > 1)
      throw new Failure('INVALID_INPUT', `${name} is given twice, with different values`);
}

const VALUES_OF_OFF: ReadonlySet<string> = new Set(['false', '0', 'no']);

/** Whether a flag is set: present without a value, or with any value except `false`, `0` and `no`. */
export function isOn(query: Query, spelling: string): boolean {
  const value = query.get(spelling);
  return value !== undefined && !turnsOff(value);
}

/** Whether the value of a flag turns it off. */
export function turnsOff(text: string): boolean {
  return VALUES_OF_OFF.has(text.trim().toLowerCase());
}

/** The kind of data that a query key spells; undefined for any other key. */
function partOfSpelling(key: string): PartFlag | undefined {
  return PARTS_BY_SPELLING.get(key);
}

/**
 * The kind of data that a query selects.
 *
 * @returns the flag, or undefined if the query has none
 * @throws Failure INVALID_INPUT that names the flags if there are several
 */
export function partFlagOf(query: Query): PartFlag | undefined {
  const spellings = [...query.keys()].filter((key) => isSet(query, key));
  const [part, ...others] = new Set(spellings.map(partOfSpelling));
  const texts = new Set(part !== undefined && takesText(part) ? spellings.map((key) => query.get(key)) : []);
  if (others.length === 0 && texts.size <= 1) return part;
  throw new Failure(
    'INVALID_INPUT',
    `Only one of these parameters can be used at a time: ${spellings.join(', ')}`,
  );
}

function isSet(query: Query, key: string): boolean {
  const flag = partOfSpelling(key);
  return flag !== undefined && (takesText(flag) || isOn(query, key));
}

/** The largest Int of GraphQL: a page with this number is past the end of every list. */
export const LAST_PAGE = 2 ** 31 - 1;

export interface Paging {
  /** Items per page, from 1 to the maximum of the route. */
  readonly limit: number;
  /** Number of the page, from 1. */
  readonly page: number;
  /** Whether the client requested more items than a page may have. */
  readonly isCut: boolean;
}

/**
 * Reads the parameters `limit` and `page`.
 *
 * @param maxPageSize the largest limit of the route
 * @throws Failure INVALID_INPUT that names the parameter if it is not an integer of 1 or more
 */
export function pagingOf(query: Query, maxPageSize: number = MAX_REST_PAGE_SIZE): Paging {
  const requested = positiveInteger(query, 'limit') ?? DEFAULT_PAGE_SIZE;
  const page = positiveInteger(query, 'page') ?? 1;
  return {
    limit: Math.min(requested, maxPageSize),
    page: Math.min(page, LAST_PAGE),
    isCut: requested > maxPageSize,
  };
}

function positiveInteger(query: Query, name: string): number | undefined {
  const text = parameterText(query, name);
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1) throw new Failure('INVALID_INPUT', `${name} must be an integer of 1 or more`);
  return value;
}

/** The parameter that names the members of items that a client wants. */
export const FIELDS = 'fields';

/** Longest name that an error message repeats, in characters. */
const MAX_REPEATED_NAME_LENGTH = 60;

/** A list with what determines the members of its items. */
interface ItemsOfList {
  readonly operation: Pick<Operation, 'mapping'>;
  readonly itemMapper: ItemMapper | undefined;
  readonly variables: Variables;
}

/**
 * Reads the parameter `fields`: names of members, separated by commas.
 *
 * @returns undefined if all members are shown
 * @throws Failure INVALID_INPUT if items of the list have no such member
 */
export function shownFieldsOf(query: Query, list: ItemsOfList): ReadonlySet<string> | undefined {
  const text = parameterText(query, FIELDS);
  const names = (text ?? '').split(',').flatMap((name) => name.trim() || []);
  if (names.length === 0) return undefined;
  const selectable = selectableFields(list);
  const unknown = names.find((name) => !selectable.includes(name));
  if (unknown === undefined) return new Set(names);
  throw new Failure(
    'INVALID_INPUT',
    `fields: the items have no member ${unknown.slice(0, MAX_REPEATED_NAME_LENGTH)}; they have ${selectable.join(', ')}`,
  );
}

function selectableFields({ operation: { mapping }, itemMapper, variables }: ItemsOfList): readonly string[] {
  return itemMapper?.names(mapping.items, variables) ?? [...mapping.items.keys()];
}
