import { bareLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { graphql } from '../../support/http';

const line = (number: number, word: string, more: object = {}) => ({
  ...bareLine('qaa_eng_1', number, word),
  article: { entry: { headword: word }, ...more },
});

const meaning = (content: string) => ({ translations: [{ lang: 'en', number: 1, content }] });

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(
    dictionaryFolder('qaa_eng_1', [
      line(1, 'penda', meaning('to love')),
      line(2, 'gida', meaning('elephant')),
      line(3, 'xale', meaning('small elephant')),
      line(4, 'kër'),
      line(5, 'omwana', { entry: { headword: 'omwana', variants: [{ radical: 'bolango', prefix: 'mu' }] } }),
      line(6, 'dhahabu'),
      line(7, 'njààmu', meaning('table')),
      line(8, 'kikotola'),
      line(9, 'paka', meaning('couteau')),
      line(10, 'owngu', meaning('moustique')),
      line(11, 'mwangalifu'),
      line(12, 'kibatanuka'),
      line(13, 'kiabtanuk'),
    ]),
  );
});

afterAll(() => server.close());

interface SearchResult {
  readonly didYouMean: readonly string[];
  readonly nodes: readonly {
    readonly article: { readonly number: number };
    readonly match: { readonly level: string; readonly text: string; readonly rule: string | null };
  }[];
}

async function search(text: string): Promise<SearchResult> {
  const { data, errors } = await graphql(
    server.url,
    'query ($text: String!) { search(text: $text) { didYouMean nodes { article { number } match { level: tier text rule } } } }',
    { text },
  );
  expect(errors).toEqual([]);
  return (data as { search: SearchResult }).search;
}

test.each([
  ['the end of an inflected word', 'ninapenda', { number: 1, level: 'PART', rule: '-penda' }],
  ['the end of one with several prefixes', 'tulimupenda', { number: 1, level: 'PART', rule: '-penda' }],
  ['the beginning of one', 'gidansa', { number: 2, level: 'PART', rule: 'gida-' }],
  ['a word of a phrase', 'xale yi', { number: 3, level: 'PART', rule: null }],
  ['the radical', 'bolango', { number: 5, level: 'RADICAL', rule: null }],
  ['a French spelling', 'keur', { number: 4, level: 'SOUND', rule: null }],
  ['a French spelling with a silent end', 'ndiamou', { number: 7, level: 'SOUND', rule: null }],
  ['another consonant', 'zahabu', { number: 6, level: 'SOUND', rule: null }],
  ['a plural with a typing error', 'elepants', { number: 2, level: 'TRANSLATION_FUZZY', rule: null }],
  ['a translation with a typing error', 'elepant', { number: 2, level: 'TRANSLATION_FUZZY', rule: null }],
  ['the end of a French word as it sounds', 'couto', { number: 9, level: 'TRANSLATION_FUZZY', rule: null }],
  ['another end as it sounds', 'moustic', { number: 10, level: 'TRANSLATION_FUZZY', rule: null }],
  [
    'a translation of several words with one',
    'small elepant',
    { number: 3, level: 'TRANSLATION_FUZZY', rule: null },
  ],
])('%s finds the article: %s', async (_, text, { number, ...match }) => {
  const { nodes } = await search(text);

  expect(nodes[0]).toMatchObject({ article: { number }, match });
});

test.each(['pend', 'nipen', 'qqpendqq', 'tablets of', 'wasingalipenda'])(
  'less than two fifths of a word are not a part: %s',
  async (text) => {
    const { nodes } = await search(text);

    expect(nodes.filter(({ match }) => match.level === 'PART')).toEqual([]);
  },
);

test.each([
  ['kitola', ['kikotola']],
  ['ikotla', ['kikotola']],
])('words that differ by two letters are suggested: %s', async (text, words) => {
  expect(await search(text)).toMatchObject({ nodes: [], didYouMean: words });
});

test.each(['mwagnalfu', 'mwenghalifu', 'wangalif', 'mwangelefu', 'mwxangalifz', 'wmangailfu'])(
  'a long word with two errors is found if nothing better is: %s',
  async (text) => {
    expect(await search(text)).toMatchObject({
      nodes: [{ article: { number: 11 }, match: { level: 'FUZZY', text: 'mwangalifu' } }],
      didYouMean: [],
    });
  },
);

test.each(['dhehebu', 'dhahepu', 'dhohabo'])(
  'a shorter word with two letters of similar sound is found if nothing better is: %s',
  async (text) => {
    expect(await search(text)).toMatchObject({
      nodes: [{ article: { number: 6 }, match: { level: 'FUZZY', text: 'dhahabu' } }],
      didYouMean: [],
    });
  },
);

test('a shorter word with another first letter or with letters of other sounds is not found', async () => {
  expect((await search('thehabu')).nodes).toEqual([]);
  expect((await search('dhamacu')).nodes).toEqual([]);
  expect((await search('dharapu')).nodes).toEqual([]);
});

test('a word with three errors, a short one with two and one beside a better hit are not found', async () => {
  expect((await search('mwenghelifu')).nodes).toEqual([]);
  expect((await search('dxahabz')).nodes).toEqual([]);
  expect((await search('kikotolu')).nodes.map(({ article }) => article.number)).toEqual([8]);
  expect((await search('kibatanuka')).nodes.map(({ article }) => article.number)).toEqual([12]);
});

test('words are suggested beside weak hits, but not those that were found', async () => {
  expect(await search('pendakikutola')).toMatchObject({ nodes: [], didYouMean: [] });
  expect((await search('elepant')).didYouMean).toEqual([]);
  expect((await search('dhahab')).nodes[0]?.match.level).toBe('PREFIX');
});
