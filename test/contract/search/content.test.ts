import { bareLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { call, graphql } from '../../support/http';

const line = (number: number, word: string, more: object = {}) => ({
  ...bareLine('qaa_eng_1', number, word),
  article: { entry: { headword: word }, ...more },
});

const example = (text: string, en: string, fr?: string) => ({ text, translation: { en, ...(fr && { fr }) } });

const LONG = `${'Voici des mots sans rapport. '.repeat(20)}Le griot chante la nuit.${' Et encore.'.repeat(40)}`;

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(
    dictionaryFolder(
      'qaa_eng_1',
      [
        line(1, 'zɔ', { examples: [example('Ame sia zɔ kpuie', 'This man walks slowly home', 'Il marche')] }),
        line(2, 'kpuie', { examples: [example('Wòzɔ kpuie', 'Home he walks; the man laughs')] }),
        line(3, 'dzi', { definitions: [{ content: 'Organ that pumps blood', lang: 'en' }] }),
        line(4, 'fli', {
          notes: [{ content: 'Heard along the coast' }],
          usages: ['ritual'],
          etymologies: [{ content: 'Borrowed from fishermen' }],
        }),
        line(5, 'ha', { examples: [example('x', LONG)] }),
        line(6, 'blood'),
        line(7, 'ame', { examples: [example('Ame ŋutɔ', 'walks', 'autre')] }),
        line(9, 'kɔfi', {
          translations: [{ lang: 'fr', content: 'café' }],
          notes: [{ content: "emprunté de l'arabe" }],
        }),
        line(10, 'kple', {
          senses: [
            { number: 1, indicator: 'musical instrument' },
            { number: 2, indicator: 'kple dze' },
          ],
          relations: [{ type: 'subentry', target: 'kple dze', sense: 2 }],
        }),
        line(8, 'foa', { examples: [example('Èfɔ̀a', 'How are you? (to friends)')] }),
      ],
      { abbr_name: 'qaa-eng' },
    ),
  );
});

afterAll(() => server.close());

interface Hit {
  readonly article: { readonly number: number };
  readonly match: {
    readonly level: string;
    readonly field: string;
    readonly lang: string | null;
    readonly text: string;
    readonly snippet: readonly { readonly text: string; readonly isMatch: boolean }[] | null;
  };
}

interface SearchResult {
  readonly totalCount: number | null;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly Hit[];
}

const QUERY = `query ($text: String!, $first: Int, $after: String, $sort: SortDirection, $language: String) {
  search(text: $text, first: $first, after: $after, sort: $sort, filter: { language: $language, dictionary: "qaa_eng_1" }) {
    totalCount
    pageInfo { hasNextPage endCursor }
    nodes { article { number } match { level: tier field lang text snippet { text isMatch } } }
  }
}`;

async function search(text: string, more: object = {}): Promise<SearchResult> {
  const { data, errors } = await graphql(server.url, QUERY, { text, ...more });
  expect(errors).toEqual([]);
  return (data as { search: SearchResult }).search;
}

const numbersOf = ({ nodes }: SearchResult) => nodes.map(({ article }) => article.number);
const marked = (hit: Hit | undefined) =>
  hit?.match.snippet?.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('');

test.each([
  ['an example', 'ame sia zo kpuie', 1, { field: 'EXAMPLE', lang: null, text: 'Ame sia zɔ kpuie' }],
  ['the translation of one', 'walking man', 1, { field: 'EXAMPLE', lang: 'en' }],
  ['a definition', 'pumping', 3, { field: 'DEFINITION', lang: 'en' }],
  ['a note', 'coast', 4, { field: 'NOTE', lang: null }],
  ['a note that is read in the language of the translations', 'arabes', 9, { field: 'NOTE', lang: null }],
  ['a usage label', 'ritual', 4, { field: 'USAGE', lang: null }],
  ['the indicator of a sense', 'instrument', 10, { field: 'INDICATOR', lang: null }],
  ['an etymology', 'fishermen', 4, { field: 'ETYMOLOGY', lang: null }],
])('words of %s find its article', async (_, text, number, match) => {
  const [first] = (await search(text)).nodes;

  expect(first).toMatchObject({ article: { number }, match: { level: 'CONTENT', ...match } });
});

test('content is not searched for a word that is a headword, and is the last match tier for others', async () => {
  expect(numbersOf(await search('blood'))).toEqual([6]);

  const inflected = await search('bloodia walks');
  expect(inflected.nodes.map(({ match }) => match.level)).not.toContain('CONTENT');
});

test('several words must all be in one article; those in one text, side by side, come first', async () => {
  const hits = await search('man walks home');

  expect(numbersOf(hits)).toEqual([1, 2]);
  expect(marked(hits.nodes[0])).toBe('This [man] [walks] slowly [home]');
  expect(numbersOf(await search('blood coast organ'))).not.toContain(3);
});

test('stop words are optional, and count if they are adjacent', async () => {
  expect(numbersOf(await search('the man who was walking'))).toEqual([2, 1]);
});

test('a sentence of stop words is found by its words', async () => {
  const { nodes } = await search('how are you');

  expect(nodes[0]?.article.number).toBe(8);
  expect(marked(nodes[0])).toBe('[How] [are] [you]? (to friends)');
});

test('a long text is cut around its words', async () => {
  const snippet = marked((await search('griot chante nuit')).nodes[0])!;

  expect(snippet).toContain('Le [griot] [chante] la [nuit]');
  expect(snippet.length).toBeLessThan(230);
  expect([snippet[0], snippet.at(-1)]).toEqual(['…', '…']);
});

test('translations of examples into other languages do not count if a language is given', async () => {
  expect(numbersOf(await search('autre'))).toEqual([7]);
  expect(numbersOf(await search('autre', { language: 'en' }))).toEqual([]);
});

test('pages follow each other, and sorted hits have their reasons', async () => {
  const first = await search('man walks home', { first: 1 });
  const second = await search('man walks home', { first: 1, after: first.pageInfo.endCursor });
  const sorted = await search('man walks home', { sort: 'ASC' });

  expect([numbersOf(first), numbersOf(second)]).toEqual([[1], [2]]);
  expect([first.totalCount, first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([
    2,
    true,
    false,
  ]);
  expect(numbersOf(sorted)).toEqual([2, 1]);
  expect(sorted.nodes.map(({ match }) => match.field)).toEqual(['EXAMPLE', 'EXAMPLE']);
});

test('a REST search finds them too, and its body has no new member', async () => {
  const { status, body } = await call(`${server.url}/lexicon/articles/qaa_eng_1?search=man+walks+home`);

  expect(status).toBe(200);
  expect((body['search'] as { id_article: number }[]).map(({ id_article: number }) => number)).toEqual([
    1, 2,
  ]);
  expect(Object.keys((body['search'] as object[])[0]!)).not.toContain('match');
});
