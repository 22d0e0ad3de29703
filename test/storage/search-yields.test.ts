import { deriveArticle } from '../../src/domain/article/derive-article';
import type { ArticleRecord } from '../../src/domain/article/article-record';
import { DictionaryService } from '../../src/services/dictionaries/dictionary.service';
import { SearchService } from '../../src/services/search/search.service';
import * as fairQueue from '../../src/shared/fair-queue';
import { ANONYMOUS } from '../../src/shared/viewer';
import { DictionaryRepository } from '../../src/storage/dictionaries/dictionary-repository';
import { transactionsOf } from '../../src/storage/mongo/transaction';
import { IndexedArticleSearch } from '../../src/storage/search/article-search';
import { testStorage, type TestStorage, WITHOUT_CACHE } from '../support/storage';

/** A translation of which only the beginning is compared. */
const LONG = `elephant, ${'an animal with a trunk '.repeat(150)}`.trim();

/** A search whose comparisons of articles are recorded, or all left out. */
class WatchedSearch extends IndexedArticleSearch {
  compared: (string | null)[] = [];
  isLeftOut = false;

  override async collect<Piece>(
    articles: readonly ArticleRecord[],
    make: (article: ArticleRecord) => readonly Piece[],
  ): Promise<readonly Piece[]> {
    this.compared.push(...articles.map(({ headword }) => headword));
    return this.isLeftOut ? [] : super.collect(articles, make);
  }
}

let storage: TestStorage;
let articleSearch: WatchedSearch;
let search: SearchService;

beforeAll(async () => {
  storage = await testStorage();
  const { models } = storage;
  articleSearch = new WatchedSearch(models);
  search = new SearchService(
    { articleSearch, articles: storage.articles, readCache: WITHOUT_CACHE },
    new DictionaryService({
      dictionaries: new DictionaryRepository(models, transactionsOf(models.articles.db)),
    }),
  );
  await models.dictionaries.collection.insertOne({ dictionaryId: 'qaa_1', number: 1 });
  const words = ['tàbala', 'tabálà', 'gondolo', 'nyumba ya jua', 'chacha'];
  const articles = [...words.map((headword, i) => article(i + 1, headword)), article(9, 'ndovu', LONG)];
  await models.articles.collection.insertMany(articles);
});

afterAll(() => storage.close());

function article(number: number, headword: string, translation = 'thing') {
  const source = { entry: { headword }, translations: [{ lang: 'en', content: translation }] };
  const derived = deriveArticle({ dictionary: { dictionaryId: 'qaa_1' }, number, source });
  return {
    ...derived,
    content: Object.assign({}, derived.content, { extra: '{}' }),
    dictionaryId: 'qaa_1',
    number,
    publicId: `qaa_1-${String(number)}`,
    isDisabled: false,
  };
}

async function found(text: string) {
  articleSearch.compared = [];
  const filter = { dictionaryId: 'qaa_1' };
  const page = await search.search(ANONYMOUS, { text, filter, maxItems: 10, fields: { content: 1 } });
  const hits = page.items.map((hit) => hit.article.headword);
  return { hits, suggested: await page.didYouMean() };
}

test.each([
  // Where an order is computed, it is for articles whose tier was found in the same way.
  ['of equal spellings without marks', 'tabala', ['tàbala', 'tabálà'], 2],
  ['of words that sound alike', 'tshatsha', ['chacha'], 2],
  ['of words with an error', 'gondalo', ['gondolo'], 1],
  ['of phrases', 'nyumba ya jja', ['nyumba ya jua'], 1],
])('comparing articles lets other requests continue (order %s)', async (_, text, headwords, times) => {
  const { hits } = await found(text);
  expect(hits.toSorted()).toEqual(headwords.toSorted());
  const { compared } = articleSearch;
  for (const headword of headwords)
    expect(compared.filter((one) => one === headword).length).toBeGreaterThanOrEqual(times);

  articleSearch.isLeftOut = true;
  try {
    expect((await found(text)).hits).toEqual([]);
  } finally {
    articleSearch.isLeftOut = false;
  }
});

test('comparing words for suggestions lets other requests continue, too', async () => {
  expect(await found('gozdalo')).toEqual({ hits: [], suggested: ['gondolo'] });
  articleSearch.isLeftOut = true;
  try {
    expect((await found('gozdalo')).suggested).toEqual([]);
  } finally {
    articleSearch.isLeftOut = false;
  }
});

test.each([
  ['by its key', 'elephant'],
  ['with an error', 'elephent'],
])('a hit shows a whole text of which only the beginning is compared (%s)', async (_, text) => {
  const filter = { dictionaryId: 'qaa_1' };
  const { items } = await search.search(ANONYMOUS, { text, filter, maxItems: 10, fields: { content: 1 } });
  const matches = await Promise.all(items.map(({ match }) => match()));
  expect(matches.map((match) => match.text)).toEqual([LONG]);
});

test('explaining hits lets other requests continue', async () => {
  const longSteps = jest.spyOn(fairQueue.longSteps, 'map');
  try {
    const filter = { dictionaryId: 'qaa_1' };
    const fields = { content: 1 } as const;
    const { items } = await search.search(ANONYMOUS, { text: 'tabala', filter, maxItems: 10, fields });
    longSteps.mockClear();
    const matches = await Promise.all(items.map(({ match }) => match()));

    expect(matches.map(({ text }) => text).toSorted()).toEqual(['tabálà', 'tàbala']);
    // All that is asked at once is one list of steps, which pauses between them.
    expect(longSteps.mock.calls.map(([hits]) => hits.length)).toEqual([2]);
  } finally {
    longSteps.mockRestore();
  }
});
