import { Failure } from '../../shared/failure';
import { DEFAULT_PAGE_SIZE, MAX_REST_PAGE_SIZE } from '../../shared/paging';
import type { Operation, Variables } from '../document/operations';
import type { ItemMapper } from '../response/item-mapper';
import type { RouteDefinition } from '../table/route';
import { parameterText, type Query } from './query';

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

/** Whether clients can select members of the items of a route. They cannot if the route has its own parameter `fields`. */
export function showsFields({ shows, query = [] }: Pick<RouteDefinition, 'shows' | 'query'>): boolean {
  return shows === 'list' && !query.includes(FIELDS);
}

/** Longest name that an error message repeats, in characters. */
const MAX_REPEATED_NAME_LENGTH = 60;

/** A list with what determines the members of its items. */
interface ItemsOfList {
  readonly operation: Pick<Operation, 'mapping'>;
  readonly each: ItemMapper | undefined;
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

function selectableFields({ operation: { mapping }, each, variables }: ItemsOfList): readonly string[] {
  return each?.names(mapping.items, variables) ?? [...mapping.items.keys()];
}
