import { bareLine, type ArticleLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { recordRoundTrips } from '../../support/recorded-commands';
import { graphql } from '../../support/http';

/** An article of a headword with whatever else it needs. */
function line(number: number, word: string, more: object = {}): ArticleLine {
  const { article, ...names } = bareLine('qaa_fr_1', number, word);
  return { ...names, article: { ...article, ...more } };
}

const meaning = (content: string, lang = 'en') => ({ translations: [{ lang, number: 1, content }] });

/** One article for each level at which `zo` can be found, worst first, and one that must not be. */
const TIERS = [
  line(1, 'mbi', meaning('a zo tree')),
  line(2, 'mba', { forms: ['zoka'] }),
  line(3, 'zongo'),
  line(4, 'bà-zo'),
  line(5, 'mbe', meaning('house, zo')),
  line(6, 'mbo', { entry: { headword: 'mbo', variants: ['zɔ́'] } }),
  line(7, 'zɔ̂'),
  line(8, 'mbu', { forms: [{ form: 'zo', type: 'plural' }] }),
  line(9, 'Zo'),
  line(10, 'zo'),
  line(11, 'mozo'),
];

const OTHERS = [
  ...['𞤀aa', '\uFA0Eaa', 'zaa'].map((word, i) => line(20 + i, word, meaning('adam letters'))),
  line(30, 'kalanga', meaning('chief')),
  line(31, 'kalambo', { ...meaning('chef', 'fr'), category: 'n', class: '7/8' }),
  line(32, 'zumbu', {
    category: 'v',
    translations: [
      { lang: 'fr', number: 1, content: 'coin' },
      { lang: 'en', number: 2, content: 'corner' },
    ],
  }),
  line(33, 'zimbi', meaning('coin')),
  line(34, 'kalanda'),
  ...['mọ̀kọ', 'mọkọ́', 'mọ̀kọ́'].map((word, i) => line(40 + i, word)),
  line(43, 'mbatu', { forms: ['mò̤ko'] }),
];

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(
    dictionaryFolder('qaa_fr_1', [...TIERS, ...OTHERS]),
    dictionaryFolder('qbb_fr_2', [bareLine('qbb_fr_2', 1, 'kalanga'), bareLine('qbb_fr_2', 2, 'wéwé')]),
  );
});

afterAll(() => server.close());

