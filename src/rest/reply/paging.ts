import { parameterSpellings } from '../table/flags';
import { Failure } from '../../shared/failure';
import { DEFAULT_PAGE_SIZE, MAX_REST_PAGE_SIZE } from '../../shared/paging';
import { parameterText, type Query } from '../request/variables';

/** The state of the list of a page. */
export interface ListState {
  /** Items of the whole list; null if they were not counted to the end. */
  readonly total: number | null;
  readonly hasNext: boolean;
  /** Number of best hits that were sorted, if there are more. */
  readonly sortedHits?: number | undefined;
}

/**
 * Longest URL that is repeated, in characters: four of it must fit into the headers that proxies and clients accept.
 */
const LONGEST_REPEATED = 1500;

/**
 * The `Link` header of a page (RFC 8288): the client's own path and query with other page numbers; `undefined` if
 * they are too long.
 */
export function linksOf(paging: Paging, list: ListState, uri: string): string | undefined {
  if (uri.length > LONGEST_REPEATED) return undefined;
  const last = list.total === null ? undefined : Math.max(1, Math.ceil(list.total / paging.limit));
  const previous = Math.min(paging.page - 1, last ?? paging.page);
  const pages: readonly (readonly [string, number | undefined])[] = [
    ['first', 1],
    ['prev', previous > 0 ? previous : undefined],
    ['next', list.hasNext ? paging.page + 1 : undefined],
    ['last', last],
  ];
  return pages
    .flatMap(([relation, page]) =>
      page === undefined ? [] : [`${bracketed(withPage(uri, page))}; rel="${relation}"`],
    )
    .join(', ');
}

function withPage(uri: string, page: number): string {
  const [path = '', ...search] = uri.split('?');
  const pairs = search.join('?').split('&');
  const kept = pairs.filter(
    (pair) => pair !== '' && !parameterSpellings('page').includes(pair.split('=', 1)[0] ?? ''),
  );
  return `${path}?${[...kept, `page=${page}`].join('&')}`;
}

/** A link must not end its own angle brackets. Node lets no request in whose target is not visible ASCII. */
function bracketed(uri: string): string {
  return `<${uri.replace(/[<>]/g, encodeURIComponent)}>`;
}

/** The largest Int of GraphQL: such a page is past the end of every list. */
export const LAST_PAGE = 2 ** 31 - 1;

export interface Paging {
  /** Items per page, from 1 to the maximum of the route. */
  readonly limit: number;
  /** Starts at 1. */
  readonly page: number;
  /** Whether the client requested more items than a page may have. */
  readonly isCut: boolean;
}

/**
 * Reads `limit` and `page`.
 *
 * @param most the largest limit of the route
 * @throws Failure INVALID_INPUT that names the parameter when it is not an integer of 1 or more
 */
export function pagingOf(query: Query, most: number = MAX_REST_PAGE_SIZE): Paging {
  const requested = positiveInteger(query, 'limit') ?? DEFAULT_PAGE_SIZE;
  const page = positiveInteger(query, 'page') ?? 1;
  return {
    limit: Math.min(requested, most),
    page: Math.min(page, LAST_PAGE),
    isCut: requested > most,
  };
}

function positiveInteger(query: Query, name: string): number | undefined {
  const text = parameterText(query, name);
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1) throw new Failure('INVALID_INPUT', `${name} must be an integer of 1 or more`);
  return value;
}
