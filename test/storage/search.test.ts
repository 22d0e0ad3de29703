import { type DerivedFields } from '../../src/domain/article/article-record';
import { deriveArticle } from '../../src/domain/article/derive-article';
import { COMMON_FOLDING, foldingFor } from '../../src/domain/search/folding';
import { nearestOf, stepFor, textsFor } from '../../src/domain/search/match';
import { queryLanguages } from '../../src/domain/search/glosses/languages';
import { MATCH_TIERS, type MatchTier } from '../../src/domain/search/tiers';
import { profileOf } from '../../src/domain/search/profiles';
import { searchStepsOf } from '../../src/domain/search/match-tiers';
import { searchTextOf } from '../../src/domain/search/search-text';
import { DictionaryService } from '../../src/services/dictionaries/dictionary.service';
import { SearchService } from '../../src/services/search/search.service';
import * as paging from '../../src/shared/paging';
import { byCodePoint } from '../../src/shared/text';
import { ANONYMOUS, type Viewer } from '../../src/shared/viewer';
import { IndexedArticleSearch } from '../../src/storage/search/article-search';
import { DictionaryRepository } from '../../src/storage/dictionaries/dictionary-repository';
import { transactionsOf } from '../../src/storage/mongo/transaction';
import { replaceExport } from '../support/replaced';
import { testStorage, type TestStorage, WITHOUT_CACHE } from '../support/storage';
import { ADMIN } from '../support/viewers';

const DICTIONARIES = ['qaa_1', 'qbb_2', 'qcc_3'];
const WORLD = 600;

/** Bounds that fewer articles meet than their own. */
const BOUNDS = { MAX_COUNTED: 600, MAX_SORTED: 200 };

/** Articles that all begin alike and have one translation: more than are counted. */
const CROWD = 620;

type Stored = DerivedFields & {
  readonly dictionaryId: string;
  readonly number: number;
  readonly publicId: string;
  readonly isDisabled: boolean;
};

for (const name of ['MAX_COUNTED', 'MAX_SORTED'] as const) {
  let undo: (() => void) | undefined;
  beforeAll(() => {
    undo = replaceExport<typeof BOUNDS, typeof name>(paging, name, () => BOUNDS[name]);
  });
  afterAll(() => undo?.());
}

let storage: TestStorage;
let search: SearchService;
const world: Stored[] = [];

beforeAll(async () => {
  storage = await testStorage();
  const { models } = storage;
  const dictionaries = new DictionaryRepository(models, transactionsOf(models.articles.db));
  search = new SearchService(
    { articleSearch: new IndexedArticleSearch(models), articles: storage.articles, readCache: WITHOUT_CACHE },
    new DictionaryService({ dictionaries }),
  );
  for (const [i, dictionaryId] of [...DICTIONARIES, 'qzz_9'].entries())
    await models.dictionaries.collection.insertOne({ dictionaryId, number: i + 1 });
  for (let i = 0; i < WORLD; i++) world.push(randomArticle(i));
  const crowd = Array.from({ length: CROWD }, (_, i) =>
    stored('qzz_9', i, { headword: `kwa${String(i)}`, translations: ['common thing'] }),
  );
  const all = [...world, ...crowd].map((article) => ({
    ...article,
    content: Object.assign({}, article.content, { extra: '{}' }),
  }));
  for (let from = 0; from < all.length; from += 1000)
    await models.articles.collection.insertMany(all.slice(from, from + 1000));
});

afterAll(() => storage.close());

