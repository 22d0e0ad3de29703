import type { Connection, mongo } from 'mongoose';
import type { DumpedCollection, DataFormat, DumpSource } from '../../domain/imports/dump';
import { isDatabaseAway } from '../mongo/database-error';
import { FORMAT_RECORD } from '../migrations/migrate';
import type { SystemRecord } from '../records';
import {
  collectionNames,
  databaseOf,
  isDumped,
  LOCAL_RECORDS,
  SYSTEM_COLLECTION,
} from './dumped-collections';

/** Number of documents per batch; the server ends a batch at 16 MB in any case. */
const DOCUMENTS_PER_BATCH = 1000;

/** Options of an index that describe its storage on the server, not its definition. */
const SERVER_OPTIONS: ReadonlySet<string> = new Set(['v', 'ns']);

/** MongoDB's codes for a snapshot that is no longer available. */
const SNAPSHOT_GONE: ReadonlySet<unknown> = new Set([239, 246]);

/** A snapshot of the database. From a server without snapshots, each collection is read at a different time. */
export interface SnapshotSource extends DumpSource {
  readonly isOneMoment: boolean;
  /** Approximate number of documents to read. */
  readonly total: number;
  readonly close: () => Promise<void>;
}

/**
 * Takes a snapshot of the database by read concern "snapshot": the first read returns its time, and all others request
 * that time. The driver's own snapshot sessions would send it with every later batch too, which MongoDB does not document.
 */
export async function openSnapshot(connection: Connection): Promise<SnapshotSource> {
  const database = databaseOf(connection);
  const session = await connection.startSession({ causalConsistency: false });
  const { format, readConcern } = await startSnapshot(database, session);
  const names = (await collectionNames(database)).filter(isDumped);
  const ordered = [
    ...names.filter((name) => name !== SYSTEM_COLLECTION),
    ...names.filter((name) => name === SYSTEM_COLLECTION),
  ];
  const collections = await Promise.all(ordered.map((name) => describe(database, name)));
  const counts = await Promise.all(ordered.map((name) => database.collection(name).countDocuments()));
  return {
    format,
    collections,
    isOneMoment: 'atClusterTime' in readConcern,
    total: counts.reduce((sum, count) => sum + count, 0),
    documents: (name) => storedDocuments(database, { name, readConcern, session }),
    close: () => session.endSession(),
  };
}

interface SnapshotStart {
  readonly format: DataFormat;
  readonly readConcern: mongo.BSON.Document;
}

async function startSnapshot(database: mongo.Db, session: mongo.ClientSession): Promise<SnapshotStart> {
  const { cursor } = (await database.command(
    {
      find: SYSTEM_COLLECTION,
      filter: { _id: FORMAT_RECORD },
      limit: 1,
      singleBatch: true,
      readConcern: { level: 'snapshot' },
    },
    { session },
  )) as { cursor: { firstBatch: SystemRecord[]; atClusterTime?: unknown } };
  const { version = 0, oldestGateway = 0 } = cursor.firstBatch[0] ?? {};
  const { atClusterTime } = cursor;
  const at = atClusterTime === undefined ? {} : { atClusterTime };
  return { format: { version, oldestGateway }, readConcern: { level: 'snapshot', ...at } };
}

async function describe(database: mongo.Db, name: string): Promise<DumpedCollection> {
  const indexes = await database.collection(name).indexes();
  return {
    name,
    indexes: indexes.map(({ name: index = '', key, ...options }) => ({
      ...Object.fromEntries(Object.entries(options).filter(([option]) => !SERVER_OPTIONS.has(option))),
      name: index,
      key,
    })),
  };
}

interface CollectionRead {
  readonly name: string;
  readonly readConcern: mongo.BSON.Document;
  readonly session: mongo.ClientSession;
}

async function* storedDocuments(
  database: mongo.Db,
  { name, readConcern, session }: CollectionRead,
): AsyncGenerator<Uint8Array> {
  const filter = name === SYSTEM_COLLECTION ? { _id: { $nin: LOCAL_RECORDS } } : {};
  const find = { find: name, filter, sort: { _id: 1 }, batchSize: DOCUMENTS_PER_BATCH, readConcern };
  const cursor = database.runCursorCommand(find, { session, raw: true }).setBatchSize(DOCUMENTS_PER_BATCH);
  try {
    // With `raw` the driver gives the bytes of each document.
    for await (const document of cursor as AsyncIterable<Uint8Array>) yield document;
  } catch (error) {
    throw translated(error);
  } finally {
    await cursor.close();
  }
}

function translated(error: unknown): unknown {
  if (isDatabaseAway(error)) return new Error('The database became unavailable.', { cause: error });
  const isGone = error instanceof Error && 'code' in error && SNAPSHOT_GONE.has(error.code);
  if (!isGone) return error;
  return new Error(
    'The dump took longer than the database server keeps a snapshot. Raise minSnapshotHistoryWindowInSeconds (default 300) and dump again.',
    { cause: error },
  );
}
