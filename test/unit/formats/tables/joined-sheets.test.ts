import { readArticle } from '../../../../src/domain/reading/read-article';
import { PathCounts } from '../../../../src/formats/files/loss-report';
import type { ReadOptions } from '../../../../src/formats/files/entry-source';
import { openXlsx } from '../../../../src/formats/workbooks/open-workbook';
import { exported, read } from '../../../support/format-files';
import { sheetRow, textCell, workbookOf } from '../../../support/workbooks';

const sheet = (name: string, ...rows: readonly (readonly string[])[]) => ({
  name,
  rows: rows
    .map((cells, at) =>
      sheetRow(at + 1, ...cells.map((text, index) => textCell(`${'ABCDEF'.charAt(index)}${at + 1}`, text))),
    )
    .join(''),
});

async function shown(path: string, options: ReadOptions = {}) {
  const source = await openXlsx(path, options);
  const articles: string[] = [];
  const told: string[] = [];
  for await (const { source: article, warnings = [] } of source.entries(new PathCounts())) {
    const { entry, translations, forms } = readArticle(article!);
    articles.push(
      [
        entry.headword,
        ...[...translations.map(({ content }) => content), ...forms.map(({ form }) => form)],
      ].join(' '),
    );
    told.push(...warnings.map(({ message }) => message));
  }
  told.push(...(source.warnings?.() ?? []).map(({ message }) => message));
  const kept = new Map(source.files().map(({ name, text }) => [name, text]));
  return { articles, told, kept, preview: source.preview };
}

const HEAD = ['Mot', 'Français'];
const LETTERS = [
  sheet('Cover', ['Dictionnaire dioula'], ['2021']),
  sheet('A', HEAD, ['aba', 'père']),
  sheet('B', HEAD, ['baara', 'travail'], ['bɔ', 'sortir']),
  sheet('Notes', ['Abréviation', 'Signification'], ['n', 'nom']),
  sheet('D', HEAD, ['da', 'bouche']),
];

test('reads a sheet for each letter as one table, and names the other sheets', async () => {
  const { articles, told, preview } = await shown(await workbookOf(LETTERS));

  expect(articles).toEqual(['aba père', 'baara travail', 'bɔ sortir', 'da bouche']);
  expect(told).toEqual([
    'line 1, column 1: the sheets "A", "B", "D" are read, not "Cover", "Notes"; choose another one with the option "sheet"',
  ]);
  expect(preview?.[0]).toBe('3 sheets have the same headings and are read as one table: "A", "B", "D".');
});

test('reads the columns of each sheet by their headings, below a title and with columns of its own', async () => {
  const path = await workbookOf([
    sheet('A', HEAD, ['aba', 'père']),
    sheet('B', ['Mot', 'Pluriel', 'Français'], ['baara', 'baaraw', 'travail']),
    sheet('D', ['Words with D'], HEAD, ['da', 'bouche']),
  ]);

  const { articles, told } = await shown(path);

  expect(articles).toEqual(['aba père', 'baara travail baaraw', 'da bouche']);
  expect(told).toEqual([
    'line 1, column 1: the text above the headings of the sheet "D" is kept for export only',
  ]);
});

test('does not read a list of the translations as further words', async () => {
  const path = await workbookOf([
    sheet('Dioula', HEAD, ['aba', 'père']),
    sheet('Index', ['Français', 'Mot'], ['père', 'aba']),
  ]);

  expect((await shown(path)).articles).toEqual(['aba père']);
});

test('sheets with the same unknown headings are joined, and those of a map', async () => {
  const head = ['Kpkp', 'Zzz'];
  const path = await workbookOf([sheet('A', head, ['ka', 'one']), sheet('B', ['x'], head, ['ko', 'two'])]);
  const map = JSON.stringify({ columns: { Zzz: { to: 'headword' }, Kpkp: { to: 'translations' } } });

  expect((await shown(path)).articles).toHaveLength(2);
  expect((await shown(path, { map })).articles).toEqual(['one ka', 'two ko']);
});

test('totals below each sheet are no articles', async () => {
  const path = await workbookOf([
    sheet('A', HEAD, ['aba', 'père'], ['Total: 1']),
    sheet('B', HEAD, ['bɔ', 'sortir'], ['Total: 1']),
  ]);

  const { articles, told } = await shown(path);

  expect(articles).toEqual(['aba père', 'bɔ sortir']);
  expect(told).toEqual([
    'line 3, column 1: sheet "A": the row below the table, "Total: 1", is no article and is kept for export only',
    'line 3, column 1: sheet "B": the row below the table, "Total: 1", is no article and is kept for export only',
  ]);
});

test('messages about a row name its sheet', async () => {
  const path = await workbookOf([sheet('A', HEAD, ['aba', 'père']), sheet('B', HEAD, ['bɔ', 'sortir', 'x'])]);

  expect((await shown(path)).told).toEqual([
    'line 2, column 1: sheet "B": the row has 3 cells and the header 2; the extra cells are kept for export only',
  ]);
});

test('a requested sheet is read alone, also by the next import', async () => {
  const path = await workbookOf(LETTERS);
  const more = await workbookOf([...LETTERS, sheet('E', HEAD, ['eli', 'soleil'])]);
  const single = await shown(path, { sheet: 'B' });

  expect(single.articles).toEqual(['baara travail', 'bɔ sortir']);
  expect((await shown(more, { storedSettings: single.kept })).articles).toEqual(single.articles);
  expect((await shown(more, { storedSettings: (await shown(path)).kept })).articles).toHaveLength(5);
});

test('an export has the same sheets, titles and totals, and is read as the same articles', async () => {
  const path = await workbookOf([
    sheet('A', HEAD, ['aba', 'père'], ['Total: 1']),
    sheet('B', ['The letter B'], HEAD, ['baara', 'travail'], ['bɔ', 'sortir'], ['Total: 2']),
  ]);
  const first = await read(path);

  const back = await exported('xlsx', first, '.xlsx');
  const second = await read(back);

  expect(second.articles).toEqual(first.articles);
  expect(second.files).toEqual(first.files);
  expect((await shown(back, { sheet: 'B' })).articles).toEqual(['baara travail', 'bɔ sortir']);
});
