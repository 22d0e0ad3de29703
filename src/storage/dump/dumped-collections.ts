import type { Connection, mongo } from 'mongoose';
import { LOCK, REINDEX_LOCK } from '../migrations/migration-lock';
import { WRITE_LEASE } from '../mongo/write-lease';
import { LOAD_MARKER } from './load-marker';

/** The driver's database of a connection: dumps copy documents without models and schemas. */
export function databaseOf(connection: Connection): mongo.Db {
  if (connection.db === undefined) throw new Error('the connection is closed');
  return connection.db;
}

/** Names of the collections, without views. */
export async function collectionNames(database: mongo.Db): Promise<string[]> {
  const described = await database.listCollections({}, { nameOnly: true }).toArray();
  return described
    .filter(({ type }) => type !== 'view')
    .map(({ name }) => name)
    .sort();
}

/** The record in `system` that names the history of changes of this database. */
export const OWN_HISTORY = 'history';

/**
 * Collections that dumps omit: sessions (users log in again), attempts, responses kept for retries, which expire soon, answers
 * to be delivered, which two databases would send twice, and offline files, which are built again.
 */
const OMITTED_COLLECTIONS: ReadonlySet<string> = new Set([
  'sessions',
  'attempts',
  'claims',
  'deliveries',
  'senders',
  'offlineBases',
  'offlineSegments',
]);

/** Records of `system` that are valid only in their own database. */
export const LOCAL_RECORDS: readonly string[] = [LOCK, REINDEX_LOCK, LOAD_MARKER, OWN_HISTORY, WRITE_LEASE];

/** The collection with the format of the others; dumps contain it last. */
export const SYSTEM_COLLECTION = 'system';

/** Whether dumps contain a collection. */
export function isDumped(collection: string): boolean {
  return !OMITTED_COLLECTIONS.has(collection) && !collection.startsWith('system.');
}
