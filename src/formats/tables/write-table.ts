import type { ExportedDictionary } from '../../services/exports/export.service';
import { WrittenNames } from '../files/entry-names';
import { exportedEntry, keptOptions } from '../files/exported-entry';
import { fieldText } from '../lens/typed-item';
import type { Json } from '../../shared/json';
import { zipOf } from '../files/zip';
import { columnLetters } from '../workbooks/cell-names';
import { type ColumnMap, keptTable, type KeptTable } from './column-map';
import type { Dialect } from './csv-rows';
import { type ArticleRows, EXTENSION, getRows, idIn, putRows, rowsOfTree, setIdBeside } from './table-lens';
import { UsualColumns } from './usual-columns';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts of a workbook that are the same in all. */
const WORKBOOK: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    `${HEAD}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels':
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

/** The part that names the only sheet, as that of the imported workbook was named. */
function bookXml(sheet: Json = 'Dictionary'): string {
  const name = escaped(fieldText(sheet)).replaceAll('"', '&quot;');
  return (
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">` +
    `<sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  );
}

/** A sheet, row by row. All cells are texts: a program must not make a date of `1/2`. */
async function* sheetXml(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`;
  let number = 0;
  for await (const cells of rows) {
    number += 1;
    const written = cells.map((cell, index) =>
      cell === '' ? '' : cellXml(cell, `${columnLetters(index)}${number}`),
    );
    yield `<row r="${number}">${written.join('')}</row>\n`;
  }
  yield '</sheetData></worksheet>';
}

function cellXml(text: string, reference: string): string {
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** Characters that XML cannot hold are spelled `_x0000_`, and so is what would be read as one of them. */
function escaped(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/gu, '_x005F_')
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, (sign) =>
      sign === '\t' || sign === '\n'
        ? sign
        : `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Writes a dictionary as CSV or TSV: the columns of the imported table, else those that its articles fill. */
export function tableText(delimiter: string): (dictionary: ExportedDictionary) => AsyncGenerator<string> {
  return async function* text(dictionary) {
    const columns = await columnsOf(dictionary);
    const dialect = dialectFor(columns, delimiter);
    if (dialect.hasMark) yield '\uFEFF';
    if (dialect.isDeclared) yield `sep=${dialect.delimiter}${lineEndOf(dialect)}`;
    for await (const cells of rowsOf(dictionary, columns)) yield tableLine(cells, dialect);
  };
}

/** Writes a dictionary as a list of objects: their names are those of the columns, and their values the filled cells. */
export async function* jsonText(dictionary: ExportedDictionary): AsyncGenerator<string> {
  const columns = await columnsOf(dictionary);
  let before = '[\n';
  for await (const cells of rowsOf(dictionary, { ...columns, headings: [], above: [] })) {
    const filled = columns.header.flatMap((name, index) =>
      cells[index] ? [[name, cells[index]] as const] : [],
    );
    yield `${before}${JSON.stringify(Object.fromEntries(filled))}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Spreadsheets of some locales use semicolons; a table is written with the separator with which it was read. */
function dialectFor({ dialect, needsQuotes }: Columns, delimiter: string): Dialect {
  const isSame = dialect !== undefined && (dialect.delimiter === '\t') === (delimiter === '\t');
  return isSame ? { ...dialect, isQuoted: dialect.isQuoted || needsQuotes } : { delimiter, isQuoted: true };
}

/** Writes a dictionary as a workbook with one sheet. */
export function xlsxBytes(dictionary: ExportedDictionary): AsyncGenerator<Uint8Array> {
  const { sheet } = keptOptions(dictionary, 'table');
  const known = { ...WORKBOOK, 'xl/workbook.xml': bookXml(sheet) };
  const constant = Object.entries(known).map(([name, text]) => ({ name, content: once(text) }));
  return zipOf([...constant, { name: 'xl/worksheets/sheet1.xml', content: sheetXml(allRows(dictionary)) }]);
}

async function* allRows(dictionary: ExportedDictionary): AsyncGenerator<readonly string[]> {
  yield* rowsOf(dictionary, await columnsOf(dictionary));
}

async function* once(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text);
}

