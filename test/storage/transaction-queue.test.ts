import { runInWork, Work } from '../../src/shared/work';
import { TransactionQueue, transactionsOf } from '../../src/storage/mongo/transaction';
import { testStorage, type TestStorage } from '../support/storage';

let storage: TestStorage;

beforeAll(async () => {
  storage = await testStorage();
});
afterAll(() => storage.close());

test('transactions are fair between callers: one transaction does not wait for all of a bulk writer', async () => {
  const transact = transactionsOf(storage.models.segments.db);
  const stored: string[] = [];
  const store = (caller: string) =>
    runInWork(new Work(caller), () =>
      transact(() => {
        stored.push(caller);
        return Promise.resolve();
      }),
    );

  await Promise.all([...Array.from({ length: 5 }, () => store('many')), store('one')]);

  expect(stored.indexOf('one')).toBeLessThanOrEqual(2);
  expect(stored).toHaveLength(6);
});

test('a queued transaction whose request has ended is not begun and leaves the queue', async () => {
  const queue = new TransactionQueue();
  const transact = transactionsOf(storage.models.segments.db, { queue });
  const [running, ended] = [new Work('a'), new Work('b')];
  let begun = 0;
  const first = runInWork(running, () => transact(() => new Promise((resolve) => setTimeout(resolve, 50))));
  const others = Array.from({ length: 12 }, () =>
    runInWork(ended, () =>
      transact(() => {
        begun++;
        return Promise.resolve();
      }),
    ),
  );
  ended.end();
  const outcomes = await Promise.allSettled([first, ...others]);

  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(12);
  expect(begun).toBe(0);
  // A long line that moves would let others wait for longer.
  expect(queue.isMoving(Infinity)).toBe(false);
});
