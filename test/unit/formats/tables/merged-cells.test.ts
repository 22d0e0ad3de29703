import { readArticle } from '../../../../src/domain/reading/read-article';
import { formatOf } from '../../../../src/formats/formats';
import { PathCounts } from '../../../../src/formats/files/loss-report';
import { MergedRows } from '../../../../src/formats/workbooks/merged-cells';
import { writtenFile } from '../../../support/canonical-lift';
import { sheetRow, textCell, workbookOf } from '../../../support/workbooks';

const cells = (rows: readonly (readonly string[])[]) =>
  rows
    .map((row, at) =>
      sheetRow(
        at + 1,
        ...row.map((text, column) =>
          text === '' ? '' : textCell(`${'ABCDE'[column] ?? ''}${at + 1}`, text),
        ),
      ),
    )
    .join('');

const mergeCells = (ranges: readonly string[]) =>
  `<mergeCells>${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`;

async function contentsOf(path: string, options = {}) {
  const source = await (await formatOf(path)).open(path, options);
  const contents = [];
  for await (const { source: article } of source.entries(new PathCounts()))
    contents.push(readArticle(article ?? {}));
  return { contents, preview: source.preview ?? [], warnings: source.warnings?.().map(String) ?? [] };
}

const workbook = async (rows: readonly (readonly string[])[], merged: readonly string[]) =>
  contentsOf(await workbookOf([{ name: 'Words', rows: cells(rows), after: mergeCells(merged) }]));

const WORDS = [
  ['Mot', 'Catégorie', 'Français', 'Classe'],
  ['ji', 'n', 'eau', '1'],
  ['so', '', 'cheval', ''],
  ['ba', '', 'fleuve', '2'],
  ['taa', '', 'aller', ''],
];

const categoriesOf = (contents: readonly ReturnType<typeof readArticle>[]) =>
  contents.map(({ categories, classes }) => [
    ...categories.map(({ content }) => content),
    ...classes.map(({ value }) => value),
  ]);

test('a text that is merged over the rows of several headwords is read for each of them', async () => {
  const { contents, warnings } = await workbook(WORDS, ['B2:B4', 'D2:D3']);

  expect(categoriesOf(contents)).toEqual([['n', '1'], ['n', '1'], ['n', '2'], []]);
  expect(warnings.join()).toContain('a text beside several headwords is read for each of them');
});

test('at most twenty texts beside each other are shared by rows, for the same reason', async () => {
  const columns = 'BCDEFGHIJKLMNOPQRSTUV'.match(/./gu) ?? [];
  const row = (line: number, headword: string, text: string) =>
    sheetRow(
      line,
      textCell(`A${line}`, headword),
      ...columns.map((column) => (text === '' ? '' : textCell(`${column}${line}`, `${text}${column}`))),
    );
  const rows = row(1, 'Word', 'Note ') + row(2, 'ji', 'x') + row(3, 'so', '');
  const after = mergeCells(columns.map((column) => `${column}2:${column}3`));
  const map = JSON.stringify({
    columns: {
      Word: { to: 'headword' },
      ...Object.fromEntries(columns.map((column) => [`Note ${column}`, { to: 'notes' }])),
    },
  });
  const { contents } = await contentsOf(await workbookOf([{ name: 'Words', rows, after }]), { map });

  expect(contents.map(({ notes }) => notes?.length)).toEqual([columns.length, 20]);
});

test('cells of the same kind that are not merged remain empty', async () => {
  const { contents } = await workbook(WORDS, ['D2:D3']);

  expect(categoriesOf(contents)).toEqual([['n', '1'], ['1'], ['2'], []]);
});

test('a long text that is merged over rows is read once, so that a small workbook remains a small dictionary', async () => {
  const long = 'n'.repeat(201);
  const rows = WORDS.map((row) => row.map((cell) => (cell === 'n' ? long : cell)));
  const { contents } = await workbook(rows, ['B2:B4', 'D2:D3']);

  expect(categoriesOf(contents)).toEqual([[long, '1'], ['1'], ['2'], []]);
});

test('texts that are merged over several columns of a row stay in the first', async () => {
  const { contents } = await workbook(WORDS, ['C2:D2', 'B3:C3']);

  expect(categoriesOf(contents)).toEqual([['n', '1'], [], ['2'], []]);
});

