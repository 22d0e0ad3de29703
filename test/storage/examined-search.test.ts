import { inspect } from 'node:util';
import { deriveArticle } from '../../src/domain/article/derive-article';
import { DictionaryService } from '../../src/services/dictionaries/dictionary.service';
import type { SearchPage } from '../../src/services/search/search-page';
import type { SearchFilter } from '../../src/services/search/prepared-search';
import { SearchService } from '../../src/services/search/search.service';
import { ANONYMOUS, type Viewer } from '../../src/shared/viewer';
import { IndexedArticleSearch } from '../../src/storage/search/article-search';
import { DictionaryRepository } from '../../src/storage/dictionaries/dictionary-repository';
import { transactionsOf } from '../../src/storage/mongo/transaction';
import { filterOf, questionsIn, recordCommands } from '../support/recorded-commands';
import { examineAtMost } from '../support/replaced';
import { testStorage, type TestStorage, WITHOUT_CACHE } from '../support/storage';
import { ADMIN } from '../support/viewers';

const bounds = { MAX_EXAMINED: 10_000, FIRST_EXAMINED: 500 };

// The bound changes within this file: what is found with a small one is compared with what is found with the usual one.
examineAtMost(bounds);

const MANY = 120;
const SAME = 60;

let storage: TestStorage;
let search: SearchService;

beforeAll(async () => {
  storage = await testStorage();
  const { models } = storage;
  const dictionaries = new DictionaryRepository(models, transactionsOf(models.articles.db));
  const articleSearch = new IndexedArticleSearch(models);
  search = new SearchService(
    { articleSearch, articles: storage.articles, readCache: WITHOUT_CACHE },
    new DictionaryService({ dictionaries }),
  );
  await models.dictionaries.collection.insertOne({ dictionaryId: 'qaa_1', number: 1 });
  await models.articles.collection.insertMany(Array.from({ length: MANY }, (_, i) => article(i)));
  await models.articles.collection.insertMany(Array.from({ length: SAME }, (_, i) => alike(i)));
});

afterAll(() => storage.close());

beforeEach(() => {
  Object.assign(bounds, { MAX_EXAMINED: 10_000, FIRST_EXAMINED: 500 });
});

/** Every one begins with "ka"; rare values are far from each other and from the beginning. */
function article(i: number) {
  return stored(i, {
    entry: { headword: i % 9 === 0 ? `ka ba${String(i)}` : `kab${String(i)}`, variants: [`kav${String(i)}`] },
    category: i % 33 === 32 ? 'v' : 'n',
    class: i % 25 === 24 ? '7/8' : '1/2',
    examples: [i % 2 ? 'gbogbo nkan' : 'gbogbo eniyan'],
    translations: [
      {
        lang: i % 3 === 0 ? 'fr' : 'en',
        content: i % 40 === 39 ? 'red house of ka' : i % 2 ? 'house' : 'red thing',
      },
    ],
  });
}

/** One of many that are spelled alike. */
function alike(i: number) {
  const headword = i % 2 === 0 ? 'sòsòsò' : `sòsòsò${'abcdef'[i % 6]!}`;
  return stored(MANY + i, { entry: { headword, variants: ['tùtùtù'] }, category: i % 10 > 7 ? 'v' : 'n' });
}

function stored(i: number, source: object) {
  const derived = deriveArticle({
    dictionary: { dictionaryId: 'qaa_1' },
    number: i + 1,
    source: source as never,
  });
  const names = { dictionaryId: 'qaa_1', number: i + 1, publicId: String(i), isDisabled: i % 13 === 12 };
  return { ...derived, content: Object.assign({}, derived.content, { extra: '{}' }), ...names };
}

interface Asked {
  readonly text: string;
  readonly filter: SearchFilter;
  readonly viewer: Viewer;
}

const page = ({ text, filter, viewer }: Asked, page: object) =>
  search.search(viewer, { text, filter, maxItems: 100, first: 20, ...page });

const numbersOf = ({ items }: SearchPage) => items.map(({ article: { number } }) => number);

/** All that a search finds, by cursor from page to page; the walk must end by itself. */
async function walked(asked: Asked): Promise<{ numbers: number[]; pages: SearchPage[] }> {
  const pages: SearchPage[] = [];
  for (let after: string | undefined; pages.length <= 10 * MANY;) {
    const read = await page(asked, { after });
    pages.push(read);
    if (!read.hasNextPage) return { numbers: pages.flatMap(numbersOf), pages };
    after = read.endCursor ?? read.items.at(-1)?.cursor;
    expect(after).toBeDefined();
  }
  throw new Error('the search has no end');
}

const QUESTIONS: readonly (readonly [string, string, SearchFilter])[] = [
  ['beginnings', 'ka', {}],
  ['beginnings in a rare category', 'ka', { category: 'v' }],
  ['beginnings in a rare category and class', 'k', { category: 'v', class: '7/8' }],
  ['beginnings of one dictionary in a class', 'ka', { dictionaryId: 'qaa_1', class: '7/8' }],
  ['two words of translations', 'red house', {}],
  ['a word of translations into a language', 'house', { language: 'fr' }],
  ['a value that nothing has', 'ka', { category: 'nothing' }],
];

