import { setTimeout as sleep } from 'node:timers/promises';
import { deriveArticle } from '../../src/domain/article/derive-article';
import type { ArticleRecord } from '../../src/domain/article/article-record';
import { testStorage, type TestStorage } from '../support/storage';

const DICTIONARY = 'aa_test';

let storage: TestStorage;

beforeAll(async () => {
  storage = await testStorage();
  await storage.models.dictionaries.collection.insertOne({ dictionaryId: DICTIONARY });
  await storage.articles.store(DICTIONARY, [{ after: record(1) }]);
});
afterAll(() => storage.close());

test('a long write completes although other writes conflict with each of its attempts', async () => {
  const { articles, segments } = storage.models;
  const bulkWrite = articles.collection.bulkWrite.bind(articles.collection);
  const small: Promise<unknown>[] = [];
  const spy = jest.spyOn(articles.collection, 'bulkWrite').mockImplementation(async (...given) => {
    const result = await bulkWrite(...given);
    small.push(segments.collection.updateMany({}, { $inc: { others: 1 } }));
    // The first two conflict, however long they take. One that is kept out goes on when the long write is done.
    await (small.length < 3 ? small.at(-1) : Promise.race([small.at(-1), sleep(300)]));
    return result;
  });

  const stored = await storage.articles.store(DICTIONARY, [{ after: record(2) }]).finally(() => {
    spy.mockRestore();
  });

  expect(stored).toEqual([2]);
  expect(small.length).toBeGreaterThan(2);
  await Promise.all(small);
  const counted = (await segments.find({ scope: DICTIONARY }).lean()).map(
    ({ counts }) => counts.shown['article'] ?? 0,
  );
  expect(counted.reduce((sum, count) => sum + count)).toBe(await articles.countDocuments({}));
});

test('a write that remembers a segment which has been split since counts in the new ones', async () => {
  const { segments } = storage.models;
  const one = await segments.findOne({ scope: DICTIONARY }).lean();
  const before = one?.counts.shown['article'] ?? 0;
  const { _id, counts, ...rest } = one!;
  // As another process splits it: all of its articles are before "w3".
  await segments.deleteOne({ _id });
  const from = record(3).sortKey.slice(0, 2);
  await segments.collection.insertMany([
    { ...rest, counts },
    { ...rest, from, counts: { shown: {}, hidden: {} } },
  ]);

  await storage.articles.store(DICTIONARY, [{ after: record(3) }]);

  const after = await segments.find({ scope: DICTIONARY }).sort({ from: 1 }).lean();
  expect(after.map((segment) => segment.counts.shown['article'] ?? 0)).toEqual([before, 1]);
});

function record(number: number): ArticleRecord {
  const source = { entry: { headword: `w${String(number)}` } };
  const now = new Date();
  return {
    ...deriveArticle({ dictionary: { dictionaryId: DICTIONARY }, number, source }),
    dictionaryId: DICTIONARY,
    number,
    publicId: `p${String(number)}`,
    source: JSON.stringify(source),
    revision: 1,
    isDisabled: false,
    likeCount: 0,
    unlikeCount: 0,
    createdAt: now,
    updatedAt: now,
    lastChange: { by: 'test', parts: ['article'] },
  };
}
