import { Error as MongooseErrors, mongo } from 'mongoose';

/** MongoDB's code for a second document with a unique key. */
const DUPLICATE_KEY = 11000;

/** MongoDB's codes for an answer that did not come in time. */
const TOO_LATE: ReadonlySet<unknown> = new Set([50, 262]);

/** What the operating system says of a connection that broke; the driver passes some of it on as it is. */
const BROKEN_CONNECTION: ReadonlySet<unknown> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'ENOENT',
]);

/** The driver's and mongoose's errors for a server that is not there, not ready or silent. */
const AWAY = [
  mongo.MongoNetworkError,
  mongo.MongoServerSelectionError,
  mongo.MongoNotConnectedError,
  mongo.MongoTopologyClosedError,
  MongooseErrors.MongooseServerSelectionError,
] as const;

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
}

/** Whether the database could not be reached or did not answer in time; the request may be repeated later. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof mongo.MongoServerError)
    return TOO_LATE.has(error.code) || error.hasErrorLabel('RetryableWriteError');
  if (AWAY.some((type) => error instanceof type)) return true;
  return error instanceof Error && 'syscall' in error && 'code' in error && BROKEN_CONNECTION.has(error.code);
}

/** Whether a write of something unique was stored; `false` when there is one of its name already. */
export async function wasStored(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
