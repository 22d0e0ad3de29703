import { deriveArticle } from '../../src/domain/article/derive-article';
import type { Json } from '../../src/shared/json';
import type { ArticleDocument } from '../../src/storage/articles/article-document';
import { migrate } from '../../src/storage/migrations/migrate';
import { MIGRATIONS } from '../../src/storage/migrations/migrations';
import { testStorage, type TestStorage } from '../support/storage';

/** More than the migration changes before it saves how far it is, and more than one of its batches. */
const MANY = 510;
const SOME = 110;

const DICTIONARIES = ['aa_test', 'bb_test'];

const SOURCE: Json = {
  entry: { headword: 'a' },
  category: ['n', 'v'],
  class: '7/8',
  example: 'x',
  translations: [{ lang: 'fr', number: 1, content: 'x' }],
};

const PAIRED = [
  ...['category+translation:fr', 'class+category=n', 'class+category=v', 'class+translation:fr'],
  ...['example+category=n', 'example+category=v', 'example+translation:fr'],
];

const SINGLE = [
  ...['article', 'category', 'category=n', 'category=v', 'class', 'class=7/8', 'entry', 'example'],
  'translation:fr',
];

let storage: TestStorage;

beforeEach(async () => {
  storage = await testStorage();
});

async function fill(count: number): Promise<void> {
  for (const dictionaryId of DICTIONARIES)
    await storage.models.articles.collection.insertMany(
      Array.from({ length: count }, (_, i) => {
        const derived = deriveArticle({ dictionary: { dictionaryId }, number: i + 1, source: SOURCE });
        const names = { dictionaryId, number: i + 1, publicId: String(i), revision: 1, isDisabled: false };
        // As the version before stored it: in single lists alone.
        return { ...names, ...derived, lists: SINGLE, rules: { ...derived.rules, reading: 1 } };
      }),
    );
  await storage.models.system.updateOne({ _id: 'format' }, { $set: { version: 4, oldestGateway: 3 } });
}

afterEach(() => storage.close());

const upgrade = () => migrate({ models: storage.models, migrations: MIGRATIONS, report: () => undefined });

async function expectPaired(count: number): Promise<void> {
  const fields = { _id: 0, lists: 1, 'rules.reading': 1 };
  const articles = await storage.models.articles.find({}, fields).lean<ArticleDocument[]>();
  expect(articles).toHaveLength(DICTIONARIES.length * count);
  const states = articles.map(({ lists, rules }) => JSON.stringify([[...lists].sort(), rules.reading]));
  expect([...new Set(states)]).toEqual([JSON.stringify([[...SINGLE, ...PAIRED].sort(), 6])]);
}

test('new and upgraded articles are in the same lists', async () => {
  const { lists } = deriveArticle({ dictionary: { dictionaryId: 'aa_test' }, number: 1, source: SOURCE });
  expect([...lists].sort()).toEqual([...SINGLE, ...PAIRED].sort());

  await fill(MANY);
  await upgrade();

  await expectPaired(MANY);
  const found = storage.lists.open({
    scope: 'aa_test',
    list: 'example+translation:fr',
    visibility: ['shown'],
  });
  expect(await found.total()).toBe(MANY);
});

test('an interrupted upgrade is completed at the next start', async () => {
  await fill(SOME);
  const { articles } = storage.models;
  const write = articles.collection.bulkWrite.bind(articles.collection);
  let writes = 0;
  jest.spyOn(articles.collection, 'bulkWrite').mockImplementation((...given) => {
    writes += 1;
    return writes > 2 ? Promise.reject(new Error('killed')) : write(...given);
  });
  await expect(upgrade()).rejects.toThrow('killed');
  jest.restoreAllMocks();
  await storage.models.system.updateOne({ _id: 'migration-lock' }, { $set: { until: 0 } });

  await upgrade();

  await expectPaired(SOME);
});

test('an article that is written while it is upgraded keeps what was written', async () => {
  await fill(SOME);
  const { articles } = storage.models;
  const write = articles.collection.bulkWrite.bind(articles.collection);
  jest.spyOn(articles.collection, 'bulkWrite').mockImplementationOnce(async (...given) => {
    await articles.collection.updateOne(
      { dictionaryId: 'aa_test', number: 1 },
      { $set: { revision: 2, lists: ['article', 'class', 'translation:en'] } },
    );
    return write(...given);
  });

  await upgrade();

  const one = await articles.findOne({ dictionaryId: 'aa_test', number: 1 }).lean();
  expect(one?.lists).toEqual(['article', 'class', 'translation:en', 'class+translation:en']);
});
