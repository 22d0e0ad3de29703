/** The format of stored data: the number of the last applied migration, and the oldest format that a gateway must know to use them. */
export interface DataFormat {
  readonly version: number;
  readonly oldestGateway: number;
}

/** An index in the form in which the database describes it: `key`, `name` and options. */
export interface DumpedIndex {
  readonly name: string;
  readonly key: Readonly<Record<string, unknown>>;
  readonly [option: string]: unknown;
}

export interface DumpedCollection {
  readonly name: string;
  readonly indexes: readonly DumpedIndex[];
}

/** A database that a dump reads. */
export interface DumpSource {
  readonly format: DataFormat;
  readonly collections: readonly DumpedCollection[];
  /** Returns the documents of a collection in BSON, ordered by `_id`. */
  readonly documents: (collection: string) => AsyncIterable<Uint8Array>;
}

/** Consecutive documents of one collection in a dump. */
export interface DumpedBatch {
  readonly collection: DumpedCollection;
  readonly documents: readonly Uint8Array[];
  /** Number of documents of the collection that precede this batch in the dump. */
  readonly first: number;
}

/** A database that a load fills. */
export interface LoadTarget {
  /** Returns how many documents of a collection an interrupted load has already stored, counted from the first; Infinity if all. */
  readonly stored: (collection: string) => number;
  readonly store: (batch: DumpedBatch) => Promise<void>;
}
