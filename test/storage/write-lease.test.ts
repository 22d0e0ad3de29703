import { WRITE_LEASE, WriteLease } from '../../src/storage/mongo/write-lease';
import { newArticle } from '../../src/services/articles/article-drafts';
import type { SystemRecord } from '../../src/storage/records';
import type { Gateway } from '../../src/server/compose';
import { eventually } from '../support/eventually';
import { startGateway } from '../support/gateway';
import { otherGateway } from '../support/other-gateway';
import { testStorage, type TestStorage } from '../support/storage';

let storage: TestStorage;

beforeAll(async () => {
  storage = await testStorage();
});
afterAll(() => storage.close());
beforeEach(async () => {
  await storage.models.system.deleteOne({ _id: WRITE_LEASE });
});

const storedTurn = () => storage.models.system.findOne({ _id: WRITE_LEASE }).lean<SystemRecord>();

/** Makes the end of the current lease one that no process may wait for. */
async function lastForHours(): Promise<number> {
  const until = Date.now() + 3_600_000;
  await storage.models.system.updateOne({ _id: WRITE_LEASE }, { $set: { until } });
  return until;
}

/** The lease of another process, which has had a conflict and holds it now. */
async function writingProcess(): Promise<WriteLease> {
  const lease = new WriteLease(storage.models);
  await lease.acquireAfterConflict();
  return lease;
}

test('a process that writes alone stores no lease', async () => {
  const lease = new WriteLease(storage.models);
  for (let n = 0; n < 20; n++) {
    await lease.acquire();
    await lease.release();
  }

  expect(await storedTurn()).toBeNull();
});

test('a process in conflict waits until the process before it has ended its lease', async () => {
  const first = await writingProcess();
  const order: string[] = [];
  const second = writingProcess().then(() => order.push('second enters'));
  await eventually(async () => (await storedTurn())?.next !== undefined);
  order.push('first leaves');
  await first.release();
  await second;

  expect(order).toEqual(['first leaves', 'second enters']);
});

test('a process that has ended its lease does not begin another one before the process that is next', async () => {
  const first = await writingProcess();
  const nextUntil = Date.now() + 500;
  const next = { next: 'another process', nextUntil };
  await storage.models.system.updateOne({ _id: WRITE_LEASE }, { $set: next });
  await first.release();
  await first.acquire();

  expect(Date.now()).toBeGreaterThanOrEqual(nextUntil);
});

test('a process that never has a conflict notices that another one writes', async () => {
  await writingProcess();
  const other = (await storedTurn())?.owner;
  await lastForHours();
  const busy = new WriteLease(storage.models);
  // Without a lease of its own, it would go on beside the other one for ever.
  await eventually(async () => {
    await busy.acquire();
    await busy.release();
    return (await storedTurn())?.owner !== other;
  });
});

test('the lease of a process that was killed ends by itself', async () => {
  await writingProcess();
  const killed = (await storedTurn())?.owner;
  await writingProcess();

  expect((await storedTurn())?.owner).not.toBe(killed);
});

test('a lease whose end another clock has set far into the future is taken over', async () => {
  await writingProcess();
  const until = await lastForHours();
  await writingProcess();

  expect((await storedTurn())?.until).toBeLessThan(until);
});

test('articles that two processes add at once to one dictionary are all stored, under numbers of their own', async () => {
  const first = await startGateway();
  const second = await otherGateway(first);
  const dictionaryId = 'qaa_fr_1';
  const [now, number] = [new Date(), await second.storage.counters.take('dictionary')];
  const dictionary = { dictionaryId, number, revision: 1, createdAt: now, updatedAt: now };
  await second.storage.dictionaries.insert(dictionary as never);
  const add = async ({ storage: { articles } }: Gateway, headword: string) => {
    const source = { entry: { headword } };
    const draft = newArticle({ dictionary: { dictionaryId }, source, number: 0, by: 'first' });
    const article = await articles.add(dictionaryId, { draft, isNamed: false });
    return article?.number ?? NaN;
  };
  const writers = [first.gateway, second].flatMap((gateway) => Array.from({ length: 4 }, () => gateway));
  const numbers = await Promise.all(
    writers.map(async (gateway, writer) => {
      const added: number[] = [];
      for (let n = 0; n < 5; n++) added.push(await add(gateway, `w${writer}n${n}`));
      return added;
    }),
  );
  await second.close();
  await first.close();

  expect(numbers.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
});