interface Columns {
  /** Names that rows have for the columns. */
  readonly header: readonly string[];
  /** The cells of the first row. */
  readonly headings: readonly string[];
  /** The rows above it. */
  readonly above: readonly (readonly string[])[];
  readonly map: ColumnMap;
  /** Dialect of the imported table. */
  readonly dialect?: Dialect | undefined;
  /** Whether a cell holds what separates cells or rows. */
  readonly needsQuotes: boolean;
}

async function* rowsOf(
  dictionary: ExportedDictionary,
  { header, headings, above, map }: Columns,
): AsyncGenerator<readonly string[]> {
  yield* above;
  if (headings.length > 0)
    yield header.map((name, index) => headings[index] ?? (name === EXTENSION ? name : ''));
  const names = new WrittenNames();
  for await (const article of dictionary.articles) {
    const rows = rowsOfArticle(article, map, names);
    dictionary.onArticle?.(article, { format: 'table', read: () => getRows(rows, map) });
    for (const row of rows) yield header.map((name) => row[name] ?? '');
  }
}

/** Looks at all articles first: a column that none of them fills is not written. */
async function columnsOf({ files, articles }: ExportedDictionary): Promise<Columns> {
  const known: KeptColumns = keptTable(files) ?? (await usualColumns(articles));
  const { header, headings = header, above = [], map, dialect } = known;
  const separators = new RegExp(`[\\r\\n${dialect?.delimiter ?? ','}]`, 'u');
  let isExtended = header.includes(EXTENSION);
  let needsQuotes = [...above, headings].flat().some((heading) => separators.test(heading));
  // Only cells of a table that had no quotation marks decide on those.
  const isSettled = () => isExtended && (needsQuotes || dialect?.isQuoted !== false);
  const names = new WrittenNames();
  if (!isSettled())
    for await (const article of articles) {
      const rows = rowsOfArticle(article, map, names);
      isExtended ||= rows.some((row) => row[EXTENSION] !== undefined);
      needsQuotes ||= rows.some((row) => Object.values(row).some((cell) => separators.test(cell)));
      if (isSettled()) break;
    }
  if (!isExtended || header.includes(EXTENSION))
    return { header, headings, above, map, dialect, needsQuotes };
  return {
    header: [...header, EXTENSION],
    headings: padded(headings, header.length),
    above,
    map,
    dialect,
    needsQuotes,
  };
}

/** The column settings that an import of a table stores. */
type KeptColumns = KeptTable & Partial<Pick<Columns, 'dialect' | 'above'>>;

async function usualColumns(articles: ExportedDictionary['articles']): Promise<KeptTable> {
  const usual = new UsualColumns();
  for await (const { source } of articles) usual.add(exportedEntry(source).content);
  const map = usual.map();
  return { header: Object.keys(map.columns), map };
}

function padded(headings: readonly string[], length: number): readonly string[] {
  return [...Array.from({ length }, (_, index) => headings[index] ?? ''), EXTENSION];
}

/** Rows below the first that have no cell any more are not written: they would be read as nothing. */
function rowsOfArticle(
  article: { readonly source: string; readonly publicId: string },
  map: ColumnMap,
  names: WrittenNames,
): ArticleRows {
  const { original, content } = exportedEntry(article.source);
  const id = Object.entries(map.columns).find(([, { to }]) => to === 'id')?.[0];
  const known = original?.format === 'table' ? rowsOfTree(original.entry) : undefined;
  const [first, ...others] = putRows(
    known ?? [id === undefined ? {} : { [id]: article.publicId }],
    content,
    map,
    known && original?.readAs,
  );
  const rows: ArticleRows = [first, ...others.filter((row) => Object.keys(row).length > 0)];
  const missing = names.missing(article.publicId, idIn(first, id), content.entry.headword ?? undefined);
  if (missing !== undefined) setIdBeside(first, missing);
  return rows;
}

function tableLine(cells: readonly string[], dialect: Dialect): string {
  const { delimiter, isQuoted } = dialect;
  const written = isQuoted ? cells.map((cell) => quotedCell(cell, delimiter)) : cells;
  return `${written.join(delimiter)}${lineEndOf(dialect)}`;
}

/** That of CSV, where the imported table had no other one. */
function lineEndOf({ hasLineFeeds = false }: Dialect): string {
  return hasLineFeeds ? '\n' : '\r\n';
}

/** A cell as CSV spells it. */
export function quotedCell(cell: string, delimiter: string): string {
  const isPlain = !cell.includes(delimiter) && !/["\r\n]/u.test(cell) && cell === cell.trim();
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
