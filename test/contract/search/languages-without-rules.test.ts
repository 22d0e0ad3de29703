import { bareLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { graphql } from '../../support/http';

const WORDS = [
  'gar',
  'gulngin',
  'gulbatak',
  'umwana',
  'manangin',
  'kibatanuka',
  'kibatanakuu',
  'banangin',
  'yoodu',
  'sorpak',
  'ra-wump',
  'osu',
];

/** Words with the same beginning. */
const FEW_ALIKE = ['talok', 'talem', 'talun', 'talas', 'talig'];
const MANY_ALIKE = [...FEW_ALIKE, 'talop'];
const MORE_ALIKE = ['talig', 'talis', 'talib', 'talin', 'talir', 'talim'];

/** Words of Lozi and Igbo, whose rules lack some of their forms. */
const LOZI = ['lizazi', 'mutu', 'kuluta', 'kuna'];
const IGBO = ['rí', 'iro'];

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  // Urhobo, which has no rules, Swahili, which has some, and no language.
  for (const [id, metadata] of [
    ['urh_eng_1', { language: 'urh' }],
    ['swh_eng_1', { language: 'sw' }],
    ['words_1', {}],
  ] as const)
    await server.load(
      dictionaryFolder(
        id,
        WORDS.map((word, i) => bareLine(id, i + 1, word)),
        metadata,
      ),
    );
  for (const [id, language, words] of [
    ['loz_eng_1', 'loz', LOZI],
    ['ibo_eng_1', 'ig', IGBO],
    ['urh_eng_few', 'urh', FEW_ALIKE],
    ['urh_eng_many', 'urh', MANY_ALIKE],
    ['urh_eng_more', 'urh', MORE_ALIKE],
  ] as const)
    await server.load(
      dictionaryFolder(
        id,
        words.map((word, i) => bareLine(id, i + 1, word)),
        { language },
      ),
    );
});

afterAll(() => server.close());

async function search(text: string, dictionary: string | null): Promise<(readonly [string, string])[]> {
  const { data, errors } = await graphql(
    server.url,
    'query ($text: String!, $dictionary: ID) { search(text: $text, filter: { dictionary: $dictionary }) { totalCount nodes { article { headword } match { tier } } } }',
    { text, dictionary },
  );
  expect(errors).toEqual([]);
  const { nodes, totalCount } = (
    data as {
      search: {
        totalCount: number;
        nodes: { article: { headword: string }; match: { tier: string } }[];
      };
    }
  ).search;
  expect(totalCount).toBe(nodes.length);
  return nodes.map(({ article, match }) => [article.headword, match.tier] as const);
}

test.each([
  ['an ending behind a stem of three letters', 'garaa', 'gar'],
  ['a prefix before one', 'ngar', 'gar'],
  ['another ending than that of the headword', 'manazain', 'manangin'],
  ['a prefix before a stem with another ending', 'eyooda', 'yoodu'],
  ['another prefix than that before a hyphen', 'mbawump', 'ra-wump'],
  ['a suffix of three letters', 'osuzhi', 'osu'],
  ['a doubled letter before a suffix', 'osuuzi', 'osu'],
  ['prefixes of most Bantu languages', 'abana', 'umwana'],
])('forms are found without rules: %s', async (_, typed, headword) => {
  const found = [headword, 'PART'];

  expect((await search(typed, 'urh_eng_1'))[0]).toEqual(found);
  expect((await search(typed, 'words_1'))[0]).toEqual(found);
});

test.each(['garaa', 'gulzin', 'manazain', 'eyooda'])(
  'neither a search in all dictionaries nor one by the rules of another language guesses so: %s',
  async (typed) => {
    expect(await search(typed, null)).toEqual([]);
    expect(await search(typed, 'swh_eng_1')).toEqual([]);
  },
);

test('in a language with rules, words that share most of their letters are found too', async () => {
  expect(await search('bananza', 'swh_eng_1')).toEqual([['banangin', 'PART']]);
});

test('words that share few letters or have long endings are not found', async () => {
  expect(await search('gulaxxxxxx', 'words_1')).toEqual([]);
  expect(await search('guxx', 'words_1')).toEqual([]);
  // Endings that are longer together than what is before them.
  expect(await search('sorvet', 'words_1')).toEqual([]);
});

test('words that share three letters with a text are not found if many words have these, longer beginnings are', async () => {
  expect(await search('talvi', 'urh_eng_few')).toHaveLength(FEW_ALIKE.length);
  expect(await search('talvi', 'urh_eng_many')).toEqual([]);
  expect(await search('talikva', 'urh_eng_more')).toHaveLength(MORE_ALIKE.length);
});

test('guessed forms are found only if nothing else is', async () => {
  // One error away from the first, two errors from the second.
  expect(await search('kibatanuku', 'words_1')).toEqual([['kibatanuka', 'FUZZY']]);
  // The same letters with another ending, beside a word with one error.
  expect(await search('manangn', 'words_1')).toEqual([['manangin', 'FUZZY']]);
});

test.each([
  ['mazazi', 'lizazi'],
  ['batu', 'mutu'],
])('the rules of most Bantu languages complete those of one: %s', async (form, headword) => {
  expect(await search(form, 'loz_eng_1')).toEqual([[headword, 'PART']]);
});

test('a guessed headword has two fifths of the letters of the form', async () => {
  expect(await search('bainne', 'loz_eng_1')).toEqual([]);
});

test('a syllable behind a prefix of one vowel is found, after words that begin like the text', async () => {
  expect(await search('iri', 'ibo_eng_1')).toEqual([['rí', 'PART']]);
  expect((await search('ir', 'ibo_eng_1'))[0]).toEqual(['iro', 'PREFIX']);
});