test.each([
  ['one dictionary', 'qaa_1', ANONYMOUS],
  ['one dictionary, hidden articles too', 'qbb_2', ADMIN],
  ['all dictionaries', null, ANONYMOUS],
] as const)(
  'a search finds what comparing every article finds, in the same order, page by page (%s)',
  async (_, dictionaryId, viewer) => {
    for (const text of [
      'a',
      'b',
      'ŋ',
      'ab',
      'bà',
      'aŋb',
      'aabb',
      'abab',
      'baŋà',
      'a-b',
      'sun',
      'old sun',
      'abŋab',
      'zzzz',
    ]) {
      const expected = lookedThrough(text, dictionaryId, viewer);
      const first = expected.length > 150 ? 49 : 13;
      const found: string[] = [];
      let after: string | undefined;
      do {
        const page = await search.search(viewer, {
          text,
          filter: { dictionaryId },
          first,
          after,
          maxItems: 100,
          fields: {},
        });
        found.push(...page.items.map(({ article }) => article.keys.place));
        // Which hits there are is counted anew for every page that asks.
        if (after === undefined || !page.hasNextPage) expect(await page.total()).toBe(expected.length);
        after = page.hasNextPage ? page.items.at(-1)!.cursor : undefined;
      } while (after !== undefined);
      const third = await search.search(viewer, {
        text,
        filter: { dictionaryId },
        first,
        page: 3,
        maxItems: 100,
        fields: {},
      });

      expect([text, ...found]).toEqual([text, ...expected]);
      expect(third.items.map(({ article }) => article.keys.place)).toEqual(
        expected.slice(2 * first, 3 * first),
      );
    }
  },
);

test.each(['k', 'kwa', 'common', 'common thing'])(
  'more articles than are counted are found (%s)',
  async (text) => {
    const page = await search.search(ANONYMOUS, { text, filter: { dictionaryId: 'qzz_9' }, maxItems: 10 });

    expect(page.items).toHaveLength(10);
    expect(page.hasNextPage).toBe(true);
    expect(await page.total()).toBeNull();
  },
);

test('a page far into a long response follows the one before it', async () => {
  const wish = { text: 'kwa', filter: { dictionaryId: 'qzz_9' }, first: 10, maxItems: 10 };
  const before = await search.search(ANONYMOUS, { ...wish, page: 58 });
  const page = await search.search(ANONYMOUS, { ...wish, page: 59 });
  const behind = await search.search(ANONYMOUS, { ...wish, after: before.items.at(-1)!.cursor });

  expect(page.items.map(({ cursor }) => cursor)).toEqual(behind.items.map(({ cursor }) => cursor));
  expect(page.items).toHaveLength(10);
  expect(page.hasNextPage).toBe(true);
});

test('a page beyond the hits that are counted is refused, and of fewer hits it is empty', async () => {
  const wish = { text: 'kwa', filter: { dictionaryId: 'qzz_9' }, first: 10, page: 61, maxItems: 10 };

  await expect(search.search(ANONYMOUS, wish)).rejects.toMatchObject({
    reason: 'INVALID_INPUT',
    message: expect.stringContaining('after') as string,
  });
  const few = await search.search(ANONYMOUS, { ...wish, text: 'kwa6' });
  expect(few).toMatchObject({ items: [], hasNextPage: false, hasPreviousPage: true });
  expect(await few.total()).toBeGreaterThan(1);
});

test('of many hits the best are ordered by headword', async () => {
  const wish = { filter: { dictionaryId: 'qzz_9' }, first: 20, maxItems: 100 };
  const read = async (given: object) => search.search(ANONYMOUS, { ...wish, text: 'kwa', ...given });
  const keysOf = ({ items }: Awaited<ReturnType<typeof read>>) => items.map(({ article }) => article.sortKey);
  const best: string[] = [];
  for (let page = 1; page <= 10; page++) best.push(...keysOf(await read({ page })));
  const ascending = best.toSorted(byCodePoint);

  for (const [sort, ordered] of [
    ['ASC', ascending],
    ['DESC', ascending.toReversed()],
  ] as const) {
    for (const page of [1, 2, 6, 10]) {
      const found = await read({ sort, page });
      const { hasNextPage, sortedHits } = found;
      expect(keysOf(found)).toEqual(ordered.slice(20 * (page - 1), 20 * page));
      expect([sortedHits, await found.total(), hasNextPage]).toEqual([200, null, page < 10]);
    }
    expect((await read({ text: 'kwa6', sort })).sortedHits).toBeUndefined();
  }
});

/** The places of the articles that a text finds, best first, told from every article by the rules of levels alone. */
/** The folding of a dictionary that declares no language. */
const UNDECLARED_FOLDING = foldingFor(profileOf({ dictionaryId: 'qaa_1', language: null }));

