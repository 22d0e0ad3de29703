import { bareLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { call, graphql } from '../../support/http';

const HAUSA = ['ɓaure', 'baba', 'shinkafa', 'sama', 'ɓera', '-ba', '12', 'buta', 'tsuntsu', 'taro'];
const SORTED = ['12', '-ba', 'baba', 'buta', 'ɓaure', 'ɓera', 'sama', 'shinkafa', 'taro', 'tsuntsu'];

const linesOf = (id: string, words: readonly string[]) => words.map((word, i) => bareLine(id, i + 1, word));

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(
    dictionaryFolder(
      'hau_eng_1',
      [
        ...linesOf('hau_eng_1', HAUSA),
        { ...bareLine('hau_eng_1', 99, 'ɓoye'), disable_article: true } as never,
      ],
      { language: 'ha' },
    ),
    dictionaryFolder('qaa_eng_2', linesOf('qaa_eng_2', ['ba', 'ab', 'gba', 'ga']), {
      search_profile: { alphabet: ['b', 'gb', 'a', 'g'] },
    } as never),
  );
});

afterAll(() => server.close());

interface Listed {
  readonly totalCount: number | null;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly pageNumber: number | null;
  readonly nodes: readonly { readonly headword: string }[];
}

async function list(filter: string, more = ''): Promise<Listed> {
  const { data, errors } = await graphql(
    server.url,
    `{ articles(filter: { ${filter} } ${more}) { totalCount pageNumber pageInfo { hasNextPage endCursor } nodes { headword } } }`,
    {},
  );
  expect(errors).toEqual([]);
  return (data as { articles: Listed }).articles;
}

const wordsOf = ({ nodes }: Listed) => nodes.map(({ headword }) => headword);
const HAU = 'dictionary: "hau_eng_1"';

test('articles of a dictionary are listed in the order of the alphabet of its language', async () => {
  const all = await list(HAU, 'orderBy: ALPHABET first: 20');
  const reversed = await list(HAU, 'orderBy: ALPHABET first: 20 sort: DESC');

  expect(wordsOf(all)).toEqual(SORTED);
  expect(wordsOf(reversed)).toEqual(SORTED.toReversed());
  expect(all.totalCount).toBe(10);
});

test('an article with a citation form is sorted by it, and the form is its headword', async () => {
  const id = 'swa_eng_3';
  const [soma, penda, aka] = linesOf(id, ['soma', 'penda', 'aka']);
  const cited = { ...penda, article: { entry: { headword: 'penda', citation: 'kupenda' } } };
  await server.load(dictionaryFolder(id, [soma!, cited as never, aka!], { language: 'sw' }));

  const all = await list(`dictionary: "${id}"`, 'orderBy: ALPHABET first: 20');
  const ofLetter = await list(`dictionary: "${id}" letter: "k"`);

  expect(wordsOf(all)).toEqual(['aka', 'penda', 'soma']);
  expect(wordsOf(ofLetter)).toEqual(['penda']);
});

test('pages follow each other by cursor, backwards and by number', async () => {
  const first = await list(HAU, 'orderBy: ALPHABET first: 4');
  const second = await list(HAU, `orderBy: ALPHABET first: 4 after: "${first.pageInfo.endCursor!}"`);
  const third = await list(HAU, 'orderBy: ALPHABET first: 4 page: 3');
  const last = await list(HAU, 'orderBy: ALPHABET last: 3');

  expect([first, second, third].flatMap(wordsOf)).toEqual(SORTED);
  expect([third.pageNumber, third.nodes.length]).toEqual([3, 2]);
  expect(third.pageInfo.hasNextPage).toBe(false);
  expect(wordsOf(last)).toEqual(SORTED.slice(-3));
});

test('the documented order stays the default', async () => {
  expect(wordsOf(await list(HAU, 'first: 3'))).toEqual(['12', '-ba', 'baba']);
  expect(wordsOf(await list(HAU, 'first: 20')).indexOf('ɓaure')).toBe(3);
});

test.each([
  ['b', ['-ba', 'baba', 'buta']],
  ['Ɓ', ['ɓaure', 'ɓera']],
  ['sh', ['shinkafa']],
  ['s', ['sama']],
  ['#', ['12']],
  ['z', []],
])('articles are found by their first letter: %s', async (letter, words) => {
  const found = await list(`${HAU}, letter: "${letter}"`);

  expect(wordsOf(found)).toEqual(words);
  expect(found.totalCount).toBe(words.length);
});

