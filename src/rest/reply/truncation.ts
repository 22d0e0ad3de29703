import type { DocumentNode, SelectionSetNode } from 'graphql';
import { openedFields, responseName } from '../document/selected-fields';

/**
 * Where a document asks for the total of a list beside the list: `_intents` beside `intents`. The totals never reach the
 * body; they tell which lists hold more than the body shows.
 */
export interface CountedLists {
  /** Names of lists that have a total beside them. */
  readonly lists: readonly string[];
  /** What to look into, for lists further in: response names of members. */
  readonly members: ReadonlyMap<string, CountedLists>;
}

/** Finds the counted lists of a selection; `undefined` where there are none at any depth. */
export function countedListsIn(
  set: SelectionSetNode | undefined,
  document: DocumentNode,
): CountedLists | undefined {
  const fields = openedFields(set, document);
  const names = fields.map(responseName);
  const lists = names.filter((name) => names.includes(`_${name}`));
  const inner = fields.flatMap((field) => {
    const found = field.selectionSet && countedListsIn(field.selectionSet, document);
    return found ? [[responseName(field), found] as const] : [];
  });
  return lists.length + inner.length === 0 ? undefined : { lists, members: new Map(inner) };
}

/**
 * A copy of data without the totals.
 *
 * @param longer collects the names of the lists that hold more than they show
 */
export function withoutTotals(value: unknown, counted: CountedLists, longer: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutTotals(item, counted, longer));
  if (typeof value !== 'object' || value === null) return value;
  const members = new Map<string, unknown>(Object.entries(value));
  for (const name of counted.lists) {
    const [list, total] = [members.get(name), members.get(`_${name}`)];
    if (Array.isArray(list) && typeof total === 'number' && total > list.length) longer.add(name);
    members.delete(`_${name}`);
  }
  for (const [name, inner] of counted.members) {
    if (members.has(name)) members.set(name, withoutTotals(members.get(name), inner, longer));
  }
  return Object.fromEntries(members);
}
