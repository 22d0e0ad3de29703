import {
  type Page,
  positionOf,
  type SortOrder,
  type PageRequest,
  cursorOf,
  sizeOf,
  type Bounded,
  MOST_EXAMINED,
} from '../shared/paging';
import { beyondPages } from '../storage/lists/bounded-read';
import type { RangeQuery, KeyRange } from '../storage/lists/keyed-list';
import { byCodePoint, lengthOf, nfc } from '../shared/text';
import { invalid } from '../shared/faults';

/**
 * The range that a page request selects: between two positions, in one order, which may be the reverse of the list's own.
 */
export interface ListRange {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly order: SortOrder;
}

/**
 * The range of a page request without a page number. A descending list has its first item at the upper end.
 *
 * @param version name and version of the list's order; cursors of another one are refused with INVALID_INPUT
 */
export function listRangeOf({ first, after, last, before, sort }: PageRequest, version: string): ListRange {
  const isReversed = readsBackwards({ first, last, before });
  const [low, high] = sort === 'ASC' ? [after, before] : [before, after];
  const keyOf = (cursor: string | undefined) =>
    cursor === undefined ? undefined : positionOf(cursor, version);
  return {
    after: keyOf(low),
    before: keyOf(high),
    order: (sort === 'ASC') === isReversed ? 'DESC' : 'ASC',
  };
}

/** The items read for a page request: one more than its size if there are more. */
export interface Found<Item> {
  readonly pageRequest: PageRequest;
  readonly size: number;
  readonly found: readonly Item[];
  /** The cursor of the position up to which was read, if that ended before the list and before the page was full. */
  readonly stoppedAt?: string | undefined;
  readonly total: () => Promise<number | null>;
}

/** The page of a page request, items in the order of the list. */
export function pageOf<Item>({ pageRequest, size, found, stoppedAt, total }: Found<Item>): Page<Item> {
  const items = found.slice(0, size);
  const hasMore = found.length > size || stoppedAt !== undefined;
  const { after, before, page = 1 } = pageRequest;
  const isReversed = readsBackwards(pageRequest);
  return {
    items: isReversed ? items.toReversed() : items,
    hasNextPage: isReversed ? before !== undefined : hasMore,
    hasPreviousPage: isReversed ? hasMore : after !== undefined || page > 1,
    ...(stoppedAt !== undefined && { [isReversed ? 'startCursor' : 'endCursor']: stoppedAt }),
    number: pageRequest.page,
    total,
  };
}

/** `last` reads from the end; `before` alone means the items just before it. */
function readsBackwards({ first, last, before }: Pick<PageRequest, 'first' | 'last' | 'before'>): boolean {
  return last !== undefined || (before !== undefined && first === undefined);
}

/** A list in the order of a key, which its cursors contain. */
export interface Listed<Item> {
  /** Name and version of the order; cursors of another one are refused. */
  readonly version: string;
  /** The part of it that a filter by its key leaves. */
  readonly range?: KeyRange | undefined;
  readonly read: (query: RangeQuery) => Promise<Bounded<Item>>;
  readonly total: () => Promise<number | null>;
}

/** A list whose index returns only items that are read or skipped. */
export interface WholeList<Item> {
  readonly read: (query: RangeQuery) => Promise<readonly Item[]>;
  readonly total: () => Promise<number | null>;
}

export function listedWhole<Item>(version: string, list: WholeList<Item>): Listed<Item> {
  const read = async (query: RangeQuery) => ({ found: await list.read(query) });
  return { version, read, total: () => list.total() };
}

/**
 * Reads a page of a list.
 *
 * @throws Failure INVALID_INPUT when the page request contradicts itself, and for a page beyond the maximum number of
 *   skipped items
 */
export async function listedPage<Item>(
  { version, range = {}, read, total }: Listed<Item>,
  pageRequest: PageRequest,
  mostItems: number,
): Promise<Page<Item>> {
  const size = sizeOf(pageRequest, mostItems);
  const { after, before, order } = listRangeOf(pageRequest, version);
  const bounds = { after, from: range.from, before: lowerOf(before, range.before) };
  const skip = ((pageRequest.page ?? 1) - 1) * size;
  const { found, stoppedAt } =
    skip < MOST_EXAMINED
      ? await read({ ...bounds, order, skip, limit: size + 1 })
      : await nothingBehind(skip, total);
  if (skip > 0 && found.length === 0 && stoppedAt !== undefined) throw beyondPages();
  const cursor = stoppedAt === undefined ? undefined : cursorOf(stoppedAt, version);
  return pageOf({ pageRequest, size, found, stoppedAt: cursor, total });
}

/** Longest text that a filter looks for, in code points. */
const LONGEST_SOUGHT = 100;

/**
 * The text that a filter looks for within fields.
 *
 * @throws Failure INVALID_INPUT when it is empty or too long
 */
export function soughtText(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined) return undefined;
  if (text === '' || lengthOf(text) > LONGEST_SOUGHT)
    throw invalid(['filter', 'text'], `text must have 1 to ${LONGEST_SOUGHT} characters`);
  return nfc(text);
}

/** A far page of a list that ends before it is empty. */
export async function nothingBehind(
  skip: number,
  total: () => Promise<number | null>,
): Promise<{ readonly found: readonly never[]; readonly stoppedAt?: undefined }> {
  const count = await total();
  if (count === null || count > skip) throw beyondPages();
  return { found: [] };
}

function lowerOf(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return byCodePoint(a, b) < 0 ? a : b;
}
