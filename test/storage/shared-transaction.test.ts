import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../src/shared/failure';
import { currentWork, jointWork, runInWork, Work } from '../../src/shared/work';
import type { Writer } from '../../src/shared/work';
import { sessionEnded } from '../../src/storage/accounts/session-repository';
import { GroupCommit } from '../../src/storage/mongo/group-commit';
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

test('stores the writes of several requests in one transaction', async () => {
  expect(await storeForTwo('all', () => undefined)).toEqual({ count: 1, hasStored: [true, true] });
});

test('stores nothing of a refused request together with others', async () => {
  expect(
    await storeForTwo('left', (one) => {
      one.end();
    }),
  ).toEqual({ count: 0, hasStored: [false, false] });
});

/** Writes names as scopes of segments; one that is called "bad" fails alone. */
function groupsOf(live: ReadonlySet<string>) {
  const { models } = storage;
  const assertCurrent = () => {
    const { sessionId } = currentWork()?.writer ?? {};
    return sessionId === undefined || live.has(sessionId)
      ? Promise.resolve()
      : Promise.reject(sessionEnded());
  };
  const refusals = (writers: readonly Writer[]) => {
    const refused = writers.filter(({ sessionId }) => !live.has(sessionId));
    return Promise.resolve(new Map(refused.map((writer) => [writer, sessionEnded()])));
  };
  const transact = transactionsOf(models.segments.db, { check: { assertCurrent } });
  const groups = new GroupCommit(transact, { models, check: { refusals } });
  return groups.writerOf<string, string>({
    store: async (names, { session }) => {
      const good = names.filter((name) => !name.startsWith('bad'));
      const documents = good.map((scope) => ({ scope, from: scope }));
      if (good.length > 0) await models.segments.collection.insertMany(documents, { session });
      return names.map((name) =>
        good.includes(name) ? { result: name, isStored: true } : new Failure('CONFLICT', name),
      );
    },
  });
}

const storedScopes = async (prefix: string) => {
  const within = { $gte: prefix, $lt: `${prefix}~` };
  const found = storage.models.segments.collection.find({ scope: within });
  return (await found.toArray()).map((segment) => String(segment['scope'])).sort();
};

test('a write that fails does not fail those with which it was to be stored', async () => {
  const write = groupsOf(new Set());

  const outcomes = await Promise.allSettled(['one-1', 'bad', 'one-2', 'one-3'].map(write));

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(await storedScopes('one-')).toEqual(['one-1', 'one-2', 'one-3']);
});

test('the write that fails a whole transaction is found by halving, and the others are stored', async () => {
  const write = groupsOf(new Set());

  const outcomes = await Promise.allSettled(['two-1', 'two-2', 'two-2', 'two-3', 'two-4'].map(write));

  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(await storedScopes('two-')).toEqual(['two-1', 'two-2', 'two-3', 'two-4']);
});

test('nothing is stored for a writer whose session has ended, also in a group with others', async () => {
  const write = groupsOf(new Set(['a', 'c']));
  const works = ['a', 'gone', 'c'].map((sessionId) =>
    Object.assign(new Work(sessionId), { writer: { sessionId } }),
  );

  const outcomes = await Promise.allSettled([
    write('three-first'),
    ...works.map((work) => runInWork(work, () => write(`three-${work.caller!}`))),
  ]);

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await storedScopes('three-')).toEqual(['three-a', 'three-c', 'three-first']);
});
