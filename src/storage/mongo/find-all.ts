import { type Model, mongo } from 'mongoose';
import { responseTooLarge } from '../../shared/work';
import type { Projection } from '../articles/article-document';

export interface FindQuery {
  readonly filter: mongo.Document;
  readonly fields?: Projection | undefined;
  readonly sort?: Readonly<Record<string, 1 | -1>>;
  readonly skip?: number | undefined;
  readonly limit?: number | undefined;
  /** Whether to refuse results that do not fit into one reply of the database (16 MiB). */
  readonly isForResponse?: boolean;
}

/** Number of documents in the first reply without a limit; MongoDB's default is 101. */
const FIRST_BATCH_DOCUMENTS = 10_000;

/**
 * MongoDB's codes for a server that cannot answer now while another one soon can.
 * Source: the specification of retryable reads.
 */
const RETRYABLE_READ_CODES: ReadonlySet<unknown> = new Set([91, 189, 10107, 11600, 11602, 13435, 13436]);

/**
 * Reads all documents of a query by one command, whose reply is decoded as a whole. The driver's cursor would decode each
 * document separately, which takes twice as long for a page of a hundred. A cursor is used only if the result does not
 * fit into one reply, or the connection broke.
 */
export function findAll<Found>(model: Model<Found>, query: FindQuery): Promise<Found[]> {
  return find(model, query, {});
}

/**
 * Reads all documents of a query as BSON. The buffer of each keeps no other document in memory for longer than their
 * reply.
 */
export function findBytes<Found>(model: Model<Found>, query: FindQuery): Promise<Buffer[]> {
  return find(model, query, { raw: true });
}

/** Options for decoding by the driver: everything, or all except the documents. */
interface Decoding {
  readonly raw?: boolean;
}

async function find<Found, Result>(
  model: Model<Found>,
  query: FindQuery,
  decoding: Decoding,
): Promise<Result[]> {
  const db = databaseOf(model);
  const { filter, fields, sort, skip = 0, limit = 0 } = query;
  const command = {
    find: model.collection.collectionName,
    filter,
    projection: { _id: 0, ...fields },
    ...(sort && { sort }),
    skip,
    limit,
    batchSize: limit || FIRST_BATCH_DOCUMENTS,
    ...concernOf(db),
  };
  const reply = await firstReply(db, command, decoding);
  if (reply?.id === 0) return reply.firstBatch as Result[];
  if (reply) await close(db, command.find, reply.id);
  if (reply && query.isForResponse) throw responseTooLarge();
  const { projection } = command;
  const cursor = db
    .collection(command.find)
    .find(filter, { projection, skip, limit, ...decoding, ...(sort && { sort }) });
  return (await cursor.toArray()) as unknown as Result[];
}

/** MongoDB's code for an unknown stage. During an upgrade, the embedded database may be older than the gateway. */
const UNKNOWN_STAGE_CODE = 40324;

/**
 * The documents of a command whose result fits into one reply; `undefined` if it does not, if the command must be
 * repeated, or if the server does not support it.
 */
export async function wholeReply<Found>(
  model: Model<Found>,
  command: mongo.Document,
): Promise<readonly mongo.Document[] | undefined> {
  const db = databaseOf(model);
  const reply = await firstReply(db, { ...command, ...concernOf(db) }, {}).catch(unlessUnknown);
  if (reply?.id === 0) return reply.firstBatch as mongo.Document[];
  if (reply) await close(db, model.collection.collectionName, reply.id);
  return undefined;
}

function unlessUnknown(error: unknown): undefined {
  if (!(error instanceof mongo.MongoServerError && error.code === UNKNOWN_STAGE_CODE)) throw error;
}

function concernOf({ readConcern }: mongo.Db): mongo.Document {
  return readConcern ? { readConcern: { level: readConcern.level } } : {};
}

interface FirstReply {
  /** Identifier of the cursor; 0 if the reply is complete. */
  readonly id: number | mongo.Long;
  readonly firstBatch: readonly unknown[];
}

/**
 * The first reply to a command; `undefined` if the command must be repeated, which the driver does only for cursors.
 */
async function firstReply(
  db: mongo.Db,
  command: mongo.Document,
  { raw }: Decoding,
): Promise<FirstReply | undefined> {
  try {
    const { cursor } = await db.command(command, {
      readPreference: db.readPreference,
      ...(raw && { fieldsAsRaw: { firstBatch: true } }),
    });
    return cursor as FirstReply;
  } catch (error) {
    if (isInterrupted(error)) return undefined;
    throw error;
  }
}

function isInterrupted(error: unknown): boolean {
  if (error instanceof mongo.MongoNetworkTimeoutError) return false;
  return (
    error instanceof mongo.MongoNetworkError ||
    (error instanceof mongo.MongoServerError && RETRYABLE_READ_CODES.has(error.code))
  );
}

async function close(db: mongo.Db, killCursors: string, id: FirstReply['id']): Promise<void> {
  const cursors = [typeof id === 'number' ? mongo.Long.fromNumber(id) : id];
  await db.command({ killCursors, cursors }, { readPreference: db.readPreference });
}

function databaseOf<Found>({ db: { db } }: Model<Found>): mongo.Db {
  if (db === undefined) throw new mongo.MongoNotConnectedError('The connection is not open');
  return db;
}
