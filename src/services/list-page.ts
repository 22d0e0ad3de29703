import {
  type Page,
  positionOf,
  type SortOrder,
  type PageRequest,
  cursorOf,
  pageSizeOf,
  type Bounded,
  MAX_EXAMINED,
} from '../shared/paging';
import { pageTooFar } from '../storage/lists/bounded-read';
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
export interface ReadItems<Item> {
  readonly pageRequest: PageRequest;
  readonly size: number;
  readonly items: readonly Item[];
  /** Cursor of the last position examined, if the read stopped before the end of the list and before the page was full. */
  readonly stoppedAt?: string | undefined;
  readonly total: () => Promise<number | null>;
}

/** The page of a page request, items in the order of the list. */
export function pageOf<Item>({
  pageRequest,
  size,
  items: readItems,
  stoppedAt,
  total,
}: ReadItems<Item>): Page<Item> {
  const items = readItems.slice(0, size);
  const hasMore = readItems.length > size || stoppedAt !== undefined;
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

/** A list in the order of a key, from which pages are read. Its cursors contain the key. */
export interface KeyedPageSource<Item> {
  /** Name and version of the order; cursors of another one are refused. */
  readonly version: string;
  /** The range of keys that a filter selects. */
  readonly range?: KeyRange | undefined;
  readonly read: (query: RangeQuery) => Promise<Bounded<Item>>;
  readonly total: () => Promise<number | null>;
}

/** A list that an index selects alone: every entry examined is an item. */
export interface UnfilteredList<Item> {
  readonly read: (query: RangeQuery) => Promise<readonly Item[]>;
  readonly total: () => Promise<number | null>;
}

export function unfilteredSource<Item>(version: string, list: UnfilteredList<Item>): KeyedPageSource<Item> {
  const read = async (query: RangeQuery) => ({ items: await list.read(query) });
  return { version, read, total: () => list.total() };
}

/**
 * Reads a page of a list.
 *
 * @throws Failure INVALID_INPUT when the page request contradicts itself, and for a page beyond the maximum number of
 *   skipped items
 */
export async function readPageOf<Item>(
  { version, range = {}, read, total }: KeyedPageSource<Item>,
  pageRequest: PageRequest,
  maxItems: number,
): Promise<Page<Item>> {
  const size = pageSizeOf(pageRequest, maxItems);
  const { after, before, order } = listRangeOf(pageRequest, version);
  const bounds = { after, from: range.from, before: lowerOf(before, range.before) };
  const skip = ((pageRequest.page ?? 1) - 1) * size;
  const { items, stoppedAt } =
    skip < MAX_EXAMINED
      ? await read({ ...bounds, order, skip, limit: size + 1 })
      : await emptyPageAfter(skip, total);
  if (skip > 0 && items.length === 0 && stoppedAt !== undefined) throw pageTooFar();
  const cursor = stoppedAt === undefined ? undefined : cursorOf(stoppedAt, version);
  return pageOf({ pageRequest, size, items, stoppedAt: cursor, total });
}

/** Maximum length of the text of a filter, in code points. */
const MAX_FILTER_TEXT_LENGTH = 100;

/**
 * The normalised text of a filter that matches parts of fields.
 *
 * @throws Failure INVALID_INPUT when it is empty or too long
 */
export function filterText(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined) return undefined;
  if (text === '' || lengthOf(text) > MAX_FILTER_TEXT_LENGTH)
    throw invalid(['filter', 'text'], `text must have 1 to ${MAX_FILTER_TEXT_LENGTH} characters`);
  return nfc(text);
}

/** The empty page after the end of a list. @throws Failure INVALID_INPUT if the list does not end before it */
export async function emptyPageAfter(
  skip: number,
  total: () => Promise<number | null>,
): Promise<{ readonly items: readonly never[]; readonly stoppedAt?: undefined }> {
  const count = await total();
  if (count === null || count > skip) throw pageTooFar();
  return { items: [] };
}

function lowerOf(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return byCodePoint(a, b) < 0 ? a : b;
}
