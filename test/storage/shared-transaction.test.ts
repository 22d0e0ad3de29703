import { setTimeout as sleep } from 'node:timers/promises';
import { jointWork, runInWork, Work } from '../../src/shared/work';
import { transactionsOf } from '../../src/storage/mongo/transaction';
import { testStorage, type TestStorage } from '../support/storage';

let storage: TestStorage;

beforeAll(async () => {
  storage = await testStorage();
});
afterAll(() => storage.close());

/** Stores a document for two requests in one transaction, of which one is ended by `between`, after the write and before the commit. */
async function storeForTwo(name: string, between: (one: Work) => void) {
  const [one, other] = [new Work('one'), new Work('other')];
  const transact = transactionsOf(storage.models.segments.db);
  const stored = runInWork(jointWork([one, other]), () =>
    transact(async (session) => {
      await storage.models.segments.collection.insertOne({ scope: name }, { session });
      between(one);
      await sleep(1);
    }),
  );
  await stored.catch(() => undefined);
  const count = await storage.models.segments.collection.countDocuments({ scope: name });
  return { count, hasStored: [one.hasStored, other.hasStored] };
}

test('what several requests asked for is stored for all of them', async () => {
  expect(await storeForTwo('all', () => undefined)).toEqual({ count: 1, hasStored: [true, true] });
});

test('nothing is stored together with what a refused request asked for', async () => {
  expect(
    await storeForTwo('left', (one) => {
      one.end();
    }),
  ).toEqual({ count: 0, hasStored: [false, false] });
});
