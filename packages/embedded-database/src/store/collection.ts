import type { PlannedIndex } from '../query/plan';
import type { Document } from '../query/value';

export interface Index extends PlannedIndex {
  readonly keyspace: number;
  /** The index as `listIndexes` shows it. */
  readonly description: Document;
  readonly key: Document;
}

export interface Collection {
  /** Database and collection, joined by a dot. */
  readonly namespace: string;
  readonly keyspace: number;
  /** Changes whenever the collection's indexes do; an open transaction that sees another one must start again. */
  readonly revision: string;
  /** The one on `_id`, which is the order of the documents themselves. */
  readonly idIndex: Index;
  readonly indexes: readonly Index[];
  /** Those that are being built: what is written enters them, and nothing is found by them yet. */
  readonly building: readonly Index[];
}

/** All collections at one moment. It is data like any other: each snapshot has the catalogue that was in force. */
export interface Catalogue {
  readonly collections: ReadonlyMap<string, Collection>;
  readonly nextKeyspace: number;
}
