import type { OwnedKey } from './owned-key';
import type { OwnedKind } from './owned-kinds';

/** How many objects a list has, and the number that was given last. Numbers are never given again. */
export interface ListState {
  readonly count: number;
  readonly last: number;
}

/** The lists of an object, by name; one that never had an object is not there. */
export type ListStates = Readonly<Partial<Record<string, ListState>>>;

/** An owned object as the database holds it: free JSON as its text, beside the members of its class. */
export interface OwnedRecord {
  readonly _id: OwnedKey;
  /** The object in whose list it stands. */
  readonly owner: OwnedKey;
  /** Its place in the list. */
  readonly number: number;
  readonly block: string;
  readonly publicId?: string;
  readonly lastUpdate: string;
  /** What it counts as, without its lists. */
  readonly bytes: number;
  readonly lists?: ListStates;
  /** Digest of what an import wrote. */
  readonly imported?: string;
  readonly [member: string]: unknown;
}

/** Documents of many lists, by their kinds. */
export type RecordsByKind = ReadonlyMap<OwnedKind, readonly OwnedRecord[]>;

/** An owned object as the rest of the program sees it: the members of its class, free JSON carried as its text. */
export interface OwnedObject {
  readonly key: OwnedKey;
  readonly owner: OwnedKey;
  readonly number: number;
  readonly publicId?: string | undefined;
  readonly lists: ListStates;
  readonly lastUpdate: string;
  readonly imported?: string | undefined;
  readonly [member: string]: unknown;
}

const NEVER_USED: ListState = { count: 0, last: 0 };

export function listStateOf({ lists }: Pick<OwnedObject, 'lists'>, list: string): ListState {
  return lists[list] ?? NEVER_USED;
}
