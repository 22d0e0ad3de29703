import { WRITE_TURNS, WriteTurns } from '../../src/storage/mongo/write-turns';
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
  await storage.models.system.deleteOne({ _id: WRITE_TURNS });
});

const storedTurn = () => storage.models.system.findOne({ _id: WRITE_TURNS }).lean<SystemRecord>();

/** Makes the end of the current turn one that no process may wait for. */
async function lastForHours(): Promise<number> {
  const until = Date.now() + 3_600_000;
  await storage.models.system.updateOne({ _id: WRITE_TURNS }, { $set: { until } });
  return until;
}

/** The turns of another process, which has had a conflict and has its turn now. */
async function writingProcess(): Promise<WriteTurns> {
  const turns = new WriteTurns(storage.models);
  await turns.enterAfterConflict();
  return turns;
}

test('a process that writes alone stores nothing about turns', async () => {
  const turns = new WriteTurns(storage.models);
  for (let n = 0; n < 20; n++) {
    await turns.enter();
    await turns.leave();
  }

  expect(await storedTurn()).toBeNull();
});

test('a process in conflict waits until the process before it has ended its turn', async () => {
  const first = await writingProcess();
  const order: string[] = [];
  const second = writingProcess().then(() => order.push('second enters'));
  await eventually(async () => (await storedTurn())?.next !== undefined);
  order.push('first leaves');
  await first.leave();
  await second;

  expect(order).toEqual(['first leaves', 'second enters']);
});

test('a process that has ended its turn does not begin another one before the process that is next', async () => {
  const first = await writingProcess();
  const nextUntil = Date.now() + 500;
  const next = { next: 'another process', nextUntil };
  await storage.models.system.updateOne({ _id: WRITE_TURNS }, { $set: next });
  await first.leave();
  await first.enter();

  expect(Date.now()).toBeGreaterThanOrEqual(nextUntil);
});

test('a process that never has a conflict notices that another one writes', async () => {
  await writingProcess();
  const other = (await storedTurn())?.owner;
  await lastForHours();
  const busy = new WriteTurns(storage.models);
  // Without a turn of its own, it would go on beside the other one for ever.
  await eventually(async () => {
    await busy.enter();
    await busy.leave();
    return (await storedTurn())?.owner !== other;
  });
});

test('the turn of a process that was killed ends by itself', async () => {
  await writingProcess();
  const killed = (await storedTurn())?.owner;
  await writingProcess();

  expect((await storedTurn())?.owner).not.toBe(killed);
});

test('a turn whose end another clock has set far into the future is taken over', async () => {
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