describe.each(QUESTIONS)('%s', (_, text, filter) => {
  test.each([
    ['a stranger', ANONYMOUS],
    ['an admin', ADMIN],
  ])('are found by cursor with any number of entries examined at once (%s)', async (__, viewer) => {
    const asked = { text, filter, viewer };
    const whole = await walked(asked);
    const total = await whole.pages[0]!.total();
    expect(total).toBe(whole.numbers.length);

    Object.assign(bounds, { FIRST_EXAMINED: 2, MAX_EXAMINED: 11 });
    const { numbers, pages } = await walked(asked);
    expect(numbers).toEqual(whole.numbers);
    expect([total, null]).toContain(await pages[0]!.total());
  });
});

test('a page that ends early has a next page and an unknown total', async () => {
  Object.assign(bounds, { FIRST_EXAMINED: 2, MAX_EXAMINED: 5 });
  const read = await page({ text: 'ka', filter: { category: 'v' }, viewer: ANONYMOUS }, {});

  expect(read.items.length).toBeLessThan(20);
  expect(read.hasNextPage).toBe(true);
  expect(await read.total()).toBeNull();
});

test('a page number beyond the examined items is refused, with a message how to continue', async () => {
  Object.assign(bounds, { FIRST_EXAMINED: 2, MAX_EXAMINED: 5 });
  const asked = { text: 'ka', filter: { category: 'v' }, viewer: ANONYMOUS };

  await expect(page(asked, { page: 2 })).rejects.toMatchObject({
    reason: 'INVALID_INPUT',
    message: expect.stringContaining('after') as string,
  });
});

test('no read or count of a search traverses an index without a bound', async () => {
  Object.assign(bounds, { FIRST_EXAMINED: 10, MAX_EXAMINED: 40 });
  const recorded = recordCommands();
  const read = await page({ text: 'ka', filter: { category: 'nothing' }, viewer: ANONYMOUS }, {});
  await read.total();
  recorded.stop();

  const prefixLookups = questionsIn(recorded.commands)
    .map(({ command }) => filterOf(command))
    .filter((filter) => 'keys.broad' in filter);
  expect(prefixLookups.filter((lookup) => '$or' in lookup)).not.toHaveLength(0);
  for (const { $or, ...alongIndex } of prefixLookups) {
    const entries = await storage.models.articles.collection.countDocuments(alongIndex);
    if ($or !== undefined) expect(entries).toBeLessThanOrEqual(40);
  }
});

describe.each([
  ['a spelling', 'sososo', {}],
  ['a spelling with its marks', 'sòsòsò', {}],
  ['a variant', 'tututu', {}],
  ['a long beginning', 'sosososo'.slice(0, 6), {}],
  ['a spelling in a rare category', 'sososo', { category: 'v' }],
  // Of typing errors 500 are looked at in any case, and these are their total.
  ['a spelling with an error', 'sososu', { category: 'v' }, 'is that of those'],
  ['a word of an example', 'gbogbo', {}, 'is that of those'],
  ['a word of an example in a rare category', 'gbogbo', { category: 'v' }, 'is that of those'],
  ['two words of an example', 'gbogbo eniyan', {}, 'is that of those'],
] as const)('of more articles that share %s than are examined', (_, text, filter, total?: string) => {
  const asked = { text, filter, viewer: ANONYMOUS };

  test('some are found, page after page, and their number is unknown', async () => {
    const whole = await walked(asked);
    expect(whole.numbers.length).toBeGreaterThan(2);

    Object.assign(bounds, { FIRST_EXAMINED: 2, MAX_EXAMINED: 11 });
    const { numbers, pages } = await walked(asked);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(whole.numbers).toEqual(expect.arrayContaining(numbers));
    if (total === undefined && numbers.length < whole.numbers.length)
      expect(await pages[0]!.total()).toBeNull();
  });

  test('no read examines more than the bound', async () => {
    Object.assign(bounds, { FIRST_EXAMINED: 2, MAX_EXAMINED: 11 });
    const recorded = recordCommands();
    for (const read of (await walked(asked)).pages) await read.total();
    recorded.stop();

    const exactLookups = questionsIn(recorded.commands).filter(({ command }) =>
      ['keys.precise', 'keys.content'].some((path) => path in filterOf(command)),
    );
    expect(exactLookups).not.toHaveLength(0);
    // Page after page asks for the same stretches of an index.
    const unlimited = new Map<string, object>();
    for (const { command } of exactLookups) {
      const { $and, 'keys.place': place, ...alongIndex } = filterOf(command);
      const isStopped =
        $and === undefined && place === undefined && !('sort' in command) && isLimited(command);
      if (!isStopped) unlimited.set(inspect(alongIndex, { depth: Infinity }), alongIndex);
    }
    for (const alongIndex of unlimited.values())
      expect(await storage.models.articles.collection.countDocuments(alongIndex)).toBeLessThanOrEqual(11);
  });
});

function isLimited({ limit, pipeline = [] }: Readonly<Record<string, unknown>>): boolean {
  return Boolean(limit) || (pipeline as readonly object[]).some((stage) => '$limit' in stage);
}
