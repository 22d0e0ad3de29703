import { Error as MongooseErrors, mongo } from 'mongoose';
import { Failure } from '../../shared/failure';

/** MongoDB's error code for a duplicate key. */
const DUPLICATE_KEY_CODE = 11000;

const DISK_FULL_CODE = 14031;

/**
 * MongoDB's codes for temporary errors, by their names. Source: error_codes.yml of the MongoDB server. Reads have no label that
 * says so, and of writes only some.
 */
const TEMPORARY_ERRORS = {
  HostUnreachable: 6,
  HostNotFound: 7,
  LockTimeout: 24,
  // The data file of the embedded database is gone.
  FileNotOpen: 29,
  // The cursor was lost with the server, or was opened on another one.
  CursorNotFound: 43,
  LockBusy: 46,
  MaxTimeMSExpired: 50,
  WriteConcernTimeout: 64,
  NetworkTimeout: 89,
  ShutdownInProgress: 91,
  WriteConflict: 112,
  FailedToSatisfyReadPreference: 133,
  ReadConcernMajorityNotAvailableYet: 134,
  QueryPlanKilled: 175,
  PrimarySteppedDown: 189,
  TransactionTooOld: 225,
  CursorKilled: 237,
  NoSuchTransaction: 251,
  ExceededTimeLimit: 262,
  ClientDisconnect: 279,
  SocketException: 9001,
  NotWritablePrimary: 10107,
  InterruptedAtShutdown: 11600,
  Interrupted: 11601,
  InterruptedDueToReplStateChange: 11602,
  NotPrimaryNoSecondaryOk: 13435,
  NotPrimaryOrSecondary: 13436,
  OutOfDiskSpace: DISK_FULL_CODE,
} as const;

const TEMPORARY_CODES: ReadonlySet<unknown> = new Set(Object.values(TEMPORARY_ERRORS));

/** Labels of errors after which the operation may be retried: the connection was lost, or concurrent writes conflicted for too long. */
const RETRYABLE_LABELS = [
  'RetryableWriteError',
  'TransientTransactionError',
  'UnknownTransactionCommitResult',
];

/** Codes of Node and the operating system for a broken connection, some of which the driver passes on. */
const BROKEN_CONNECTION_CODES: ReadonlySet<unknown> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'ENOENT',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/** Errors of the driver and mongoose for a server that is unreachable, not ready or does not answer. */
const UNREACHABLE_ERRORS = [
  mongo.MongoNetworkError,
  mongo.MongoServerSelectionError,
  mongo.MongoNotConnectedError,
  mongo.MongoTopologyClosedError,
  mongo.MongoServerClosedError,
  mongo.MongoClientClosedError,
  // A write that is to be repeated fails with it if its server becomes unknown while the driver selects that server again.
  mongo.MongoUnexpectedServerResponseError,
  MongooseErrors.MongooseServerSelectionError,
] as const;

/** A unique value is already in use, by a rule that no index can enforce. */
export class DuplicateValueError extends Error {}

/** Whether a write was refused because a unique value is already in use. */
export function isDuplicateKey(error: unknown): boolean {
  return (
    error instanceof DuplicateValueError ||
    (error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY_CODE)
  );
}

/** Whether a write failed because the disk is full; reads still work. */
function isDiskFull(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === DISK_FULL_CODE;
}

/** Whether the database could not be reached or did not answer in time; the request may be repeated later. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof mongo.MongoServerError)
    return (
      TEMPORARY_CODES.has(error.code) ||
      RETRYABLE_LABELS.some((label) => error.hasErrorLabel(label)) ||
      isLostConnection(wrappedIn(error))
    );
  return isLostConnection(error);
}

/** What the error of a bulk write wraps: a response of the server or any error, such as that of a connection. Otherwise the error. */
function wrappedIn(error: unknown): unknown {
  return error instanceof mongo.MongoBulkWriteError ? error.errorResponse : error;
}

/** Name of the driver's error when no connection is free in time. The driver does not export its class. */
const NO_CONNECTION_IN_TIME = 'MongoWaitQueueTimeoutError';

function isLostConnection(error: unknown): boolean {
  return (
    UNREACHABLE_ERRORS.some((type) => error instanceof type) ||
    isBrokenConnection(error) ||
    (error instanceof mongo.MongoDriverError && error.name === NO_CONNECTION_IN_TIME)
  );
}

function isBrokenConnection(error: unknown): error is { readonly code: unknown } {
  return (
    typeof error === 'object' && error !== null && 'code' in error && BROKEN_CONNECTION_CODES.has(error.code)
  );
}

/** The given error. A broken connection becomes an error of the driver with a label that makes the driver retry. */
export function asNetworkError(error: unknown, label: string): unknown {
  if (!(error instanceof mongo.MongoNetworkError) && !isBrokenConnection(error)) return error;
  const networkError =
    error instanceof mongo.MongoNetworkError
      ? error
      : new mongo.MongoNetworkError('The connection broke', { cause: error as unknown as Error });
  networkError.addErrorLabel(label);
  return networkError;
}

/** Waits for a write of a unique value. Returns whether it was stored: `false` if the value was already in use. */
export async function wasStored(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/**
 * Wraps a repository so that its methods fail with UNAVAILABLE when the database is away: the layers above do not know the
 * driver's errors. Objects that its methods return are wrapped as well, and mongoose's queries, which the types do not distinguish from promises,
 * become promises.
 */
export function translatingErrors<Repository extends object>(repository: Repository): Repository {
  return new Proxy(repository, {
    get(target, name, receiver): unknown {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return (...parameters: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, parameters);
        if (isThenable(result)) return Promise.resolve(result).catch(translated);
        return typeof result === 'object' && result !== null ? translatingErrors(result) : result;
      };
    },
  });
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function translated(error: unknown): never {
  const wrapped = wrappedIn(error);
  if (wrapped instanceof Failure) throw wrapped;
  if (isDiskFull(error))
    throw new Failure('UNAVAILABLE', 'The disk of the database is full; try again when it has space.');
  if (isDatabaseAway(error)) throw new Failure('UNAVAILABLE', 'The database is unavailable; try again soon.');
  throw error;
}

/** An error with MongoDB's label for conflicts, after which the driver runs the transaction again. */
export function transientTransactionError(reason: string): Error {
  const error = new mongo.MongoError(reason);
  error.addErrorLabel('TransientTransactionError');
  return error;
}
