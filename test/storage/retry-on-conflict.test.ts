import { setTimeout as sleep } from 'node:timers/promises';
import {
  transactionsOf,
  addressFor,
  COMMAND_TIME_LIMITS,
  REQUEST_TIME_LIMITS,
} from '../../src/storage/mongo/transaction';
import { testStorage, type TestStorage } from '../support/storage';

const DICTIONARY = 'aa_busy';

let storage: TestStorage;

beforeAll(async () => {
  storage = await testStorage();
  await storage.models.dictionaries.collection.insertOne({ dictionaryId: DICTIONARY });
});
afterAll(() => storage.close());

/** Writes a document that another process writes in its own transaction until then. */
async function writeAgainst(
  held: (written: Promise<unknown>) => Promise<unknown>,
  transactionMs: number,
): Promise<void> {
  const { db, collection } = storage.models.dictionaries;
  const other = await db.startSession();
  other.startTransaction();
  await collection.updateOne({ dictionaryId: DICTIONARY }, { $inc: { others: 1 } }, { session: other });
  const transact = transactionsOf(db, { timeLimits: { transactionMs } });
  const written = transact((session) =>
    collection.updateOne({ dictionaryId: DICTIONARY }, { $inc: { ours: 1 } }, { session }),
  );
  try {
    await held(written);
  } finally {
    await other.commitTransaction();
    await other.endSession();
  }
  await written;
}

test('a write that conflicts with a long one fails after its waiting time, and succeeds if that is longer', async () => {
  await expect(writeAgainst((written) => written, 100)).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
  await writeAgainst((written) => Promise.race([written, sleep(1500)]), COMMAND_TIME_LIMITS.transactionMs);

  const stored = await storage.models.dictionaries.collection.findOne({ dictionaryId: DICTIONARY });
  expect(stored).toMatchObject({ ours: 1 });
});

test.each([
  ['mongodb://db:27017', 'mongodb://db:27017/?serverSelectionTimeoutMS=10000'],
  ['mongodb://db:27017/griot', 'mongodb://db:27017/griot?serverSelectionTimeoutMS=10000'],
  ['mongodb://db/?replicaSet=a', 'mongodb://db/?replicaSet=a&serverSelectionTimeoutMS=10000'],
  ['mongodb://db/?serverSelectionTimeoutMS=500', 'mongodb://db/?serverSelectionTimeoutMS=500'],
])('a command waits longer for the server of %s, unless the address sets the time', (uri, expected) => {
  expect(addressFor({ uri, isEmbedded: false }, COMMAND_TIME_LIMITS).uri).toBe(expected);
  expect(addressFor({ uri, isEmbedded: false }, REQUEST_TIME_LIMITS).uri).toBe(uri);
});
