import type { ExportedDictionary } from '../../services/exports/export.service';
import { WrittenNames } from '../files/entry-names';
import { exportedEntry, keptOptions } from '../files/exported-entry';
import { fieldText } from '../lens/typed-item';
import type { Json } from '../../shared/json';
import { singlePiece, zipOf } from '../files/zip';
import { columnLetters } from '../workbooks/cell-names';
import { type ColumnMap, keptTable, type KeptTable } from './column-map';
import type { Dialect } from './csv-rows';
import { type ArticleRows, EXTENSION, getRows, idIn, putRows, rowsOfTree, setIdBeside } from './table-lens';
import { UsualColumns } from './usual-columns';

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Parts that are the same in all workbooks. */
const WORKBOOK: Readonly<Record<string, string>> = {
  '[Content_Types].xml':
    `${XML_DECLARATION}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${WORKBOOK_TYPE}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${WORKBOOK_TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels':
    `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels':
    `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};

/** Returns the part that names the only sheet, with the name in the imported workbook. */
function bookXml(sheet: Json = 'Dictionary'): string {
  const name = escaped(fieldText(sheet)).replaceAll('"', '&quot;');
  return (
    `${XML_DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">` +
    `<sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  );
}

/** Writes a sheet, row by row. All cells are texts, so that a program does not read `1/2` as a date. */
async function* sheetXml(rows: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  yield `${XML_DECLARATION}<worksheet xmlns="${MAIN}"><sheetData>`;
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

/** Escapes characters that XML cannot represent as `_x0000_`, and text that would be read as such an escape. */
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

/** Writes a dictionary as CSV or TSV, with the columns of the imported table, otherwise with those that its articles fill. */
export function tableText(delimiter: string): (dictionary: ExportedDictionary) => AsyncGenerator<string> {
  return async function* text(dictionary) {
    const columns = await columnsOf(dictionary);
    const dialect = dialectFor(columns, delimiter);
    if (dialect.hasMark) yield '\uFEFF';
    if (dialect.isDeclared) yield `sep=${dialect.delimiter}${lineEndOf(dialect)}`;
    for await (const cells of writtenRows(dictionary, columns)) yield tableLine(cells, dialect);
  };
}

/** Writes a dictionary as a list of objects, whose members are the non-empty cells by column name. */
export async function* jsonText(dictionary: ExportedDictionary): AsyncGenerator<string> {
  const columns = await columnsOf(dictionary);
  let before = '[\n';
  for await (const cells of writtenRows(dictionary, { ...columns, headings: [], above: [], below: [] })) {
    const filled = columns.header.flatMap((name, index) =>
      cells[index] ? [[name, cells[index]] as const] : [],
    );
    yield `${before}${JSON.stringify(Object.fromEntries(filled))}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** Returns the dialect of the imported table, since spreadsheets of some locales use semicolons. */
function dialectFor({ dialect, needsQuotes }: Columns, delimiter: string): Dialect {
  const isSame = dialect !== undefined && (dialect.delimiter === '\t') === (delimiter === '\t');
  return isSame ? { ...dialect, isQuoted: dialect.isQuoted || needsQuotes } : { delimiter, isQuoted: true };
}

/** Writes a dictionary as a workbook with one sheet. */
export function xlsxBytes(dictionary: ExportedDictionary): AsyncGenerator<Uint8Array> {
  const { sheet } = keptOptions(dictionary, 'table');
  const known = { ...WORKBOOK, 'xl/workbook.xml': bookXml(sheet) };
  const constant = Object.entries(known).map(([name, text]) => ({ name, content: singlePiece(text) }));
  return zipOf([...constant, { name: 'xl/worksheets/sheet1.xml', content: sheetXml(allRows(dictionary)) }]);
}

async function* allRows(dictionary: ExportedDictionary): AsyncGenerator<readonly string[]> {
  yield* writtenRows(dictionary, await columnsOf(dictionary));
}

interface Columns {
  /** Names of the columns in rows. */
  readonly header: readonly string[];
  /** Cells of the heading row. */
  readonly headings: readonly string[];
  /** Rows above the heading row. */
  readonly above: readonly (readonly string[])[];
  /** Rows below the articles. */
  readonly below: readonly (readonly string[])[];
  readonly map: ColumnMap;
  /** Dialect of the imported table. */
  readonly dialect?: Dialect | undefined;
  /** Whether a cell contains a separator of cells or rows. */
  readonly needsQuotes: boolean;
}

async function* writtenRows(
  dictionary: ExportedDictionary,
  { header, headings, above, below, map }: Columns,
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
  yield* below;
}

/** Determines the columns. It reads all articles first, since a column without cells is not written. */
async function columnsOf({ files, articles }: ExportedDictionary): Promise<Columns> {
  const known: KeptColumns = keptTable(files) ?? (await usualColumns(articles));
  const { header, headings = header, above = [], below = [], map, dialect } = known;
  const separators = new RegExp(`[\\r\\n${dialect?.delimiter ?? ','}]`, 'u');
  let isExtended = header.includes(EXTENSION);
  let needsQuotes = [...above, headings, ...below].flat().some((heading) => separators.test(heading));
  // For a table without quotation marks, every cell has to be checked for whether it needs them.
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
    return { header, headings, above, below, map, dialect, needsQuotes };
  return {
    header: [...header, EXTENSION],
    headings: padded(headings, header.length),
    above,
    below,
    map,
    dialect,
    needsQuotes,
  };
}

/** The column settings that an import of a table stores. */
type KeptColumns = KeptTable & Partial<Pick<Columns, 'dialect' | 'above' | 'below'>>;

async function usualColumns(articles: ExportedDictionary['articles']): Promise<KeptTable> {
  const usual = new UsualColumns();
  for await (const { source } of articles) usual.add(exportedEntry(source).content);
  const map = usual.map();
  return { header: Object.keys(map.columns), map };
}

function padded(headings: readonly string[], length: number): readonly string[] {
  return [...Array.from({ length }, (_, index) => headings[index] ?? ''), EXTENSION];
}

/** Returns the rows of an article to write. Rows after the first without cells are omitted, because an import would ignore them. */
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

/** Returns the line end of the imported table, CRLF by default. */
function lineEndOf({ hasLineFeeds = false }: Dialect): string {
  return hasLineFeeds ? '\n' : '\r\n';
}

/** Quotes a cell for CSV if necessary. */
export function quotedCell(cell: string, delimiter: string): string {
  const isPlain = !cell.includes(delimiter) && !/["\r\n]/u.test(cell) && cell === cell.trim();
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
