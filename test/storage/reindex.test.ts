import { deriveArticle, searchKeysOf } from '../../src/domain/article/derive-article';
import {
  needsReindex,
  reindex,
  reindexRequested,
  requestReindex,
} from '../../src/storage/migrations/reindex';
import { MigrationLock, REINDEX_LOCK } from '../../src/storage/migrations/migration-lock';
import { articlesFrom, writeKeys } from '../../src/storage/migrations/reindex-batch';
import { testStorage, type TestStorage } from '../support/storage';

const NEXT = { version: 99, versionOf: () => 99, keysOf: searchKeysOf };
const silent = { begins: () => undefined, proceeds: () => undefined };

let storage: TestStorage;

beforeEach(async () => {
  storage = await testStorage();
});

afterEach(() => storage.close());

async function addArticle(dictionaryId: string, number: number): Promise<void> {
  const derived = deriveArticle({
    dictionary: { dictionaryId },
    number,
    source: { entry: { headword: 'moto' } },
  });
  const content = Object.assign({}, derived.content, { extra: '{}' });
  await storage.models.articles.collection.insertOne({
    ...derived,
    content,
    dictionaryId,
    number,
    revision: 1,
  });
}

const stored = () => storage.models.articles.find({}, { _id: 0, keys: 1, rules: 1, revision: 1 }).lean();

test('a database without articles needs no reindex, even after articles are added', async () => {
  expect(await needsReindex(storage.models, 99)).toBe(false);
  await addArticle('qaa_1', 1);

  expect(await needsReindex(storage.models, 99)).toBe(false);
  expect(await needsReindex(storage.models, 100)).toBe(true);
});

test('a database that records no rules needs a reindex once', async () => {
  await addArticle('qaa_1', 1);

  expect(await needsReindex(storage.models, 99)).toBe(true);
  await reindex({ models: storage.models, rules: NEXT, callbacks: silent });
  expect(await needsReindex(storage.models, 99)).toBe(false);
});

test('a reindex gives every article the keys of its rules and changes nothing else', async () => {
  for (const dictionaryId of ['qaa_1', 'qbb_2']) await addArticle(dictionaryId, 1);
  const keysOf = () => ({ precise: ['lnew'], broad: [], place: '1' });

  const summary = await reindex({
    models: storage.models,
    rules: { ...NEXT, keysOf },
    callbacks: silent,
  });

  expect(summary).toEqual({ looked: 2, changed: 2, before: 0 });
  const rules = expect.objectContaining({ keys: 99, reading: 6, sort: 1 }) as object;
  const after = { keys: expect.objectContaining({ precise: ['lnew'] }) as object, rules, revision: 1 };
  expect(await stored()).toEqual([after, after]);
});

test('an article that changes while it is reindexed keeps its new content', async () => {
  await addArticle('qaa_1', 1);
  const [before] = await stored();
  for await (const batch of articlesFrom(storage.models, undefined)) {
    await storage.models.articles.collection.updateOne({ number: 1 }, { $set: { revision: 2 } });
    expect(await writeKeys(storage.models, batch, NEXT)).toBe(0);
  }

  expect(await stored()).toEqual([{ ...before, revision: 2 }]);
});

test('one of two simultaneous reindexes does the work, and the other has nothing to do', async () => {
  await addArticle('qaa_1', 1);
  const run = () => reindex({ models: storage.models, rules: NEXT, callbacks: silent });

  const changed = (await Promise.all([run(), run()])).map((summary) => summary.changed);

  expect(changed.sort()).toEqual([0, 1]);
});

test('the progress of a pass with other rules is not used', async () => {
  await addArticle('qaa_1', 1);
  const progress = { version: 98, requests: 0, dictionaryId: 'qzz', number: 9, looked: 40 };
  await storage.models.system.collection.insertOne({ _id: 'reindex' as never, progress });

  expect(await reindex({ models: storage.models, rules: NEXT, callbacks: silent })).toEqual({
    looked: 1,
    changed: 1,
    before: 0,
  });
});

describe('a dictionary whose rules have changed', () => {
  const versions = async () =>
    Object.fromEntries(
      (await storage.models.articles.find({}, { dictionaryId: 1, rules: 1 }).lean()).map((article) => [
        article.dictionaryId,
        article.rules.keys,
      ]),
    );
  const requests = () => storage.models.system.collection.countDocuments({ _id: /^reindex-of:/ as never });
  const asked = (rules: typeof NEXT = NEXT, signal = new AbortController().signal) =>
    reindexRequested({ models: storage.models, rules }, signal);

  beforeEach(async () => {
    for (const dictionaryId of ['qaa_1', 'qbb_2']) await addArticle(dictionaryId, 1);
  });

  it('gets new search keys, and no other dictionary does', async () => {
    const before = await versions();
    await requestReindex(storage.models, 'qbb_2');

    await asked();

    expect(await versions()).toEqual({ ...before, qbb_2: 99 });
    expect(await requests()).toBe(0);
  });

  it('is processed again if its rules change during the run', async () => {
    await requestReindex(storage.models, 'qaa_1');
    let changed: Promise<void> | undefined;
    const keysOf: typeof searchKeysOf = (origin) => {
      // Several commands of the pass follow this one.
      changed ??= requestReindex(storage.models, 'qaa_1');
      return searchKeysOf(origin);
    };

    await asked({ ...NEXT, keysOf });
    await changed;
    const left = await requests();
    await asked({ ...NEXT, version: 100, versionOf: () => 100 });

    expect(left).toBe(1);
    expect((await versions())['qaa_1']).toBe(100);
    expect(await requests()).toBe(0);
  });

  it('waits while another process rebuilds search keys, or this one ends', async () => {
    const before = await versions();
    await requestReindex(storage.models, 'qaa_1');
    const other = new MigrationLock(storage.models.system, REINDEX_LOCK);
    await other.take();

    await other.hold(() => asked());
    const ended = new AbortController();
    ended.abort();
    await asked(NEXT, ended.signal);

    expect(await versions()).toEqual(before);
    expect(await requests()).toBe(1);
  });

  it('is finished once all articles have new keys', async () => {
    await requestReindex(storage.models, 'qaa_1');
    await reindex({ models: storage.models, rules: NEXT, callbacks: silent });

    expect(await requests()).toBe(0);
  });
});
