import { LOAD_MARKER } from './load-marker';
import { LOCK, REINDEX_LOCK } from '../migrations/migration-lock';

/** Collections that no dump holds: who was logged in logs in again; attempts, and answers kept for retries, are soon forgotten anyway. */
const COLLECTIONS: ReadonlySet<string> = new Set(['sessions', 'attempts', 'claims']);

/** Records of `system` that mean something only in the database where they were made. */
export const LOCAL_RECORDS: readonly string[] = [LOCK, REINDEX_LOCK, LOAD_MARKER];

/** The collection whose records say what the others are; dumps hold it last. */
export const SYSTEM = 'system';

export function isDumped(collection: string): boolean {
  return !COLLECTIONS.has(collection) && !collection.startsWith('system.');
}
