import { mongo } from 'mongoose';
import { Failure } from '../../src/shared/failure';
import { translatingErrors } from '../../src/storage/mongo/database-error';

/** Codes of error_codes.yml of the MongoDB server, and of the driver's list of errors after which a read may be repeated. */
const TEMPORARY: readonly (readonly [string, number])[] = [
  ['HostUnreachable', 6],
  ['HostNotFound', 7],
  ['CursorNotFound', 43],
  ['MaxTimeMSExpired', 50],
  ['NetworkTimeout', 89],
  ['ShutdownInProgress', 91],
  ['ReadConcernMajorityNotAvailableYet', 134],
  ['PrimarySteppedDown', 189],
  ['ExceededTimeLimit', 262],
  ['SocketException', 9001],
  ['NotWritablePrimary', 10107],
  ['InterruptedAtShutdown', 11600],
  ['InterruptedDueToReplStateChange', 11602],
  ['NotPrimaryNoSecondaryOk', 13435],
  ['NotPrimaryOrSecondary', 13436],
];

const OF_THE_DRIVER: readonly (readonly [string, Error])[] = [
  // The driver throws it instead of repeating a write if it loses its server at that moment.
  [
    'a server that became unknown before a write was repeated',
    new mongo.MongoUnexpectedServerResponseError('Selected server does not support retryable writes'),
  ],
  ['a broken connection', new mongo.MongoNetworkError('connection 3 to 127.0.0.1:27017 closed')],
  ['a connection that has been closed', new mongo.MongoServerClosedError('Server is closed')],
  ['a broken pipe', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })],
  [
    'a broken connection inside the error of a bulk write',
    new mongo.MongoBulkWriteError(
      new mongo.MongoNetworkError('connection 3 to 127.0.0.1:27017 closed'),
      {} as never,
    ),
  ],
];

/** What callers of a repository get when its command fails. */
async function failureOf(error: Error): Promise<unknown> {
  const repository = translatingErrors({ read: () => Promise.reject(error) });
  return repository.read().catch((failure: unknown) => failure);
}

test.each(TEMPORARY)('a command that fails with %s (%i) may be sent again later', async (_, code) => {
  const failure = await failureOf(new mongo.MongoServerError({ code, errmsg: 'failed' }));

  expect(failure).toMatchObject({ reason: 'UNAVAILABLE' });
});

test.each(OF_THE_DRIVER)('after %s, a command may be sent again later', async (_, error) => {
  expect(await failureOf(error)).toMatchObject({ reason: 'UNAVAILABLE' });
});

test('a command that the server will never accept stays an error of the program', async () => {
  const badValue = new mongo.MongoServerError({ code: 2, errmsg: 'failed' });

  expect(await failureOf(badValue)).toBe(badValue);
  expect(await failureOf(new TypeError('failed'))).not.toBeInstanceOf(Failure);
});
