import { readArticle } from '../../../../src/domain/reading/read-article';
import type { ArticleContent } from '../../../../src/domain/article/article-content';
import { columnMapFrom, type ColumnMap } from '../../../../src/formats/tables/column-map';
import { guessColumns } from '../../../../src/formats/tables/guess-columns';
import { getRows, putRows } from '../../../../src/formats/tables/table-lens';

const MAP: ColumnMap = {
  columns: {
    Mot: { to: 'headword' },
    Fr: { to: 'translations', lang: 'fr', numbered: true },
    Ex: { to: 'examples', numbered: true },
    ExFr: { to: 'exampleTranslations', lang: 'fr', numbered: true },
    ExEn: { to: 'exampleTranslations', lang: 'en' },
  },
};

const examplesIn = (cells: Record<string, string>) =>
  readArticle(getRows([{ Mot: 'so', ...cells }], MAP)).examples.map(({ sense, content, lang, target }) => [
    sense,
    content,
    lang,
    target,
  ]);

const TWO = { Ex: '1. A bɛ so kɔnɔ. 2. So bɛ boli.', ExFr: '1) Il est là. 2) Il court.' };

test('numbered examples belong to the senses with these numbers', () => {
  expect(examplesIn({ Fr: '1. maison 2. cheval', ...TWO })).toEqual([
    [1, 'A bɛ so kɔnɔ.', 'fr', 'Il est là.'],
    [2, 'So bɛ boli.', 'fr', 'Il court.'],
  ]);
  expect(examplesIn(TWO).map(([sense]) => sense)).toEqual([1, 2]);
});

test('numbers of examples that the senses do not have are those of a list', () => {
  expect(examplesIn({ Fr: 'maison', ...TWO })).toEqual([
    [undefined, 'A bɛ so kɔnɔ.', 'fr', 'Il est là.'],
    [undefined, 'So bɛ boli.', 'fr', 'Il court.'],
  ]);
  const three = { Ex: '1. A. 2. B. 3. C.' };
  expect(examplesIn({ Fr: '1. maison 2. cheval', ...three }).map(([sense]) => sense)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('cells with different numbers are one example, since a translation could belong to another one', () => {
  expect(examplesIn({ Ex: TWO.Ex, ExFr: 'Il est là.' })).toEqual([[undefined, TWO.Ex, 'fr', 'Il est là.']]);
  expect(examplesIn({ ...TWO, ExEn: 'He is there.' })).toEqual([
    [undefined, TWO.Ex, 'fr', TWO.ExFr],
    [undefined, TWO.Ex, 'en', 'He is there.'],
  ]);
});

const ROW = { Mot: 'so', Fr: '1. maison 2. cheval', ...TWO };

function written(
  change: (examples: ArticleContent['examples']) => readonly object[],
): Record<string, string> {
  const content = readArticle(getRows([ROW], MAP));
  const [cells] = putRows([ROW], Object.assign({}, content, { examples: change(content.examples) }), MAP);
  return cells;
}

test('a changed example changes its text alone', () => {
  const renamed = written((all) =>
    all.map((one, at) => Object.assign({}, one, at === 1 && { content: 'NEW' })),
  );
  expect(renamed).toEqual({ ...ROW, Ex: '1. A bɛ so kɔnɔ. 2. NEW' });
  const translated = written((all) =>
    all.map((one, at) => Object.assign({}, one, at === 0 && { target: 'NEW' })),
  );
  expect(translated).toEqual({ ...ROW, ExFr: '1) NEW 2) Il court.' });
});

test.each<[string, (examples: ArticleContent['examples']) => readonly object[]]>([
  ['without changes', (all) => all],
  ['without the first example', (all) => all.slice(1)],
  ['without the last example', (all) => all.slice(0, -1)],
  ['without examples', () => []],
  ['with another example', (all) => [...all, { content: 'Ba', lang: 'fr', target: 'Mère', sense: 1 }]],
  ['with an example of the word', (all) => [...all, { content: 'Ba' }]],
  [
    'with numbers in a text',
    ([first, ...others]) => [Object.assign({}, first, { content: 'a 2. b' }), ...others],
  ],
  ['with numbers in the only text', () => [{ content: '1. a 2. b' }]],
])('an article %s is read again as it was written', (_, change) => {
  const strip = (all: readonly object[]) => all.map((one) => ({ ...one, number: 0 }));
  const before = readArticle(getRows([ROW], MAP)).examples;
  const after = readArticle(getRows([written(change)], MAP)).examples;

  expect(strip(after)).toHaveLength(change(before).length);
  expect(strip(after)).toEqual(expect.arrayContaining(strip(change(before))));
});

test('columns of numbered examples are found by their cells, and a map says so', () => {
  const header = ['Mot', 'Français', 'Exemple', "Traduction de l'exemple"];
  const rows = [['so', '1. maison 2. cheval', TWO.Ex, TWO.ExFr]];
  const { columns } = guessColumns({ header, rows });

  expect(columns['Exemple']).toMatchObject({ to: 'examples', numbered: true });
  expect(columns["Traduction de l'exemple"]).toMatchObject({ to: 'exampleTranslations', numbered: true });
  const given = columnMapFrom('{"columns": {"A": {"to": "examples", "numbered": true}}}');
  expect(given.columns['A']).toMatchObject({ numbered: true });
});