function lookedThrough(typed: string, dictionaryId: string | null, viewer: Viewer): string[] {
  const folding = dictionaryId === null ? COMMON_FOLDING : UNDECLARED_FOLDING;
  const text = searchTextOf(typed, {
    folding,
    languages: queryLanguages([], undefined),
  })!;
  const steps = searchStepsOf(text, folding);
  const near = steps.filter((step) => step.compare !== undefined && step.lastLookups === undefined);
  const seen = world.filter(
    (article) =>
      (dictionaryId === null || article.dictionaryId === dictionaryId) &&
      (viewer === ADMIN || !article.isDisabled),
  );
  // One that is unlikely counts only if its lookups find nothing else.
  const isCrowded = new Map(
    near.map((step) => {
      const { tier, lookups } = step;
      return [step, seen.filter((article) => stepFor(article, [{ tier, lookups }], undefined)).length > 1];
    }),
  );
  const ranked = seen.map((article) => ({
    article,
    step: stepFor(article, steps, undefined),
    place: article.keys.place,
  }));
  const rank = (tier: MatchTier) => MATCH_TIERS.indexOf(tier);
  const hasGood = ranked.some(
    ({ step }) => step !== undefined && rank(step.tier) <= rank('qualifiedTranslationForm'),
  );
  let found = ranked.flatMap(({ article, step, place }) => {
    if (step !== undefined)
      return [{ article, at: rank(step.tier), place: (step.order?.(article.keys) ?? '') + place }];
    const [nearest] = (hasGood ? [] : near).flatMap((step) => {
      const { tier, compare: isNear } = step;
      const best = nearestOf(textsFor(step, article.content, undefined), isNear!, folding);
      if (best?.distance.isUnlikely && isCrowded.get(step)) return [];
      return best === undefined ? [] : [{ article, at: rank(tier), place: best.distance.key + place }];
    });
    return nearest === undefined ? [] : [nearest];
  });
  const last = steps.filter(({ lastLookups }) => !hasGood && lastLookups !== undefined);
  for (const { tier, lastLookups, compare, maxOfUnlikely = 1 } of last) {
    const at = rank(tier);
    if (found.some((other) => other.at < at)) break;
    const lookups = lastLookups!();
    const candidates = seen.filter((article) => stepFor(article, [{ tier, lookups }], undefined));
    for (const article of candidates) {
      const best = nearestOf(textsFor({ tier, lookups }, article.content, undefined), compare!, folding);
      if (best === undefined || (best.distance.isUnlikely && candidates.length > maxOfUnlikely)) continue;
      const place = best.distance.key + article.keys.place;
      found = [...found.filter((other) => other.article !== article), { article, at, place }];
    }
  }
  return found
    .toSorted((a, b) => a.at - b.at || byCodePoint(a.place, b.place))
    .map(({ article }) => article.keys.place);
}

let state = 20261120;

/** A small generator of numbers below a bound, the same in every run. */
function below(bound: number): number {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor((state / 2147483648) * bound);
}

function randomArticle(i: number): Stored {
  const word = () =>
    Array.from({ length: 1 + below(6) }, () => 'aàbŋ-B '[below(7)])
      .join('')
      .trim() || 'b';
  const translations = ['sun', 'old sun', 'sun, moon', 'old (man); moon', 'sunny day'].slice(
    below(5),
    1 + below(5),
  );
  const dictionaryId = DICTIONARIES[below(3)]!;
  const isDisabled = below(7) === 0;
  const forms = below(3) === 0 ? [word()] : [];
  return { ...stored(dictionaryId, i, { headword: word(), translations, forms }), isDisabled };
}

interface Texts {
  readonly headword: string;
  readonly translations: readonly string[];
  readonly forms?: readonly string[];
}

function stored(dictionaryId: string, number: number, { headword, translations, forms = [] }: Texts): Stored {
  const source = {
    entry: { headword },
    forms: [...forms],
    translations: translations.map((content) => ({ lang: 'en', content })),
  };
  const publicId = `${dictionaryId}-${String(number)}`;
  return {
    ...deriveArticle({ dictionary: { dictionaryId }, number, source }),
    dictionaryId,
    number,
    publicId,
    isDisabled: false,
  };
}
