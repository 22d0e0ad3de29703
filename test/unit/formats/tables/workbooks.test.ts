import { readArticle } from '../../../../src/domain/reading/read-article';
import type { EntrySource } from '../../../../src/formats/files/entry-source';
import { PathCounts } from '../../../../src/formats/files/loss-report';
import { openTable } from '../../../../src/formats/tables/table-source';
import { openXlsx } from '../../../../src/formats/workbooks/open-workbook';
import { openXlsxWorkbook } from '../../../../src/formats/workbooks/xlsx-workbook';
import { writtenFile } from '../../../support/canonical-lift';
import { exported, read } from '../../../support/format-files';
import { sheetRow, type Sheet, textCell, workbookOf } from '../../../support/workbooks';

const HEAD = sheetRow(1, textCell('A1', 'Mot'), textCell('B1', 'Français'), textCell('C1', 'Note'));

async function readAll(source: EntrySource) {
  const counts = new PathCounts();
  const articles = [];
  const told: string[] = [];
  for await (const { source: article, problem, warnings = [] } of source.entries(counts)) {
    if (article !== undefined) articles.push(readArticle(article));
    told.push(
      ...[...(problem ? [problem] : []), ...warnings].map(({ code, message }) => `${code} ${message}`),
    );
  }
  told.unshift(...(source.warnings?.() ?? []).map(({ code, message }) => `${code} ${message}`));
  return { articles, told, rows: counts.rows() };
}

const sheetOf = (...rows: string[]): Sheet => ({ name: 'Words', rows: rows.join('') });

const bookOf = async (sheet: Sheet, book = {}) =>
  readAll(await openXlsx(await workbookOf([sheet], book), {}));

test('keeps the error of a formula unread and reports it with sheet, row and column', async () => {
  const { articles, told, rows } = await bookOf(
    sheetOf(
      HEAD,
      sheetRow(2, textCell('A2', 'ta'), '<c r="B2" t="e"><f>X9</f><v>#REF!</v></c>', textCell('C2', 'so')),
      sheetRow(3, textCell('A3', 'kɔ'), textCell('B3', 'dos'), '<c r="C3" t="e"><v>#N/A</v></c>'),
    ),
  );

  expect(articles.map(({ translations }) => translations.map(({ content }) => content))).toEqual([
    [],
    ['dos'],
  ]);
  expect(articles.map(({ notes }) => (notes ?? []).map(({ content }) => content))).toEqual([['so'], []]);
  expect(told).toEqual([
    'ERROR_CELL line 2, column 2: the cell B2 of the sheet "Words" has the error #REF!; it is kept for export only',
    'ERROR_CELL line 3, column 3: the cell C3 of the sheet "Words" has the error #N/A; it is kept for export only',
  ]);
  expect(rows).toContainEqual({ path: 'Français', seen: 2, typed: 1, kept: 1, dropped: 0 });
});

test.each([
  ['English', '#NAME?'],
  ['English', '#DIV/0!'],
  ['German', '#NV'],
  ['German', '#BEZUG!'],
  ['French', '#VALEUR!'],
  ['French', '#NOM?'],
  ['Spanish', '#¿NOMBRE?'],
  ['Portuguese', '#N/D'],
  ['Portuguese', '#NÚM!'],
  ['LibreOffice', 'Err:502'],
])('reads the error value of a CSV of %s programs, %s, not as a translation', async (_, error) => {
  const path = writtenFile(`id,Mot,Français\n1,ta,voir\n${error},kɔ,${error}\n`, 'words.csv');

  const { articles, told } = await readAll(await openTable(path, {}));

  expect(articles.map(({ translations }) => translations.length)).toEqual([1, 0]);
  expect(told).toEqual([
    `ERROR_CELL line 3, column 1: the column "id" has the error ${error}; it is kept for export only`,
    `ERROR_CELL line 3, column 1: the column "Français" has the error ${error}; it is kept for export only`,
  ]);
  const { articles: again } = await read(await exported('csv', await read(path), '.csv'));
  expect(again).toEqual((await read(path)).articles);
});

test.each(['#1', '#', 'hashtag #N/A', '#ko', 'Err', '#ABC'])(
  'a text such as %s is no error',
  async (text) => {
    const { articles, told } = await readAll(
      await openTable(writtenFile(`Mot,Français\nta,${text}\n`, 'words.csv'), {}),
    );

    expect(articles[0]?.translations[0]?.content).toBe(text);
    expect(told).toEqual([]);
  },
);

test('refuses a row with a formula without value, with a remedy', async () => {
  const { told } = await bookOf(
    sheetOf(
      HEAD,
      sheetRow(2, textCell('A2', 'ta'), '<c r="B2"><f>A2&amp;"s"</f><v></v></c>'),
      sheetRow(3, textCell('A3', 'kɔ'), '<c r="B3" t="str"><f>""</f><v></v></c>'),
      sheetRow(4, textCell('A4', 'bo'), '<c r="B4"><f>1+1</f><v>2</v></c>'),
    ),
  );

  expect(told).toEqual([
    'NO_VALUE line 2, column 2: the cell B2 of the sheet "Words" has the formula A2&"s" and no value: open the file in a spreadsheet program and save it',
  ]);
});

