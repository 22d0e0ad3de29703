import { bareLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { graphql } from '../../support/http';

/** Headwords by dictionary and language. */
const DICTIONARIES = [
  ['mey_fra_1', 'mey', ['كِتَابْ', 'رَاجِلْ', 'عَيْنْ', 'قَلْبْ', 'خيمة']],
  ['wol_fra_1', 'wo', ['نْدُخْ', 'تَرَنگَ']],
  ['shu_fra_1', 'shu', ['sûg', 'bêt']],
  ['words_1', undefined, ['كِتَابْ']],
  ['bam_fra_1', 'bm', ['ߓߟߏ', 'sɛbɛn', 'mɔgɔ']],
  ['nqo_fra_1', 'nqo', ['ߓߟߏ']],
  ['shi_fra_1', 'shi', ['ⴰⵖⵔⵓⵎ', 'ⵜⴰⵎⵖⴰⵔⵜ', 'ⴰⴼⵓⵙ']],
] as const;

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  for (const [id, language, words] of DICTIONARIES)
    await server.load(
      dictionaryFolder(
        id,
        words.map((word, i) => bareLine(id, i + 1, word)),
        language === undefined ? {} : { language },
      ),
    );
});

afterAll(() => server.close());

async function search(text: string, dictionary: string): Promise<(readonly [string, string])[]> {
  const { data, errors } = await graphql(
    server.url,
    'query ($text: String!, $dictionary: ID) { search(text: $text, filter: { dictionary: $dictionary }) { nodes { article { headword } match { tier } } } }',
    { text, dictionary },
  );
  expect(errors).toEqual([]);
  const { nodes } = (
    data as { search: { nodes: { article: { headword: string }; match: { tier: string } }[] } }
  ).search;
  return nodes.map(({ article, match }) => [article.headword, match.tier] as const);
}

test.each([
  ['kitab', 'mey_fra_1', 'كِتَابْ'],
  ['rajel', 'mey_fra_1', 'رَاجِلْ'],
  ['3ayn', 'mey_fra_1', 'عَيْنْ'],
  ['9alb', 'mey_fra_1', 'قَلْبْ'],
  ['khaima', 'mey_fra_1', 'خيمة'],
  ['ndox', 'wol_fra_1', 'نْدُخْ'],
  ['teranga', 'wol_fra_1', 'تَرَنگَ'],
])('Latin letters find a headword in Arabic ones: %s', async (typed, dictionary, headword) => {
  expect(await search(typed, dictionary)).toEqual([[headword, 'SOUND']]);
});

test('vowels that its signs contradict do not find a headword, nor does another language', async () => {
  expect(await search('kutub', 'mey_fra_1')).toEqual([]);
  expect(await search('kitab', 'words_1')).toEqual([]);
});

test.each([
  ['الرجالة', 'رَاجِلْ'],
  ['كتبي', 'كِتَابْ'],
  ['الخيمة', 'خيمة'],
  ['قلوب', 'قَلْبْ'],
])('forms in Arabic letters find their headword: %s', async (form, headword) => {
  expect((await search(form, 'mey_fra_1'))[0]).toEqual([headword, 'INFLECTED']);
});

test('Arabic letters find a headword of an Arabic dictionary in Latin ones', async () => {
  expect(await search('بيت', 'shu_fra_1')).toEqual([['bêt', 'SOUND']]);
});

test.each([
  ['bolo', 'bam_fra_1', 'ߓߟߏ'],
  ['bolo', 'nqo_fra_1', 'ߓߟߏ'],
  ['ߛߓߍ߲', 'bam_fra_1', 'sɛbɛn'],
  ['moo', 'bam_fra_1', 'mɔgɔ'],
  ['arroum', 'shi_fra_1', 'ⴰⵖⵔⵓⵎ'],
  ['tamrart', 'shi_fra_1', 'ⵜⴰⵎⵖⴰⵔⵜ'],
])('spellings of one sound find each other: %s', async (typed, dictionary, headword) => {
  expect((await search(typed, dictionary))[0]).toEqual([headword, 'SOUND']);
});

test('plurals in Latin letters find a headword in Tifinagh', async () => {
  expect((await search('ifassn', 'shi_fra_1'))[0]).toEqual(['ⴰⴼⵓⵙ', 'INFLECTED']);
});
