import { Failure } from '../../shared/failure';
import { DEFAULT_PAGE_SIZE, MAX_REST_PAGE_SIZE } from '../../shared/paging';
import { textOf, type Query } from '../request/query';

/** The largest Int of GraphQL. Any page as far out is past the end of every list. */
const LAST_PAGE = 2 ** 31 - 1;

export interface Paging {
  /** Items on a page, from 1 to the most of the route. */
  readonly limit: number;
  /** Counted from 1. */
  readonly page: number;
  /** Whether the client asked for more items than a page holds. */
  readonly isCut: boolean;
}

/**
 * Reads `limit` and `page`.
 *
 * @param most the largest limit of the route
 * @throws Failure INVALID_INPUT that names the parameter when it is no integer or below 1
 */
export function pagingOf(query: Query, most: number = MAX_REST_PAGE_SIZE): Paging {
  const asked = positiveInteger(query, 'limit') ?? DEFAULT_PAGE_SIZE;
  const page = positiveInteger(query, 'page') ?? 1;
  return {
    limit: Math.min(asked, most),
    page: Math.min(page, LAST_PAGE),
    isCut: asked > most,
  };
}

function positiveInteger(query: Query, name: string): number | undefined {
  const text = textOf(query, name);
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1) throw new Failure('INVALID_INPUT', `${name} must be an integer of 1 or more`);
  return value;
}
