import type { Json } from '../../shared/json';

/** The fields of a typed item that a tree gives. */
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
  /** The list of the typed reading, or `entry`. */
  readonly member: string;
  /** The place in the source format, for people. */
  readonly path: string;
  /** Whether the row reads from a sense; otherwise from the whole entry. */
  readonly isOfSense: boolean;
  /** @param before what rows above have found in the same scope */
  readonly find: (
    scope: Scope,
    before: readonly (FoundItem & { readonly member: string })[],
  ) => readonly FoundItem[];
  /**
   * Whether a new item can be made here.
   *
   * @param scope in which it would be made; absent for a sense that does not exist yet
   */
  readonly accepts: (item: TypedItem, scope?: Scope) => boolean;
  readonly make: (scope: Scope, item: TypedItem) => void;
}

/** The scopes of an entry: the whole entry, and its senses with their numbers. */
export interface Scopes<Scope> {
  readonly entry: Scope;
  readonly senses: ReadonlyMap<number, Scope>;
}

/** A format as a lens: how entries are read as typed members, and how changes of them are written back. */
export interface Lens<Tree, Scope> {
  readonly rows: readonly Row<Scope>[];
  readonly scopesOf: (tree: Tree) => Scopes<Scope>;
  /** Adds a sense, inside the sense of the number `parent` where there is one. */
  readonly addSense: (scopes: Scopes<Scope>, item: TypedItem) => void;
  readonly removeSense: (scopes: Scopes<Scope>, number: number) => void;
}

/** A field as text; nothing that is no text or number is one. */
export function fieldText(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
