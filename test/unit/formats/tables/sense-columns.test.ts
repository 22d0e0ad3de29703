import fc from 'fast-check';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { columnMapFrom } from '../../../../src/formats/tables/column-map';
import { guessColumns } from '../../../../src/formats/tables/guess-columns';
import { getRows, putRows } from '../../../../src/formats/tables/table-lens';

const guess = (...header: string[]) => guessColumns({ header, rows: [] }).columns;

test.each([
  ['s2_es_gloss', { to: 'translations', lang: 'es', sense: 2 }],
  ['Sense 2 gloss', { to: 'translations', sense: 2 }],
  ['Français (sens 2)', { to: 'translations', lang: 'fr', sense: 2 }],
  ['Bedeutung 3', { to: 'translations', sense: 3 }],
  ['Maana 2', { to: 'translations', sense: 2 }],
  ['Acepción 2 ejemplo', { to: 'examples', n: 1, sense: 2 }],
  ['senses.2.definition', { to: 'definitions', sense: 2 }],
  ['s2_partOfSpeech', { to: 'categories', sense: 2 }],
])('a column "%s" is of its sense', (name, meaning) => {
  expect(guess('Lemma', name)[name]).toEqual(meaning);
});

test('reads numbered columns of one kind as a list, and of several kinds as senses', () => {
  expect(guess('Mot', 'Gloss 1', 'Gloss 2')).toMatchObject({
    'Gloss 1': { to: 'translations' },
    'Gloss 2': { to: 'translations' },
  });
  expect(guess('Mot', 'Gloss 1', 'Gloss 2')['Gloss 2']).not.toHaveProperty('sense');
  expect(
    guess('Mot', 'POS 1', 'Gloss 1', 'Example 1', 'Example 1 (fr)', 'POS 2', 'Gloss 2', 'Example 2', 'N°'),
  ).toEqual({
    Mot: { to: 'headword' },
    'POS 1': { to: 'categories', sense: 1 },
    'Gloss 1': { to: 'translations', sense: 1 },
    'Example 1': { to: 'examples', n: 1, sense: 1 },
    'Example 1 (fr)': { to: 'exampleTranslations', lang: 'fr', n: 1, sense: 1 },
    'POS 2': { to: 'categories', sense: 2 },
    'Gloss 2': { to: 'translations', sense: 2 },
    'Example 2': { to: 'examples', n: 2, sense: 2 },
    'N°': { to: 'id' },
  });
});

test('reads the columns beside the column of a second sense as the first sense', () => {
  expect(guess('lexeme', 'class', 'es_gloss', 's2_es_gloss', 's2_fr_gloss')).toEqual({
    lexeme: { to: 'headword' },
    class: { to: 'classes' },
    es_gloss: { to: 'translations', lang: 'es', sense: 1 },
    s2_es_gloss: { to: 'translations', lang: 'es', sense: 2 },
    s2_fr_gloss: { to: 'translations', lang: 'fr', sense: 2 },
  });
});

const COLUMNS = {
  Mot: { to: 'headword' },
  Classe: { to: 'classes' },
  'Sens 1': { to: 'translations', lang: 'fr', sense: 1, split: '|' },
  'Cat 1': { to: 'categories', sense: 1 },
  'Ex 1': { to: 'examples', n: 1, sense: 1 },
  'Sens 2': { to: 'translations', lang: 'fr', sense: 2, split: '|' },
  'Cat 2': { to: 'categories', sense: 2 },
  'Ex 2': { to: 'examples', n: 1, sense: 2 },
};
const MAP = columnMapFrom(JSON.stringify({ columns: COLUMNS }));
const ROW = {
  Mot: 'orí',
  Classe: '9',
  'Sens 1': 'tête',
  'Cat 1': 'n',
  'Sens 2': 'destin|chance',
  'Ex 2': 'orí ire',
};

test('cells belong to the sense of their column', () => {
  expect(readArticle(getRows([ROW], MAP))).toMatchObject({
    classes: [{ value: '9' }],
    categories: [{ content: 'n', sense: 1 }],
    translations: [
      { lang: 'fr', content: 'tête', sense: 1 },
      { lang: 'fr', content: 'destin', sense: 2 },
      { lang: 'fr', content: 'chance', sense: 2 },
    ],
    examples: [{ content: 'orí ire', sense: 2 }],
  });
});

test('writes a new item into the column of its sense, and items without a column beside them', () => {
  const content = readArticle(getRows([ROW], MAP));
  const categories = [...content.categories, { content: 'v', sense: 2 }];
  expect(putRows([ROW], Object.assign({}, content, { categories }), MAP)).toEqual([{ ...ROW, 'Cat 2': 'v' }]);

  const third = [...content.categories, { content: 'v', sense: 3 }];
  const [row] = putRows([ROW], Object.assign({}, content, { categories: third }), MAP);
  expect(row).toEqual({ ...ROW, griot: '{"categories":[{"content":"v","sense":3}]}' });
  expect(readArticle(getRows([row], MAP)).categories).toContainEqual(
    expect.objectContaining({ content: 'v', sense: 3 }),
  );
});

test('exports unchanged rows unchanged, and writes a changed sense only into its cell', () => {
  const cell = fc.stringMatching(/^[a-zɓɛ]{0,6}$/u);
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(COLUMNS)), cell), (cells) => {
      const filled = Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== ''));
      const content = readArticle(getRows([filled], MAP));
      expect(putRows([filled], content, MAP)).toEqual([filled]);

      const translations = content.translations.map((one) =>
        one.sense === 2 ? Object.assign({}, one, { content: 'autre' }) : one,
      );
      const [changed] = putRows([filled], Object.assign({}, content, { translations }), MAP);
      expect(changed).toEqual({ ...filled, ...('Sens 2' in filled && { 'Sens 2': 'autre' }) });
    }),
  );
});

test.each([0, 1.5, '2', 100])('a sense %j is refused, with the column', (sense) => {
  const text = JSON.stringify({ columns: { Gloss: { to: 'translations', sense } } });
  expect(() => columnMapFrom(text)).toThrow('column "Gloss": "sense" must be a number from 1 to 99');
});

test('a headword is of no sense', () => {
  const text = JSON.stringify({ columns: { Mot: { to: 'headword', sense: 1 } } });
  expect(() => columnMapFrom(text)).toThrow('one that belongs to a sense');
});
