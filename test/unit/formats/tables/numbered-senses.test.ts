import { readArticle } from '../../../../src/domain/reading/read-article';
import type { ArticleContent } from '../../../../src/domain/article/article-content';
import { columnMapFrom, type ColumnMap } from '../../../../src/formats/tables/column-map';
import { guessColumns } from '../../../../src/formats/tables/guess-columns';
import { getRows, putRows } from '../../../../src/formats/tables/table-lens';

const MAP: ColumnMap = {
  columns: {
    Mot: { to: 'headword' },
    Cat: { to: 'categories', numbered: true },
    Fr: { to: 'translations', lang: 'fr', split: ';', numbered: true },
    Def: { to: 'definitions', lang: 'fr', numbered: true },
  },
};

const sensesIn = (cell: string, column: 'Fr' | 'Def' | 'Cat' = 'Fr') => {
  const content = readArticle(getRows([{ Mot: 'ji', [column]: cell }], MAP));
  const items = { Fr: content.translations, Def: content.definitions ?? [], Cat: content.categories }[column];
  return items.map(({ content: text, sense }) => [sense, text]);
};

test.each([
  '1. eau 2. rivière',
  '1.eau 2.rivière',
  '1) eau 2) rivière',
  '(1) eau (2) rivière',
  '1/ eau 2/ rivière',
  '1° eau ; 2° rivière',
  'a) eau, b) rivière',
  '(a) eau (b) rivière',
  '① eau ② rivière',
  '①eau②rivière',
  '1. eau;\n2. rivière',
])('%j has two senses', (cell) => {
  expect(sensesIn(cell)).toEqual([
    [1, 'eau'],
    [2, 'rivière'],
  ]);
});

test.each([
  '2. Weltkrieg',
  '1. Weltkrieg',
  '1.5 kg',
  '1.5 kg 2.5 kg',
  'eau 1. rivière 2. mer',
  '1. eau 3. mer',
  '1. eau 12. mer',
  'eau',
  'a) eau',
])('%j is a single text', (cell) => {
  expect(sensesIn(cell)).toEqual([[undefined, cell]]);
});

test('a sense may have several translations, and other columns have senses too', () => {
  expect(sensesIn('1. eau; liquide 2. rivière; 3. mer; océan')).toEqual([
    [1, 'eau'],
    [1, 'liquide'],
    [2, 'rivière'],
    [3, 'mer'],
    [3, 'océan'],
  ]);
  expect(sensesIn('1. n 2. v', 'Cat')).toEqual([
    [1, 'n'],
    [2, 'v'],
  ]);
  expect(sensesIn('1. ce qui coule; 2. cours d’eau', 'Def')).toEqual([
    [1, 'ce qui coule'],
    [2, 'cours d’eau'],
  ]);
});

function written(cell: string, change: (content: ArticleContent) => object): Record<string, string> {
  const row = { Mot: 'ji', Fr: cell };
  const content = readArticle(getRows([row], MAP));
  const [cells] = putRows([row], Object.assign({}, content, change(content)), MAP);
  return Object.fromEntries(Object.entries(cells).filter(([name]) => name !== 'Mot'));
}

const CELL = ' 1.  eau; liquide ;\n2. rivière  3) mer';

test.each(['eau', 'liquide', 'rivière  3) mer'])(
  'a changed translation of %s changes its text alone',
  (text) => {
    const change = ({ translations }: ArticleContent) => ({
      translations: translations.map((one) =>
        one.content === text ? Object.assign({}, one, { content: 'NEW' }) : one,
      ),
    });
    expect(written(CELL, change)).toEqual({ Fr: CELL.replace(text, 'NEW') });
    expect(written(CELL, () => ({}))).toEqual({ Fr: CELL });
  },
);

/** Every change is read again as it was made. */
const read = (cells: Record<string, string>) =>
  readArticle(getRows([{ Mot: 'ji', ...cells }], MAP)).translations;