const STYLES = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0000"/><numFmt numFmtId="171" formatCode="0.0%"/><numFmt numFmtId="172" formatCode="[$%-409]0.0"/></numFmts>
<cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="14"/><xf numFmtId="172"/></cellXfs></styleSheet>`;

test.each([
  ['a percentage', '<c r="B2" s="1"><v>0.35</v></c>', '35%'],
  ['a percentage of its own format', '<c r="B2" s="3"><v>0.125</v></c>', '12.5%'],
  ['a number with a sign in brackets', '<c r="B2" s="5"><v>3.5</v></c>', '3.5'],
  ['a number with leading zeros', '<c r="B2" s="2"><v>42</v></c>', '0042'],
  ['a date', '<c r="B2" s="4"><v>45382</v></c>', '2024-03-31'],
  ['a truth', '<c r="B2" t="b"><v>1</v></c>', 'TRUE'],
  ['a number', '<c r="B2"><v>3.1400000000000001</v></c>', '3.14'],
  ['rich text', '<c r="B2" t="s"><v>0</v></c>', 'voir bien'],
])('%s is read as the sheet shows it', async (_, cell, text) => {
  const shared =
    '<sst><si><r><t>voir</t></r><r><rPr><b/></rPr><t xml:space="preserve"> bien</t></r></si></sst>';

  const { articles, told } = await bookOf(sheetOf(HEAD, sheetRow(2, textCell('A2', 'ta'), cell)), {
    styles: STYLES,
    shared,
  });

  expect(articles[0]?.translations[0]?.content).toBe(text);
  expect(told).toEqual([]);
});

test('links, merged cells, hidden rows and columns, comments and pictures of a sheet are named', async () => {
  const { articles, told } = await bookOf({
    name: 'Words',
    rows:
      HEAD +
      sheetRow(2, textCell('A2', 'ta'), textCell('B2', 'voir')) +
      `<row r="3" hidden="1">${textCell('A3', 'kɔ')}</row>`,
    before: '<cols><col min="3" max="4" hidden="1"/></cols>',
    after:
      '<mergeCells><mergeCell ref="A2:A4"/></mergeCells><hyperlinks><hyperlink ref="B2" r:id="x0"/></hyperlinks>',
    relations: ['hyperlink', 'comments', 'drawing'],
  });

  expect(articles).toHaveLength(2);
  expect(told).toEqual([
    'NOT_READ line 1, column 1: the sheet "Words" has comments on cells, which are not read',
    'NOT_READ line 1, column 1: the sheet "Words" has pictures or shapes, which are not read',
    'NOT_READ line 1, column 3: the sheet "Words" has hidden columns, which are read like visible ones: C:D',
    'NOT_READ line 3, column 1: the sheet "Words" has hidden rows, which are read like visible ones: 3',
    'NOT_READ line 2, column 1: the sheet "Words" has merged cells; a text beside several headwords is read for each of them, any other into the first cell: A2:A4',
    'NOT_READ line 2, column 2: the sheet "Words" has links, whose addresses are not read: B2',
  ]);
});

test('reads the first visible sheet and reports the others', async () => {
  const words: Sheet = { name: 'Words', rows: HEAD + sheetRow(2, textCell('A2', 'ta')) };
  const lists: Sheet = { name: 'Lists', state: 'veryHidden', rows: sheetRow(1, textCell('A1', 'n')) };

  const { articles, told } = await readAll(await openXlsx(await workbookOf([lists, words]), {}));

  expect(articles.map(({ entry }) => entry.headword)).toEqual(['ta']);
  expect(told).toEqual([
    'NOT_READ line 1, column 1: only the sheet "Words" is read, not "Lists"; choose another one with the option "sheet"',
  ]);
});

test('a new translation takes the place of an error', async () => {
  const path = writtenFile('Mot,Français\nta,#N/A\n', 'words.csv');
  const { articles, files } = await read(path);
  const [article] = articles;
  const source = { ...article!.source, translations: [{ lang: 'fr', content: 'voir' }] };

  const back = await read(await exported('csv', { articles: [{ ...article!, source }], files }, '.csv'));

  expect(back.articles[0]?.source).toMatchObject({
    translations: [{ lang: 'fr', content: 'voir' }],
    original: { entry: { Mot: 'ta', Français: 'voir' } },
  });
});

test('cells far to the right take no memory for those in front of them', async () => {
  const rows = Array.from({ length: 5000 }, (_, at) => sheetRow(at + 1, textCell(`XFD${at + 1}`, 'x')));
  const workbook = await openXlsxWorkbook(await workbookOf([sheetOf(...rows)]));
  const before = process.memoryUsage().heapUsed;
  const table = workbook.rows(new Set(['Words']));
  const first = await table.next();
  const after = process.memoryUsage().heapUsed;
  await table.return(undefined);

  expect(first.done === false && first.value.cells).toHaveLength(16_384);
  expect(after - before).toBeLessThan(200_000_000);
});
