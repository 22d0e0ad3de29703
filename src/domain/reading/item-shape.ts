import type { Json } from '../../shared/json';
import type { Member, Members } from './read-members';
import type { UnmappedFields } from './unmapped-fields';
import { languageTagOf, scalarText, wholeNumberOf } from './values';

/** An item of a list in the source. */
export interface Item {
  readonly value: Json;
  /** Its path in the source. */
  readonly path: string;
  /** The path of its unmapped fields in `extra`. */
  readonly extraPath: readonly string[];
  /** Name of the member whose value the item is, if it is a plain text and not that of its shape. */
  readonly textMember?: string | undefined;
}

/** An item of typed content in a change: an absent field remains as it is, null removes the field. */
export type ItemChange<T> = { readonly [K in keyof T]?: T[K] | null };

/** Describes how one list of an article is written in the source, and which typed fields its items have. */
export interface ItemShape<T> {
  /** The path of the unmapped fields of the list in `extra`; the first name unless stated. */
  readonly extraPath?: readonly string[];
  /** Member names under which the list may be written. */
  readonly names: readonly string[];
  /** Name of the member with the items, if the source has an object instead of the list. */
  readonly itemsMember: string;
  /** Name of the member whose value an item is, if the source has a plain text instead of an object. */
  readonly textMember: string;
  /** The same for plain texts in members with other names. */
  readonly textMembers?: Readonly<Record<string, string>>;
  /** Whether the list may also be written in the entry. */
  readonly isInEntry?: boolean;
  /** Names of the list that may be written in an item, of which its items state the number. An item that has one of them is not empty. */
  readonly listNames?: readonly string[];
  /** Definitions of the fields. */
  readonly members: Members<T>;
  /** Fields that only qualify others. An item without other fields is empty. */
  readonly qualifiers: readonly (keyof T)[];
  /** Expands one item of the source into several typed items. */
  readonly expand?: (item: Item, unmapped: UnmappedFields) => readonly Item[];
  /**
   * Completes the fields of a typed item, for example its number.
   *
   * @param position of the item in the list, from 1
   */
  readonly complete?: (fields: Partial<T>, position: number) => Partial<T>;
}

/** Returns the fields of which an item must have at least one; without them it is empty. */
export function essentialFields<T extends object>({
  members,
  qualifiers,
}: ItemShape<T>): readonly (keyof T & string)[] {
  const fields = Object.keys(members) as (keyof T & string)[];
  return fields.filter((field) => !qualifiers.includes(field));
}

/** A field with a text, which may be written under any of the names. */
export function textIn(...names: string[]): Member<string> {
  return { names, expects: 'a text', read: scalarText };
}

/** A field with a whole number. */
export function wholeNumber(name: string): Member<number> {
  return { names: [name], expects: 'a whole number from 0 to 2147483647', read: wholeNumberOf };
}

/** A field with the language of its item. */
export const LANG: Member<string> = {
  names: ['lang'],
  expects: 'a language tag (BCP 47), such as sw',
  read: languageTagOf,
};

/** A field with the number of the sense to which its item belongs. */
export const SENSE_NUMBER = wholeNumber('sense');

/** Completes an item without a number by its position. */
export function numbered<T extends { readonly number: number }>(
  fields: Partial<T>,
  position: number,
): Partial<T> {
  return { ...fields, number: fields.number ?? position };
}
