import { Failure } from '../../shared/failure';
import type { ItemMapper } from '../reply/item-mapper';
import type { RouteDefinition } from '../table/route';
import type { Operation } from '../document/operations';
import { type Query, parameterText, type Variables } from './variables';

/** The parameter that names the members of the items that a client wants. */
export const FIELDS = 'fields';

/** Whether the items of a route can be shown in part; where `fields` is a parameter of its own, they cannot. */
export function showsFields({ shows, query = [] }: Pick<RouteDefinition, 'shows' | 'query'>): boolean {
  return shows === 'list' && !query.includes(FIELDS);
}

/**
 * Reads `fields`: names of members, separated by commas.
 *
 * @returns undefined if all members are shown
 * @throws Failure INVALID_INPUT when items of the list have no such member
 */
export function shownFieldsOf(query: Query, list: ItemsOfList): ReadonlySet<string> | undefined {
  const text = parameterText(query, FIELDS);
  const names = (text ?? '').split(',').flatMap((name) => name.trim() || []);
  if (names.length === 0) return undefined;
  const known = selectableFields(list);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return new Set(names);
  throw new Failure(
    'INVALID_INPUT',
    `fields: the items have no member ${unknown.slice(0, LONGEST_SHOWN)}; they have ${known.join(', ')}`,
  );
}

/** Longest name that a message repeats, in characters. */
const LONGEST_SHOWN = 60;

interface ItemsOfList {
  readonly operation: Pick<Operation, 'mapping'>;
  readonly each: ItemMapper | undefined;
  readonly variables: Variables;
}

function selectableFields({ operation: { mapping }, each, variables }: ItemsOfList): readonly string[] {
  return each?.names(mapping.items, variables) ?? [...mapping.items.keys()];
}
