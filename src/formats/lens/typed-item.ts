import type { Json } from '../../shared/json';

/** The fields of a typed item that a tree contains. */
export type TypedItem = Readonly<Record<string, Json>>;

/** A typed item and its location in the tree. */
export interface FoundItem {
  readonly item: TypedItem;
  /** Writes one field in its location; undefined removes it. `false` if the tree cannot store it. */
  readonly write: (field: string, value: Json | undefined) => boolean;
  readonly remove: () => void;
}

/** Maps one kind of location in a source tree to items of a typed list, for reading and writing. */
export interface Row<Scope> {
  /** Name of the list in the typed reading, or `entry`. */
  readonly member: string;
  /** The location in the source format, as reports show it. */
  readonly path: string;
  /** Whether the row reads from a sense; otherwise it reads from the whole entry. */
  readonly isOfSense: boolean;
  /** @param before the items that preceding rows have found in the same scope */
  readonly find: (
    scope: Scope,
    before: readonly (FoundItem & { readonly member: string })[],
  ) => readonly FoundItem[];
  /**
   * Whether the row can create the item.
   *
   * @param scope scope of the new item; absent for a sense that does not exist yet
   */
  readonly accepts: (item: TypedItem, scope?: Scope) => boolean;
  readonly make: (scope: Scope, item: TypedItem) => void;
}

/** The scopes of an entry: the whole entry, and its senses by number. */
export interface Scopes<Scope> {
  readonly entry: Scope;
  readonly senses: ReadonlyMap<number, Scope>;
}

/** A lens of a format: it reads entries as typed members, and writes changes of the members back. */
export interface Lens<Tree, Scope> {
  readonly rows: readonly Row<Scope>[];
  readonly scopesOf: (tree: Tree) => Scopes<Scope>;
  /** Adds a sense, within the sense with the number `parent` if there is one. */
  readonly addSense: (scopes: Scopes<Scope>, item: TypedItem) => void;
  readonly removeSense: (scopes: Scopes<Scope>, number: number) => void;
}

/** Returns a field as text; empty unless it is a text or number. */
export function fieldText(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
