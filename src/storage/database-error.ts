import { Error as MongooseErrors, mongo } from 'mongoose';

/** MongoDB's code for a second document with a unique key. */
const DUPLICATE_KEY = 11000;

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY;
}

/** Whether the database could not be reached or did not answer in time; the request may be repeated later. */
export function isDatabaseAway(error: unknown): boolean {
  return (
    error instanceof mongo.MongoNetworkError ||
    error instanceof mongo.MongoServerSelectionError ||
    error instanceof MongooseErrors.MongooseServerSelectionError ||
    error instanceof mongo.MongoNotConnectedError ||
    error instanceof mongo.MongoTopologyClosedError ||
    (error instanceof mongo.MongoServerError &&
      (error.code === 50 || error.hasErrorLabel('RetryableWriteError')))
  );
}