test('in LibreOffice too', async () => {
  const cell = (text: string, rows = 1) =>
    `<table:table-cell office:value-type="string" table:number-rows-spanned="${rows}"><text:p>${text}</text:p></table:table-cell>`;
  const row = (...texts: readonly string[]) => `<table:table-row>${texts.join('')}</table:table-row>`;
  const covered = '<table:covered-table-cell/>';
  const rows = [
    row(cell('Mot'), cell('Catégorie'), cell('Français')),
    row(cell('ji'), cell('n', 2), cell('eau')),
    row(cell('so'), covered, cell('cheval')),
    row(cell('taa'), cell('v'), cell('aller')),
  ];
  const text = `<office:document xmlns:office="o" xmlns:table="t" xmlns:text="x" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="Words">${rows.join('')}</table:table></office:spreadsheet></office:body></office:document>`;
  const { contents } = await contentsOf(writtenFile(text, 'words.fods'));

  expect(categoriesOf(contents)).toEqual([['n'], ['n'], ['v']]);
});

test('a title that is merged over a table is no heading of its columns', async () => {
  const rows = [
    ['Lexique', '', ''],
    ['ji', 'eau', 'n'],
    ['so', 'cheval', 'n'],
  ];
  const { preview } = await workbook(rows, ['A1:C1']);

  expect(preview).toContain('  Lexique -> headword');
  expect(preview.join('\n')).not.toContain('Lexique 2');
});

test('a heading that is merged over two columns is that of both', async () => {
  const rows = [
    ['Headword', 'French', '', 'POS'],
    ['ji', 'eau', 'flotte', 'n'],
    ['so', 'cheval', '', 'n'],
  ];
  const { contents, preview } = await workbook(rows, ['B1:C1']);

  expect(preview).toContain('  French 2 -> translations, fr');
  expect(contents[0]?.translations).toMatchObject([{ content: 'eau' }, { content: 'flotte' }]);
});

test('a heading above others counts for the columns over which it is merged', async () => {
  const rows = [
    ['Headword', 'Translations', '', ''],
    ['', 'English', 'French', 'Notes'],
    ['ji', 'water', 'eau', 'x'],
    ['so', 'horse', 'cheval', 'y'],
  ];
  const { preview } = await workbook(rows, ['A1:A2', 'B1:C1']);

  expect(preview).toEqual(
    expect.arrayContaining(['  Translations French -> translations, fr', '  Notes -> notes']),
  );
});

test('a row below headings that are merged into it has headings too', async () => {
  const rows = [
    ['Headword', 'Translations', '', 'Remarks'],
    ['', 'English', 'French', 'Local'],
    ['ji', 'water', 'eau', 'x'],
    ['so', 'horse', 'cheval', 'y'],
  ];
  const { contents } = await workbook(rows, ['A1:A2', 'B1:C1']);

  expect(contents.map(({ entry }) => entry.headword)).toEqual(['ji', 'so']);
  expect(contents[0]?.notes).toMatchObject([{ content: 'x' }]);
});

test('a title that is merged over the table is no heading', async () => {
  const rows = [['Dictionnaire français', '', '', ''], ...WORDS];
  const { contents } = await workbook(rows, ['A1:D1']);

  expect(contents.map(({ entry }) => entry.headword)).toEqual(['ji', 'so', 'ba', 'taa']);
});

const nbsp = '\u00A0';

test('a map may name a column with other spaces than the file has', async () => {
  const rows = [
    [`Mot${nbsp}bambara`, `Sens\nfrançais`],
    ['ji', 'eau'],
  ];
  const path = await workbookOf([{ name: 'Words', rows: cells(rows) }]);
  const map = {
    columns: { 'Mot bambara': { to: 'headword' }, 'Sens français': { to: 'translations', lang: 'fr' } },
  };
  const { contents } = await contentsOf(path, { map: JSON.stringify(map) });

  expect(contents).toMatchObject([
    { entry: { headword: 'ji' }, translations: [{ lang: 'fr', content: 'eau' }] },
  ]);
});

test('headings with no-break spaces and soft hyphens are understood', async () => {
  const path = writtenFile(
    `Mot${nbsp}bambara;Caté\u00ADgorie${nbsp}gram.;Glose${nbsp}(fr);Note${nbsp}:\nji;n;eau;w\nso;n;cheval;\n`,
    'words.csv',
  );
  const { contents } = await contentsOf(path);

  expect(contents[0]).toMatchObject({
    entry: { headword: 'ji' },
    categories: [{ content: 'n' }],
    translations: [{ lang: 'fr', content: 'eau' }],
    notes: [{ content: 'w' }],
  });
});

test('thousands of merged cells over many rows take no longer than the rows', () => {
  const ranges = Array.from({ length: 100_000 }, (_, at) => ({
    firstLine: 1 + (at % 2),
    lastLine: 1_000_000,
    firstColumn: at % 500,
    lastColumn: 499,
  }));
  const merged = MergedRows.sorted(ranges);
  const filled = new Map(Array.from({ length: 500 }, (_, at) => [at, 'x']));
  const start = process.cpuUsage();
  for (let line = 1; line <= 100_000; line++) merged.of({ sheet: 'a', filled, line, end: 0 });

  expect(process.cpuUsage(start).user).toBeLessThan(20_000_000);
});
