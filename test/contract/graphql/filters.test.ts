import type { ArticleLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { graphql } from '../../support/http';

interface Facts {
  readonly dictionary?: string;
  readonly category?: unknown;
  readonly class?: unknown;
  readonly type?: string;
  readonly language?: string;
}

/** An article whose number is its place in the order of the list. */
function line(number: number, facts: Facts): ArticleLine {
  const { dictionary = 'qaa_fr_1', language = 'fr', ...members } = facts;
  return {
    id_dico: dictionary,
    id_article: number,
    public_id: `${dictionary}-${String(number)}`,
    article: {
      entry: { headword: `w${String(number).padStart(3, '0')}` },
      ...members,
      translations: [{ lang: language, number: 1, content: 'x' }],
    },
  };
}

const LONG = 'a category whose name is far longer than what anybody would ever abbreviate';

const LINES = [
  line(1, { category: 'n', class: '7/8', type: 'noun' }),
  line(2, { category: 'v', type: 'verb' }),
  line(3, { category: ['n', 'adj'], class: [{ pair: '7/8' }], type: 'noun', language: 'en' }),
  line(4, { category: 'N', class: { pair: '9/10', value: '9' }, type: 'noun' }),
  line(5, { category: 'e\u0301', class: '9' }),
  line(6, { category: LONG, class: '7/8' }),
  line(7, { category: 'n', class: '7/8', type: 'noun' }),
];
const OTHERS = [line(8, { dictionary: 'qbb_fr_2', category: 'n', class: '7/8', type: 'noun' })];

/** More than the index of times is asked for. */
const MANY = Array.from({ length: 510 }, (_, i) =>
  line(i + 1, { dictionary: 'qcc_fr_3', category: i % 100 === 0 ? 'rare' : 'common' }),
);

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(dictionaryFolder('qaa_fr_1', LINES), dictionaryFolder('qbb_fr_2', OTHERS));
  await server.load(dictionaryFolder('qcc_fr_3', MANY));
});

afterAll(() => server.close());

interface Listing {
  readonly nodes: readonly { readonly number: number }[];
  readonly totalCount: number | null;
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

async function list(filter: object, page: object = { first: 100 }): Promise<Listing> {
  const { data, errors } = await graphql(
    server.url,
    `
      query (
        $filter: ArticleFilter
        $first: Int
        $after: String
        $last: Int
        $before: String
        $page: Int
        $sort: SortDirection! = ASC
      ) {
        articles(
          filter: $filter
          first: $first
          after: $after
          last: $last
          before: $before
          page: $page
          sort: $sort
        ) {
          nodes {
            number
          }
          totalCount
          pageInfo {
            endCursor
            hasNextPage
          }
        }
      }
    `,
    { filter, ...page },
  );
  expect(errors).toEqual([]);
  return (data as { articles: Listing }).articles;
}

const numbersOf = ({ nodes }: Listing) => nodes.map(({ number }) => number);

test.each([
  ['a category', { category: 'n' }, [1, 3, 7, 8]],
  ['a second category', { category: 'adj' }, [3]],
  ['a category in another case', { category: 'N' }, [4]],
  ['a category in NFD', { category: 'e\u0301' }, [5]],
  ['a category in NFC', { category: '\u00e9' }, [5]],
  ['a long category', { category: LONG }, [6]],
  ['a part of a category', { category: 'a category' }, []],
  ['an empty category', { category: '' }, []],
  ['a class, written as a pair or bare', { class: '7/8' }, [1, 3, 6, 7, 8]],
  ['a bare class', { class: '9' }, [4, 5]],
  ['a pair', { class: '9/10' }, [4]],
  ['a type', { type: 'verb' }, [2]],
  ['category and class', { category: 'n', class: '7/8' }, [1, 3, 7, 8]],
  ['all three and the dictionary', { dictionary: '1', category: 'n', class: '7/8', type: 'noun' }, [1, 3, 7]],
  ['a category of one dictionary', { dictionary: 'qbb_fr_2', category: 'n' }, [8]],
  ['a type and a language', { type: 'noun', language: 'en' }, [3]],
  ['a class and a part', { class: '7/8', having: 'TYPE' }, [1, 3, 7, 8]],
  ['a part and a language', { having: 'TYPE', language: 'fr' }, [1, 2, 4, 7, 8]],
  ['what excludes each other', { category: 'v', type: 'noun' }, []],
  ['what no article has', { category: 'nothing' }, []],
])('articles are narrowed by %s', async (_, filter, expected) => {
  const listing = await list(filter);

  expect(numbersOf(listing)).toEqual(expected);
  expect(listing.totalCount).toBe(expected.length);
});

test('cursors and pages walk a filtered list, both ways', async () => {
  const filter = { dictionary: 'qaa_fr_1', class: '7/8' };
  const first = await list(filter, { first: 2 });
  const second = await list(filter, { first: 2, after: first.pageInfo.endCursor });
  const pages = await Promise.all([1, 2, 3].map((page) => list(filter, { first: 2, page })));
  const backwards = await list(filter, { last: 3 });
  const descending = await list(filter, { first: 3, page: 1, sort: 'DESC' });

  expect([first, second].map(numbersOf)).toEqual([
    [1, 3],
    [6, 7],
  ]);
  expect([first, second].map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual([true, false]);
  expect(pages.map(numbersOf)).toEqual([[1, 3], [6, 7], []]);
  expect(numbersOf(backwards)).toEqual([3, 6, 7]);
  expect(numbersOf(descending)).toEqual([7, 6, 3]);
});

test('page numbers reach the first 10,000 articles of a filtered list, and cursors reach all', async () => {
  const { data, errors } = await graphql(
    server.url,
    '{ articles(filter: {category: "n"}, first: 100, page: 101) { totalCount } }',
  );

  expect(data).toBeNull();
  expect(errors[0]).toMatchObject({ extensions: { code: 'INVALID_INPUT' } });
  expect(errors[0]?.message).toContain('after');
  expect(numbersOf(await list({ category: 'n' }, { first: 100, page: 100 }))).toEqual([]);
});

test('a filter by a time that many articles match is read along the list, and counted', async () => {
  const inTime = { dictionary: 'qcc_fr_3', updatedBefore: '2999-01-01T00:00:00Z' };
  const numbers: number[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = await list(inTime, { first: 100, after });
    expect(page.totalCount).toBe(510);
    numbers.push(...numbersOf(page));
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  }

  expect(numbers).toEqual(MANY.map(({ id_article }) => id_article));
  expect(numbersOf(await list({ ...inTime, category: 'rare' }))).toEqual([1, 101, 201, 301, 401, 501]);
  expect(await list({ ...inTime, updatedAfter: '2998-01-01T00:00:00Z' })).toMatchObject({
    totalCount: 0,
    nodes: [],
  });
});
