import type { Json, JsonObject } from '../../../shared/json';
import type { UnmappedFields } from '../unmapped-fields';
import type { Members } from '../read-members';

/** One written item of a list: its path in what was written, and the path of its unmapped fields in `extra`. */
export interface Item {
  readonly value: Json;
  readonly path: string;
  readonly at: readonly string[];
}

/** An item as a writer of typed content gives it: an absent field says nothing, null says that there is none. */
export type GivenItem<T> = { readonly [K in keyof T]?: T[K] | null };

/** How the items of one list are written. */
export interface ItemShape<T> {
  /** The path of the unmapped fields of the list in `extra`. */
  readonly at: readonly string[];
  /** The names of the list in the object that holds it. */
  readonly names: readonly string[];
  /** The member with the items, if an object is written instead of the list. */
  readonly wrapper: string;
  /** The member that a plain text sets. */
  readonly bare: string;
  readonly members: Members<T>;
  /** Fields that only qualify others: an item with no other field is empty. */
  readonly labels: readonly (keyof T)[];
  /** Turns one written item into several. */
  readonly spread?: (item: Item, unmapped: UnmappedFields) => readonly Item[];
  /** The reverse: a written item with what it was spread into as it is given. */
  readonly gather?: (written: JsonObject, given: readonly GivenItem<T>[]) => JsonObject;
  /** @param position of the item in the reading, from 1 */
  readonly finish: (fields: Partial<T>, position: number) => Partial<T>;
}

/** The fields of which an item has at least one, else it says nothing. */
export function essentialFields<T extends object>({
  members,
  labels,
}: ItemShape<T>): readonly (keyof T & string)[] {
  const fields = Object.keys(members) as (keyof T & string)[];
  return fields.filter((field) => !labels.includes(field));
}
