import { bareLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { graphql } from '../../support/http';

const DICTIONARY = 'bam_fra_1';

const subentries = (...words: readonly string[]) => ({
  relations: words.map((target) => ({ type: 'subentry', target })),
});

/** Words of which none begins like another. */
const wordOf = (i: number) => `${letterOf(i % 26)}${letterOf(Math.floor(i / 26))}falen`;
const letterOf = (i: number) => String.fromCharCode('a'.charCodeAt(0) + i);

const ARTICLES: readonly (readonly [headword: string, content: object])[] = [
  ['ji', { ...subentries('jikuru', 'jila', 'jí bɛ̀rɛ̀'), translations: [{ lang: 'fr', content: 'eau' }] }],
  ['jila', {}],
  ['so', { relations: [{ type: 'synonym', target: 'bonbon' }] }],
  [
    'ba',
    {
      ...subentries(...Array.from({ length: 400 }, (_, i) => wordOf(i))),
      translations: [{ lang: 'fr', content: 'fleuve' }],
    },
  ],
];

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  const lines = ARTICLES.map(([headword, content], i) => ({
    ...bareLine(DICTIONARY, i + 1, headword),
    article: { entry: { headword }, ...content },
  }));
  await server.load(dictionaryFolder(DICTIONARY, lines, {}));
});

afterAll(() => server.close());

async function search(text: string) {
  const { data, errors } = await graphql(
    server.url,
    'query ($text: String!, $dictionary: ID) { search(text: $text, filter: { dictionary: $dictionary }) { nodes { article { headword } match { tier field text } } } }',
    { text, dictionary: DICTIONARY },
  );
  expect(errors).toEqual([]);
  const { nodes } = (
    data as {
      search: {
        nodes: { article: { headword: string }; match: { tier: string; field: string; text: string } }[];
      };
    }
  ).search;
  return nodes.map(({ article, match }) => [article.headword, match.tier, match.field, match.text]);
}

test.each([
  ['jikuru', 'VARIANT', 'jikuru'],
  ['ji bere', 'FOLDED_VARIANT', 'jí bɛ̀rɛ̀'],
  ['jikur', 'VARIANT_PREFIX', 'jikuru'],
  ['jikuruu', 'SOUND', 'jikuru'],
])('the word of a subentry finds the article that has it: %s', async (typed, tier, text) => {
  expect((await search(typed))[0]).toEqual(['ji', tier, 'SUBENTRY', text]);
});

test('an article of the word itself comes first', async () => {
  expect(await search('jila')).toEqual([
    ['jila', 'EXACT', 'HEADWORD', 'jila'],
    ['ji', 'VARIANT', 'SUBENTRY', 'jila'],
  ]);
});

test('words of other relations do not find the article', async () => {
  expect(await search('bonbon')).toEqual([]);
});

test('hundreds of subentries leave the other words of their article', async () => {
  expect((await search('fleuve'))[0]?.slice(0, 2)).toEqual(['ba', 'TRANSLATION']);
  expect((await search(wordOf(60)))[0]?.slice(0, 2)).toEqual(['ba', 'VARIANT']);
});
