import { bareLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { graphql } from '../../support/http';

/** An article of a made-up language with its translations into one language. */
const translated = (number: number, word: string, [lang, ...contents]: readonly string[]) => ({
  ...bareLine('qaa_fra_1', number, word),
  article: {
    entry: { headword: word },
    translations: contents.map((content, i) => ({ lang, number: i + 1, content })),
  },
});

/** A word of a translation, and French forms of it that share no stem with it. */
const FRENCH_FORMS: readonly (readonly [word: string, ...forms: string[]])[] = [
  ['genou', 'genoux'],
  ['cheveux', 'cheveu', 'les cheveux'],
  ['travail', 'travaux', 'des travaux'],
  ['œil', 'yeux'],
  ['vieux', 'vieille', 'vieilles'],
  ['blanc', 'blanche', 'blanches'],
  ['continuer', 'continuent'],
  ['disparaître', 'disparaissent', 'disparait'],
  ['boire', 'boit', 'buvait'],
  ['vendre', 'vend', 'vendu'],
  ['ouvrir', 'ouvert', 'ouverte'],
  ['craindre', 'craint', 'craignent'],
];

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(
    dictionaryFolder('qaa_fra_1', [
      translated(1, 'z', ['fr', 'eau (de pluie)']),
      translated(2, 'zz', ['fr', 'pluie, eau']),
      translated(3, 'zzz', ['fr', 'eau, liquide']),
      translated(4, 'zzzz', ['fr', "l'eau"]),
      translated(5, 'zzzzz', ['fr', "point d'eau"]),
      translated(6, 'ba', ['fr', 'cheval']),
      translated(7, 'be', ['fr', 'lettre (caractère)']),
      translated(8, 'bi', ['fr', 'maison en terre']),
      translated(9, 'bo', ['en', 'to run']),
      translated(10, 'bu', ['en', 'run to', 'escape']),
      translated(11, 'bubu', ['en', 'horses', 'the']),
      translated(12, 'bobo', ['en', 'the door of a house']),
      translated(13, 'baba', ['en', 'run away']),
      translated(14, 'bibi', ['en', '1. cup 2. small bowl']),
      ...FRENCH_FORMS.map(([word], i) => translated(20 + i, 'b'.repeat(9 + i), ['fr', word])),
    ]),
  );
});

afterAll(() => server.close());

async function numbersFor(field: 'search' | 'headwordsFor', text: string): Promise<number[]> {
  const { data, errors } = await graphql(
    server.url,
    field === 'search'
      ? 'query ($text: String!) { search(text: $text, first: 20) { nodes { article { number } } } }'
      : 'query ($text: String!) { headwordsFor(translation: $text) { article { number } } }',
    { text },
  );
  expect(errors).toEqual([]);
  const found = data as {
    search?: { nodes: { article: { number: number } }[] };
    headwordsFor?: { article: { number: number } }[];
  };
  return (found.search?.nodes ?? found.headwordsFor ?? []).map(({ article }) => article.number);
}

describe.each(['search', 'headwordsFor'] as const)('%s', (field) => {
  test.each([
    ['the only equivalent, the first, a later one, one with a note, a part', 'eau', [4, 3, 2, 1, 5]],
    ['an elided article', "l'eau", [4, 3, 2, 1, 5]],
    ['an elided article with the apostrophe of a phone', 'l’eau', [4, 3, 2, 1, 5]],
    ['a plural, in any language', 'chevaux', [6]],
    ['a plural where the translation has one', 'horse', [11]],
    ['an article', 'un cheval', [6]],
    ['a verb without and with what follows it', 'running', [9, 10, 13]],
    ['words in brackets', 'caractères', [7]],
    ['two words with others between them', 'maison terre', [8]],
    ['words of which some are stop words', 'door of the house', [12]],
    ['the equivalents of numbered senses', 'bowls', [14]],
    ['a word with the article joined to it', 'unecheval', [6]],
    ['a form of a word with the article joined to it', 'leschevaux', [6]],
    ['no word of an equivalent behind a joined stop word', 'lamaison', []],
  ])('finds %s: %s', async (_, text, numbers) => {
    expect(await numbersFor(field, text)).toEqual(numbers);
  });

  test.each(
    FRENCH_FORMS.flatMap(([word, ...forms], i) => forms.map((form) => [word, form, 20 + i] as const)),
  )('finds %s by %s', async (_, form, number) => {
    expect(await numbersFor(field, form)).toEqual([number]);
  });

  test('finds a stop word only where it is the whole equivalent', async () => {
    expect(await numbersFor(field, 'the')).toEqual([11]);
  });
});
