import { bareLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { graphql } from '../../support/http';

const line = (number: number, headword: string, content?: string, example?: string) => ({
  ...bareLine('qab_eng_1', number, headword),
  article: {
    entry: { headword },
    ...(content && { translations: [{ lang: 'en', number: 1, content }] }),
    ...(example && { examples: [{ text: example, translation: { en: '' } }] }),
  },
});

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(
    dictionaryFolder('qab_eng_1', [
      line(1, 'bolo', 'house'),
      line(2, 'bolo ya tamba', 'house of hay'),
      line(3, 'tamba'),
      line(4, 'numo pelika'),
      line(5, 'pelika'),
      line(6, 'sirako', 'how are you'),
      line(7, 'nipo', 'goat', 'lopa durinki kesu'),
      line(8, 'durinki'),
      line(9, 'wesa', 'black cow', 'the goats sleep'),
      line(10, 'lume', 'to sleep soundly'),
    ]),
  );
});

afterAll(() => server.close());

/** The headwords that a text finds, best first. */
async function found(text: string): Promise<readonly string[]> {
  const query = `query ($text: String!) { search(text: $text, filter: { dictionary: "qab_eng_1" }) {
    nodes { article { headword } } } }`;
  const { data } = await graphql(server.url, query, { text });
  const { search } = data as {
    readonly search: { readonly nodes: readonly { readonly article: { readonly headword: string } }[] };
  };
  return search.nodes.map(({ article }) => article.headword);
}

test.each([
  ['a word with an ending', 'numoba pelika', 'numo pelika'],
  ['a word with two errors', 'numo pelixxa', 'numo pelika'],
  ['the spelling of another orthography', 'noumo pellika', 'numo pelika'],
  ['a further word', 'numo ka pelika', 'numo pelika'],
  ['another word between two', 'bolo wa tambas', 'bolo ya tamba'],
])('a headword of several words is found with %s, before its words', async (_, typed, headword) => {
  expect((await found(typed))[0]).toBe(headword);
});

test('words of a sentence are found before a headword with the same words in another order', async () => {
  expect((await found('pelika lusunda numo'))[0]).toBe('pelika');
});

test('an equivalent that nearly equals the text comes before one that is a single word of it', async () => {
  expect((await found('hous of hay'))[0]).toBe('bolo ya tamba');
});

test('an equivalent of stop words is found at the beginning of a text', async () => {
  expect(await found('how are you doing')).toEqual(['sirako']);
});

test('an example with both of two words comes before a translation with one of them, behind a headword', async () => {
  expect((await found('goats sleep'))[0]).toBe('wesa');
  expect((await found('lopa durinki'))[0]).toBe('durinki');
});