interface Search {
  readonly nodes: readonly {
    readonly article: { readonly number: number; readonly dictionaryId: string; readonly headword: string };
    readonly match: {
      readonly field: string;
      readonly level: string;
      readonly text: string;
      readonly lang: string;
    };
  }[];
  readonly totalCount: number | null;
  readonly didYouMean: readonly string[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

const SEARCH = `query ($text: String!, $filter: SearchFilter, $first: Int, $after: String, $page: Int, $sort: SortDirection) {
  search(text: $text, filter: $filter, first: $first, after: $after, page: $page, sort: $sort) {
    totalCount didYouMean pageInfo { hasNextPage endCursor }
    nodes { article { number dictionaryId: dictionaryPublicId headword } match { field level: tier text lang } } } }`;

async function search(text: string, more: object = {}): Promise<Search> {
  const { data, errors } = await graphql(server.url, SEARCH, {
    text,
    filter: { dictionary: 'qaa_fr_1' },
    ...more,
  });
  expect(errors).toEqual([]);
  return (data as { search: Search }).search;
}

const numbers = ({ nodes }: Search) => nodes.map(({ article }) => article.number);

test('articles are ordered by the quality of their match, and state the reason', async () => {
  const found = await search('zo', { first: 20 });

  expect(
    found.nodes.map(({ article, match }) => [article.number, match.level, match.field, match.text]),
  ).toEqual([
    [10, 'EXACT', 'HEADWORD', 'zo'],
    [9, 'LIGHT', 'HEADWORD', 'Zo'],
    [8, 'VARIANT', 'FORM', 'zo'],
    [7, 'FOLDED', 'HEADWORD', 'zɔ̂'],
    [6, 'FOLDED_VARIANT', 'VARIANT', 'zɔ́'],
    [5, 'TRANSLATION', 'TRANSLATION', 'house, zo'],
    [4, 'WORD', 'HEADWORD', 'bà-zo'],
    [3, 'PREFIX', 'HEADWORD', 'zongo'],
    [2, 'VARIANT_PREFIX', 'FORM', 'zoka'],
    [1, 'TRANSLATION_WORD', 'TRANSLATION', 'a zo tree'],
  ]);
  expect(found.totalCount).toBe(10);
});

test('pages of any size, by cursor or by number, contain the same sequence of hits', async () => {
  const allHits = numbers(await search('zo', { first: 20 }));

  for (const first of [1, 3, 4]) {
    const byCursor: number[] = [];
    let after: string | null = null;
    for (let more = true; more;) {
      const found: Search = await search('zo', { first, after });
      byCursor.push(...numbers(found));
      [after, more] = [found.pageInfo.endCursor, found.pageInfo.hasNextPage];
    }
    const byNumber: number[] = [];
    for (let page = 1; page <= Math.ceil(allHits.length / first); page++)
      byNumber.push(...numbers(await search('zo', { first, page })));

    expect(byCursor).toEqual(allHits);
    expect(byNumber).toEqual(allHits);
  }
});

test('a page after the last is empty, and has the total', async () => {
  expect(await search('zo', { first: 5, page: 9 })).toMatchObject({
    nodes: [],
    totalCount: 10,
    didYouMean: [],
  });
});

test.each(['ASC', 'DESC'])(
  'with a direction the response is in the order of headwords (%s)',
  async (sort) => {
    const ordered = [4, 2, 5, 1, 6, 8, 9, 10, 7, 3];
    const expected = sort === 'ASC' ? ordered : ordered.toReversed();

    const first = await search('zo', { first: 4, sort });
    const second = await search('zo', { first: 10, sort, after: first.pageInfo.endCursor });

    expect([...numbers(first), ...numbers(second)]).toEqual(expected);
    expect(numbers(await search('zo', { first: 4, page: 2, sort }))).toEqual(expected.slice(4, 8));
    expect(first.totalCount).toBe(10);
  },
);

test('equal matches are ordered by length, then headword, by code point beyond the basic plane', async () => {
  const found = await search('adam');

  // U+FA0E comes before U+1E900, although its UTF-16 unit comes behind the surrogates of the latter.
  expect(found.nodes.map(({ article }) => article.headword)).toEqual(['zaa', '\uFA0Eaa', '𞤀aa']);
});

test.each([
  ['mokó', [41, 42, 40, 43]],
  ['mòko', [40, 42, 41, 43]],
  ['mòkó', [42, 41, 40, 43]],
])('of words that are the same without marks, those with the marks of %s come first', async (text, order) => {
  const allHits = await search(text);
  const third = await search(text, { first: 1, page: 3 });

  expect(numbers(allHits)).toEqual(order);
  expect(numbers(third)).toEqual(order.slice(2, 3));
  expect(allHits.totalCount).toBe(4);
});

test('typing errors are searched only if nothing better than a prefix is found', async () => {
  expect((await search('kalonga')).nodes.map(({ match }) => match.level)).toEqual(['FUZZY']);
  expect(numbers(await search('kalanga'))).toEqual([30]);
});

test('all dictionaries are searched where none is named, and the same spelling is found in each', async () => {
  const found = await search('kalanga', { filter: null });

  expect(found.nodes.map(({ article }) => article.dictionaryId)).toEqual(['qaa_fr_1', 'qbb_fr_2']);
});

test.each(['1', 'qaa_fr_1'])('a dictionary is named by number or identifier (%s)', async (dictionaryId) => {
  expect(numbers(await search('kalanga', { filter: { dictionary: dictionaryId } }))).toEqual([30]);
});

test('an unknown dictionary has no hits', async () => {
  expect(await search('zo', { filter: { dictionary: 'nowhere' } })).toMatchObject({
    nodes: [],
    totalCount: 0,
  });
});

test('a filter restricts hits by category, class and language', async () => {
  const within = async (filter: object) =>
    numbers(await search('k', { filter: { dictionary: 'qaa_fr_1', ...filter } }));

  expect(await within({ category: 'n' })).toEqual([31]);
  expect(await within({ class: '7/8' })).toEqual([31]);
  expect(await within({ language: 'fr' })).toEqual([31]);
  expect(await within({ language: 'en' })).toEqual([30]);
  expect(await within({ category: 'v' })).toEqual([]);
});

test('with a language, translations into other languages do not match', async () => {
  const within = async (text: string, language: string) =>
    numbers(await search(text, { filter: { dictionary: 'qaa_fr_1', language } }));

  expect(await within('coin', 'fr')).toEqual([32]);
  expect(await within('coin', 'en')).toEqual([33]);
  expect(await within('corner', 'fr')).toEqual([]);
});

test('if nothing is found, similar words are suggested', async () => {
  expect(await search('klalamba')).toMatchObject({ nodes: [], didYouMean: ['kalambo'] });
  expect((await search('qqqqqq')).didYouMean).toEqual([]);
});

test.each(['', '  ', '-', '.*', '.....', '^', '[q-x]+', '$ne', '{"$gt":""}', '\u0000', '\ud800'])(
  'an empty text and database operators find nothing: %j',
  async (text) => {
    expect(await search(text)).toMatchObject({ nodes: [], totalCount: 0 });
  },
);

test('a text of more than 100 characters is refused', async () => {
  const { data, errors } = await graphql(server.url, SEARCH, { text: '𞤀'.repeat(101) });

  expect(data).toBeNull();
  expect(errors[0]?.extensions.code).toBe('INVALID_INPUT');
  expect(await search('𞤀'.repeat(100))).toMatchObject({ nodes: [] });
});

test.each([{ after: 'nonsense' }, { first: 0 }, { first: 101 }, { page: 0 }])(
  'an invalid range is refused: %j',
  async (page) => {
    const { errors } = await graphql(server.url, SEARCH, { text: 'zo', ...page });

    expect(errors[0]?.extensions.code).toBe('INVALID_INPUT');
  },
);

test('a cursor of a search by headword is refused by one by rank', async () => {
  const { pageInfo } = await search('zo', { first: 1, sort: 'ASC' });

  const { errors } = await graphql(server.url, SEARCH, { text: 'zo', after: pageInfo.endCursor });

  expect(errors[0]?.extensions.code).toBe('INVALID_INPUT');
});

test('half of the searches take two round trips to the database, none more than four, and hardly more commands', async () => {
  const texts = [
    'zo',
    'zongo',
    'kalanga',
    'kalan',
    'kalambo',
    'chief',
    'corner',
    'adam letters',
    'kalnga',
    'qqqq',
    'k',
  ];
  const query =
    'query ($text: String!) { search(text: $text, first: 5, filter: { dictionary: "qaa_fr_1" }) { nodes { match { tier } article { headword } } } }';
  const counts: number[] = [];
  let commands = 0;
  for (const text of texts) {
    const recorded = recordRoundTrips();
    const { errors } = await graphql(server.url, query, { text });
    recorded.stop();
    expect(errors).toEqual([]);
    counts.push(recorded.roundTrips());
    commands += recorded.commands.length;
  }

  const sorted = counts.toSorted((a, b) => a - b);
  expect(sorted[0]).toBeGreaterThan(0);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(2);
  expect(sorted.at(-1)).toBeLessThanOrEqual(4);
  // What goes out at once is one command.
  expect(commands).toBeLessThanOrEqual(3 * texts.length);
});
