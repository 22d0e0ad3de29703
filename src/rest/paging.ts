import { Failure } from '../shared/failure';
import { textOf, type Query } from './query';

/** Items of a page where the client names no limit. */
const DEFAULT_LIMIT = 10;

/** Items of a page at most. A known client asks for 15000, so that more is cut down rather than refused. */
const MAXIMUM_LIMIT = 1000;

/** The largest Int of GraphQL. Any page as far out is past the end of every list. */
const LAST_PAGE = 2 ** 31 - 1;

export interface Paging {
  /** Items on a page, from 1 to 1000. */
  readonly limit: number;
  /** Counted from 1. */
  readonly page: number;
  /** Whether the client asked for more items than a page holds. */
  readonly isCut: boolean;
}

/**
 * Reads `limit` and `page`.
 *
 * @throws Failure INVALID_INPUT that names the parameter when it is no integer or below 1
 */
export function pagingOf(query: Query): Paging {
  const asked = positiveInteger(query, 'limit') ?? DEFAULT_LIMIT;
  const page = positiveInteger(query, 'page') ?? 1;
  return {
    limit: Math.min(asked, MAXIMUM_LIMIT),
    page: Math.min(page, LAST_PAGE),
    isCut: asked > MAXIMUM_LIMIT,
  };
}

function positiveInteger(query: Query, name: string): number | undefined {
  const text = textOf(query, name);
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : 0;
  if (value < 1) throw new Failure('INVALID_INPUT', `${name} must be an integer of 1 or more`);
  return value;
}