test('a dictionary has letters with their counts', async () => {
  const { data } = await graphql(
    server.url,
    '{ hau: dictionary(dictionary: "hau_eng_1") { letters { letter count } } qaa: dictionary(dictionary: "qaa_eng_2") { letters { letter count } searchProfile { alphabet } } }',
    {},
  );

  expect(data).toEqual({
    hau: {
      letters: [
        { letter: '#', count: 1 },
        { letter: 'b', count: 3 },
        { letter: 'ɓ', count: 2 },
        { letter: 's', count: 1 },
        { letter: 'sh', count: 1 },
        { letter: 't', count: 1 },
        { letter: 'ts', count: 1 },
      ],
    },
    qaa: {
      letters: ['b', 'gb', 'a', 'g'].map((letter) => ({ letter, count: 1 })),
      searchProfile: { alphabet: ['b', 'gb', 'a', 'g'] },
    },
  });
});

test('letters and their counts follow each write', async () => {
  const letters = async () => {
    const question = '{ dictionary(dictionary: "hau_eng_3") { letters { letter count } } }';
    const { data } = await graphql(server.url, question, {});
    return (data as { dictionary: { letters: unknown } }).dictionary.letters;
  };
  const load = (lines: readonly object[]) =>
    server.load(dictionaryFolder('hau_eng_3', lines as never, { language: 'ha' }));
  const [first, ...others] = linesOf('hau_eng_3', ['baba', 'buta', 'taro']);

  await load([first!]);
  expect(await letters()).toEqual([{ letter: 'b', count: 1 }]);
  await load([first!, ...others]);
  const sorted = [
    { letter: 'b', count: 2 },
    { letter: 't', count: 1 },
  ];
  expect(await letters()).toEqual(sorted);
  expect(await letters()).toEqual(sorted);
  await load([{ ...first!, disable_article: true }]);
  expect(await letters()).toEqual(sorted.map(({ letter }) => ({ letter, count: 1 })));
});

test('a declared alphabet orders the articles', async () => {
  expect(wordsOf(await list('dictionary: "qaa_eng_2"', 'orderBy: ALPHABET'))).toEqual([
    'ba',
    'gba',
    'ab',
    'ga',
  ]);
});

test('filters apply in this order too', async () => {
  expect(wordsOf(await list(`${HAU}, having: ENTRY, letter: "b"`))).toEqual(['-ba', 'baba', 'buta']);
  expect(wordsOf(await list(`${HAU}, having: EXAMPLE`, 'orderBy: ALPHABET'))).toEqual([]);
});

test.each([
  ['', 'orderBy: ALPHABET', 'the order of an alphabet requires a dictionary'],
  ['letter: "b"', '', 'letter requires a dictionary'],
  [`${HAU}, letter: "bb"`, '', 'letter must be a letter of the alphabet'],
  [HAU, 'orderBy: ALPHABET after: "x"', 'cursor'],
])('the arguments %s %s are refused', async (filter, more, message) => {
  const { errors } = await graphql(
    server.url,
    `{ articles(filter: { ${filter} } ${more}) { nodes { headword } } }`,
    {},
  );

  expect(JSON.stringify(errors)).toContain(message);
});

test('an unknown dictionary has no articles', async () => {
  expect(wordsOf(await list('dictionary: "nothing"', 'orderBy: ALPHABET'))).toEqual([]);
});

test('the page of a dictionary has its letters and its order', async () => {
  const { text } = await call(`${server.url}/dictionaries/hau_eng_1`);
  const { text: ofLetter } = await call(`${server.url}/dictionaries/hau_eng_1?letter=%C9%93`);

  expect(text).toMatch(/\?letter=%C9%93"\s+lang="ha" dir="auto"/);
  // The word of the day stands above the list, and may be either.
  expect(text.lastIndexOf('>buta<')).toBeLessThan(text.lastIndexOf('>ɓaure<'));
  expect(ofLetter).toContain('>ɓaure<');
  expect(ofLetter).not.toContain('>baba<');
  expect(ofLetter).toContain('aria-current="true"');
});