test.each([
  ['a sense', '1. eau 2. rivière', { content: 'mer', sense: 3 }, '1. eau 2. rivière 3. mer'],
  [
    'a sense in brackets',
    '(a) eau; (b) rivière',
    { content: 'mer', sense: 3 },
    '(a) eau; (b) rivière; (c) mer',
  ],
  ['a translation of a sense', '1. eau 2. rivière', { content: 'onde', sense: 1 }, '1. eau; onde 2. rivière'],
])('%s is added to the cell', (_, cell, item, expected) => {
  const cells = written(cell, ({ translations }) => ({
    translations: [...translations, { lang: 'fr', ...item }],
  }));

  expect(cells).toEqual({ Fr: expected });
});

test.each([
  ['of a sense beyond the next', '1. eau 2. rivière', { content: 'mer', sense: 5 }],
  ['of no sense', '1. eau 2. rivière', { content: 'mer' }],
  ['of a sense, where there are none,', 'eau', { content: 'mer', sense: 2 }],
  ['with numbers in its text', '', { content: '1. a 2. b' }],
  ['with the next number in its text', '1. eau 2. rivière', { content: 'a 2. b', sense: 1 }],
])('a translation %s is written beside the cell and read again unchanged', (_, cell, item) => {
  const cells = written(cell, ({ translations }) => ({
    translations: [...translations, { lang: 'fr', ...item }],
  }));

  expect(cells['Fr'] ?? '').toBe(cell);
  expect(read(cells)).toEqual(expect.arrayContaining([expect.objectContaining({ lang: 'fr', ...item })]));
});

test('removing a translation keeps the numbers of the others', () => {
  const without =
    (text: string) =>
    ({ translations }: ArticleContent) => ({
      translations: translations.filter(({ content }) => content !== text),
    });
  expect(read(written('1. eau 2. rivière', without('eau')))).toMatchObject([
    { content: 'rivière', sense: 2 },
  ]);
  expect(read(written('1. eau 2. rivière', without('rivière')))).toMatchObject([
    { content: 'eau', sense: 1 },
  ]);
  expect(written('1. eau 2. rivière', () => ({ translations: [] }))).toEqual({});
});

const guessed = (...cells: readonly string[]) =>
  guessColumns({ header: ['Mot', 'Français'], rows: cells.map((cell, at) => [`mot${at}`, cell]) }).columns[
    'Français'
  ];

test('a column with numbered senses is found by its cells', () => {
  expect(guessed('eau', '1. eau 2. rivière', 'feu')).toMatchObject({ to: 'translations', numbered: true });
  expect(guessed('2. Weltkrieg', '1. Liga', '1.5 kg')).not.toHaveProperty('numbered');
  expect(guessed('1. 2. 3.', 'eau')).not.toHaveProperty('numbered');
  const many = Array.from({ length: 120 }, (_, at) => `texte ${at}`);
  expect(guessed('1. eau 2. rivière', ...many)).not.toHaveProperty('numbered');
  expect(guessed('1. eau 2. rivière', '1. a 2. b', '1. a 2. c', ...many)).toHaveProperty('numbered', true);
});

test('a map says so of columns that may have senses', () => {
  const given = (column: object) => columnMapFrom(JSON.stringify({ columns: { A: column } }));
  expect(given({ to: 'translations', numbered: true }).columns['A']).toEqual({
    to: 'translations',
    numbered: true,
  });
  expect(() => given({ to: 'headword', numbered: true })).toThrow(
    '"numbered" is allowed only for categories',
  );
  expect(() => given({ to: 'translations', numbered: true, sense: 2 })).toThrow('"numbered"');
});

test('cells of a row that is a sense have no numbered senses', () => {
  const content = readArticle(getRows([{ Mot: 'ji', Fr: '1. eau 2. onde' }, { Fr: 'rivière' }], MAP));
  expect(content.translations.map(({ content: text, sense }) => [sense, text])).toEqual([
    [1, '1. eau 2. onde'],
    [2, 'rivière'],
  ]);
});
