import { deriveArticle } from '../../src/domain/article/derive-article';
import { DictionaryService } from '../../src/services/dictionaries/dictionary.service';
import { SearchService } from '../../src/services/search/search.service';
import { ANONYMOUS } from '../../src/shared/viewer';
import { DictionaryRepository } from '../../src/storage/dictionaries/dictionary-repository';
import { transactionsOf } from '../../src/storage/mongo/transaction';
import { IndexedArticleSearch } from '../../src/storage/search/article-search';
import { recordCommands } from '../support/recorded-commands';
import { testStorage, type TestStorage, WITHOUT_CACHE } from '../support/storage';

const dictionary = { dictionaryId: 'qaa_1', targetLanguages: ['fr'] };
/** More than a search reads at once. */
const MANY = 130;
const ARTICLES = [
  // They are found by the stem of their translation, the last tier of whole equivalents.
  ...Array.from({ length: MANY }, (_, i) => ({
    headword: `kod${String(i)}`,
    translation: 'maison (grande)',
  })),
  ...Array.from({ length: 70 }, (_, i) => ({ headword: `maisons${String(i)}`, translation: 'chose' })),
  { headword: 'maisons', translation: 'maisons (de bois)' },
  { headword: 'masons', translation: 'chose' },
];

let storage: TestStorage;
let search: SearchService;

beforeAll(async () => {
  storage = await testStorage();
  const { models } = storage;
  search = new SearchService(
    { articleSearch: new IndexedArticleSearch(models), articles: storage.articles, readCache: WITHOUT_CACHE },
    new DictionaryService({
      dictionaries: new DictionaryRepository(models, transactionsOf(models.articles.db)),
    }),
  );
  await models.dictionaries.collection.insertOne({ ...dictionary, number: 1 });
  const documents = ARTICLES.map(({ headword, translation }, i) => {
    const source = { entry: { headword }, translations: [{ lang: 'fr', content: translation }] };
    const derived = deriveArticle({ dictionary, number: i + 1, source });
    const content = Object.assign({}, derived.content, { extra: '{}' });
    const stored = { dictionaryId: 'qaa_1', number: i + 1, publicId: String(i), isDisabled: false };
    return Object.assign(derived, stored, { content });
  });
  await models.articles.collection.insertMany(documents);
});

afterAll(() => storage.close());

test('a search with many hits in one tier does not query empty tiers again', async () => {
  const ask = () =>
    search.search(ANONYMOUS, {
      text: 'maisons',
      filter: { dictionaryId: 'qaa_1' },
      first: 10,
      maxItems: 10,
      fields: {},
    });
  // The first search of a dictionary runs twice.
  await ask();
  const { commands, stop } = recordCommands();
  try {
    const page = await ask();
    const read = commands.length;
    expect(page.items[0]?.article.headword).toBe('maisons');
    // The word, what begins with it, and what is translated by it; not what differs from it by a letter.
    expect(await page.total()).toBe(1 + 70 + MANY);
    expect(read).toBeLessThanOrEqual(6);
    expect(commands.length - read).toBeLessThanOrEqual(3);
  } finally {
    stop();
  }
});
