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
  /** Changes with the collection's indexes. An open transaction that sees another version must start again. */
  readonly revision: string;
  /** The index on `_id`, which is the order of the documents themselves. */
  readonly idIndex: Index;
  readonly indexes: readonly Index[];
  /** Indexes that are being built: writes update them, but queries do not use them yet. */
  readonly building: readonly Index[];
}

/**
 * All collections at one time. The catalogue is stored like other data, so each snapshot has the catalogue of its time.
 */
export interface Catalogue {
  readonly collections: ReadonlyMap<string, Collection>;
  readonly nextKeyspace: number;
}
