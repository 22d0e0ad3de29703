import { Failure } from './failure';
import { opaqueText, opaqueValue } from './text';

/**
 * Maximum number of index entries that a read or count examines if the index alone does not answer it.
 * Source: interface decisions, section 2, "Totals".
 */
export const MAX_EXAMINED = 10_000;

/** Number of entries that are examined first, which suffices for nearly every page. */
export const FIRST_EXAMINED = 500;

/** The items found among the examined entries. */
export interface Bounded<Item> {
  readonly items: readonly Item[];
  /** The position of the last examined entry, if more entries follow. */
  readonly stoppedAt?: string | undefined;
  /** Whether further items exist that no page can reach. */
  readonly isPart?: boolean;
  /** Upper bound of the examined entries, if the index alone does not select the items. */
  readonly examined?: number;
}

export type SortOrder = 'ASC' | 'DESC';

/** A request for a page of a list: forwards (first, after), backwards (last, before) or by page number, counted from 1. */
export interface PageRequest {
  readonly first?: number | undefined;
  readonly after?: string | undefined;
  readonly last?: number | undefined;
  readonly before?: string | undefined;
  readonly page?: number | undefined;
  readonly sort: SortOrder;
}

/**
 * One page of a list. `total` counts the whole list when it is called; `null` if there are more items than are counted.
 */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** Start and end of the page, if they differ from its first and last item, so that reading on skips nothing. */
  readonly startCursor?: string;
  readonly endCursor?: string;
  /** Number of the page, if it was requested by number. */
  readonly number?: number | undefined;
  readonly total: () => Promise<number | null>;
}

/**
 * Maximum number of items that are counted in a list without a stored total. Source: interface decisions, section 2,
 * "Totals".
 */
export const MAX_COUNTED = 10_000;

/** Maximum number of hits of a search that are sorted by headword, because sorting reads all of them for each page. */
export const MAX_SORTED = 1000;

/** Number of items of a list without a given size. Source: interface decisions, section 2. */
export const DEFAULT_PAGE_SIZE = 10;

/** Maximum number of items on a page in GraphQL. Source: interface decisions, section 7. */
export const MAX_GRAPHQL_PAGE_SIZE = 100;

/**
 * Maximum number of items on a page in REST; a larger limit is reduced to it. Source: interface decisions, section 2.
 */
export const MAX_REST_PAGE_SIZE = 1000;

/**
 * Maximum number of items of a streamed REST list. A known client requests 15,000 and ignores headers. Source:
 * interface decisions, section 2.
 */
export const MAX_STREAMED_ITEMS = 50_000;

/**
 * The requested size of a page.
 *
 * @param maxPageSize the largest size that the caller may request
 * @throws Failure INVALID_INPUT naming the argument when it is out of bounds or contradicts another
 */
export function pageSizeOf(pageRequest: PageRequest, maxPageSize: number): number {
  const { first, last, page, after, before } = pageRequest;
  if (first !== undefined && last !== undefined) throw invalidPage('first and last cannot be combined');
  if (page !== undefined && (after !== undefined || before !== undefined || last !== undefined))
    throw invalidPage('page can be combined only with first, not with after, before or last');
  if (page !== undefined && !(Number.isSafeInteger(page) && page >= 1))
    throw invalidPage('page must be an integer of 1 or more');
  const name = last === undefined ? 'first' : 'last';
  const size = last ?? first ?? DEFAULT_PAGE_SIZE;
  if (!Number.isSafeInteger(size) || size < 1 || size > maxPageSize)
    throw invalidPage(`${name} must be an integer from 1 to ${maxPageSize}`);
  return size;
}

/**
 * The opaque cursor of a position in a list.
 *
 * @param version name and version of the list's order: cursors of other lists and of an order that is gone are
 *   refused
 */
export function cursorOf(position: string, version: string): string {
  return opaqueText([version, position]);
}

/**
 * The position in a cursor.
 *
 * @throws Failure INVALID_INPUT if the text is not a cursor of this version
 */
export function positionOf(cursor: string, version: string): string {
  const parsed = opaqueValue(cursor);
  if (!Array.isArray(parsed) || typeof parsed[0] !== 'string' || typeof parsed[1] !== 'string')
    throw invalidPage('the cursor is invalid; use a cursor from an earlier response or omit it');
  if (parsed[0] !== version) throw cursorOfAnother();
  return parsed[1];
}

/** The error for a cursor that another list has given. */
export function cursorOfAnother(): Failure {
  return invalidPage('The cursor does not belong to this list; use a cursor from this list or omit it');
}

function invalidPage(message: string): Failure {
  return new Failure('INVALID_INPUT', message);
}
