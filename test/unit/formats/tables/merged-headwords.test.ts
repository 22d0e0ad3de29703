import { readArticle } from '../../../../src/domain/reading/read-article';
import { PathCounts } from '../../../../src/formats/files/loss-report';
import { type ColumnMap } from '../../../../src/formats/tables/column-map';
import { guessColumns } from '../../../../src/formats/tables/guess-columns';
import { getRows, putRows } from '../../../../src/formats/tables/table-lens';
import { openXlsx } from '../../../../src/formats/workbooks/open-workbook';
import { sheetRow, textCell, workbookOf } from '../../../support/workbooks';

const cells = (...rows: (readonly string[])[]) =>
  rows
    .map((row, at) =>
      sheetRow(
        at + 1,
        ...row.map((text, column) => (text === '' ? '' : textCell(`${'ABC'[column] ?? ''}${at + 1}`, text))),
      ),
    )
    .join('');

const ROWS = cells(
  ['Mot', 'Français', 'Note'],
  ['ji', 'eau'],
  ['', 'jus'],
  ['so', 'cheval'],
  ['ba', 'fleuve'],
  ['', 'chèvre'],
);

async function opened(merged: readonly string[], options = {}) {
  const references = merged.map((range) => `<mergeCell ref="${range}"/>`).join('');
  const after = `<mergeCells count="${merged.length}">${references}</mergeCells>`;
  const source = await openXlsx(await workbookOf([{ name: 'Words', rows: ROWS, after }]), options);
  const words: string[] = [];
  for await (const { source: article } of source.entries(new PathCounts())) {
    const { entry, translations } = readArticle(article ?? {});
    words.push(`${entry.headword ?? ''}: ${translations.map(({ content }) => content).join(', ')}`);
  }
  return { words, preview: source.preview ?? [], map: source.map ?? '' };
}

const SEPARATE = ['ji: eau', ': jus', 'so: cheval', 'ba: fleuve', ': chèvre'];

test('rows beside a headword that is merged over them belong to its article, and the import says so', async () => {
  const { words, preview, map } = await opened(['A2:A3', 'A5:A6']);
  expect(words).toEqual(['ji: eau, jus', 'so: cheval', 'ba: fleuve, chèvre']);
  expect(preview.at(-1)).toContain('Headwords are merged over several rows');
  expect(map).toContain('"rows": "continue"');
});

test.each([
  ['cells beside each other', ['A2:B2']],
  ['cells of another column', ['B2:B3', 'B5:B6']],
  ['the headword of few of the rows without one', ['A2:A3']],
])('%s do not join rows', async (_, merged) => {
  const { words, preview } = await opened(merged);
  expect(words).toEqual(SEPARATE);
  expect(preview.at(-1)).not.toContain('merged');
});

test('a person may have each row as an article', async () => {
  const { words } = await opened(['A2:A3', 'A5:A6'], { rows: 'separate' });
  expect(words).toEqual(SEPARATE);
});

const MAP: ColumnMap = {
  columns: { Mot: { to: 'headword', split: ';' }, Fr: { to: 'translations', lang: 'fr' } },
};

test('the first of several headwords of a cell is the headword, and the others are variants', () => {
  const header = ['Mot', 'Français'];
  const rows = [
    ['mulumbwana; mwana', 'garçon'],
    ['ji', 'eau'],
  ];
  expect(guessColumns({ header, rows }).columns['Mot']).toEqual({ to: 'headword', split: ';' });
  const old = [['a;i', 'garçon'], ...rows];
  expect(guessColumns({ header, rows: old }).columns['Mot']).toEqual({ to: 'headword' });
});

test('writes changes of the headword and of its variants into their part of the cell', () => {
  const row = { Mot: 'mulumbwana; mwana', Fr: 'garçon' };
  const content = readArticle(getRows([row], MAP));
  expect(content.entry).toMatchObject({ headword: 'mulumbwana', variants: [{ headword: 'mwana' }] });
  const put = (entry: object) =>
    putRows([row], Object.assign({}, content, { entry: Object.assign({}, content.entry, entry) }), MAP)[0];
  expect(put({})).toEqual(row);
  const variants = [{ headword: 'bwana' }];
  expect(put({ headword: 'lumbwana', variants })).toEqual({ ...row, Mot: 'lumbwana; bwana' });
  expect(put({ variants: [] })).toEqual({ ...row, Mot: 'mulumbwana' });
  const more = put({ variants: [{ headword: 'mwana' }, { headword: 'bwana' }] });
  expect(readArticle(getRows([more], MAP)).entry.variants).toMatchObject([
    { headword: 'mwana' },
    { headword: 'bwana' },
  ]);
});
