import { ANONYMOUS } from '../../src/shared/viewer';
import { bareLine } from '../support/articles';
import { dictionaryFolder } from '../support/dictionary-files';
import { startGateway, type TestGateway } from '../support/gateway';
import { EAST_AND_SOUTH_AFRICAN } from './languages/east-and-south-african';
import type { Language } from './languages/language';
import { OTHER_SCRIPTS } from './languages/other-scripts';
import { WEST_AFRICAN } from './languages/west-african';

const LANGUAGES: readonly Language[] = [...WEST_AFRICAN, ...EAST_AND_SOUTH_AFRICAN, ...OTHER_SCRIPTS];

/** Place up to which a word must stand that was typed with an error. */
const POSITION_WITH_ERROR = 3;

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(
    ...LANGUAGES.map(({ dictionaryId, words }) =>
      dictionaryFolder(
        dictionaryId,
        Object.keys(words).map((word, i) => bareLine(dictionaryId, i + 1, word)),
        { abbr_name: dictionaryId.split('_').slice(0, 2).join('-') },
      ),
    ),
  );
});

afterAll(() => server.close());

/** The first headwords that are found in a dictionary, best first. */
async function found(dictionaryId: string, text: string): Promise<(string | null)[]> {
  const { items } = await server.gateway.search.search(ANONYMOUS, {
    text,
    filter: { dictionaryId },
    first: POSITION_WITH_ERROR,
    maxItems: POSITION_WITH_ERROR,
    fields: { headword: 1 },
  });
  return items.map(({ article }) => article.headword);
}

/** What is typed, but does not bring the word to one of the first places. */
async function missed(
  dictionaryId: string,
  typed: readonly (readonly [word: string, texts: readonly string[]])[],
  positions: number,
): Promise<string[]> {
  const misses: string[] = [];
  for (const [word, texts] of typed)
    for (const text of texts) {
      const words = await found(dictionaryId, text);
      if (!words.slice(0, positions).includes(word.normalize('NFC')))
        misses.push(`${text} for ${word} found ${words.join(', ')}`);
    }
  return misses;
}

const textsOf = (typed: Readonly<Record<string, string>>) =>
  Object.entries(typed).map(([word, texts]) => [word, texts.split('; ')] as const);

describe.each(LANGUAGES)('in $name', ({ dictionaryId, words, errors = {} }) => {
  test('common spellings of a word find it first', async () => {
    expect(await missed(dictionaryId, textsOf(words), 1)).toEqual([]);
  });

  test('a word comes first when it is spelled in full, and in capitals that a phone decomposed', async () => {
    const spelled = Object.keys(words).map(
      (word) => [word, [word, word.toUpperCase().normalize('NFD')]] as const,
    );

    expect(await missed(dictionaryId, spelled, 1)).toEqual([]);
  });

  test('a typing error leaves the word near the top', async () => {
    expect(await missed(dictionaryId, textsOf(errors), POSITION_WITH_ERROR)).toEqual([]);
  });

  test('a text without words finds nothing', async () => {
    for (const text of ['qxzzvwqp', 'ዠዠጰጰቨቨ', 'ظظضضثث']) expect(await found(dictionaryId, text)).toEqual([]);
  });
});
