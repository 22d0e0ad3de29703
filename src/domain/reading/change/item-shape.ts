import type { Json, JsonObject } from '../../../shared/json';
import type { UnmappedFields } from '../unmapped-fields';
import type { Members } from '../read-members';

/** An item of a list in the source: its value, its path in the source, and the path of its unmapped fields in `extra` (`at`). */
export interface Item {
  readonly value: Json;
  readonly path: string;
  readonly at: readonly string[];
}

/** An item of typed content in a change: an absent field remains as it is, null removes the field. */
export type GivenItem<T> = { readonly [K in keyof T]?: T[K] | null };

/** Describes how one list of an article is written in the source, and which typed fields its items have. */
export interface ItemShape<T> {
  /** The path of the unmapped fields of the list in `extra`. */
  readonly at: readonly string[];
  /** Member names under which the list may be written. */
  readonly names: readonly string[];
  /** Name of the member with the items, if the source has an object instead of the list. */
  readonly wrapper: string;
  /** Name of the member whose value an item is if the source has a plain text instead of an object. */
  readonly bare: string;
  readonly members: Members<T>;
  /** Fields that only qualify others. An item without other fields is empty. */
  readonly labels: readonly (keyof T)[];
  /** Expands one item of the source into several typed items. */
  readonly spread?: (item: Item, unmapped: UnmappedFields) => readonly Item[];
  /** Reverses `spread`: returns an item of the source with the values of the typed items. */
  readonly gather?: (written: JsonObject, given: readonly GivenItem<T>[]) => JsonObject;
  /**
   * Completes the fields of a typed item, for example its number.
   *
   * @param position of the item in the list, from 1
   */
  readonly finish: (fields: Partial<T>, position: number) => Partial<T>;
}

/** Returns the fields of which an item must have at least one; without them it is empty. */
export function essentialFields<T extends object>({
  members,
  labels,
}: ItemShape<T>): readonly (keyof T & string)[] {
  const fields = Object.keys(members) as (keyof T & string)[];
  return fields.filter((field) => !labels.includes(field));
}
