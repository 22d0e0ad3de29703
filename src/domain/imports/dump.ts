/** The format of stored data: the last applied migration, and the oldest version of Griot that may use them. */
export interface DumpedFormat {
  readonly version: number;
  readonly oldestGateway: number;
}

/** An index, as its database describes it: `key`, `name` and options. */
export interface DumpedIndex {
  readonly name: string;
  readonly key: Readonly<Record<string, unknown>>;
  readonly [option: string]: unknown;
}

export interface DumpedCollection {
  readonly name: string;
  readonly indexes: readonly DumpedIndex[];
}

/** A database as a dump reads it. */
export interface DumpSource {
  readonly format: DumpedFormat;
  readonly collections: readonly DumpedCollection[];
  /** The documents of a collection in BSON, in the order of their `_id`. */
  readonly documents: (collection: string) => AsyncIterable<Uint8Array>;
}

/** Documents of one collection that follow each other in a dump. */
export interface DumpedBatch {
  readonly collection: DumpedCollection;
  readonly documents: readonly Uint8Array[];
  /** The number of documents of the collection that precede these in the dump. */
  readonly first: number;
}

/** A database as a load fills it. */
export interface LoadTarget {
  /** Returns the number of documents of a collection, from its first, that an interrupted load stored; Infinity for all of them. */
  readonly stored: (collection: string) => number;
  readonly store: (batch: DumpedBatch) => Promise<void>;
}
