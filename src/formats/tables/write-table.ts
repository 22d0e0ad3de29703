import type { ExportedDictionary } from '../../services/exports/export.service';
import { isJsonObject } from '../../shared/json';
import { exportedEntry } from '../files/exported-entry';
import { zipOf } from '../files/zip';
import type { ColumnMap } from './column-map';
import type { Dialect } from './csv-rows';
import type { TableRow } from './table-examples';
import { EXTENSION, putRow } from './table-lens';
import { UsualColumns } from './usual-columns';
import { sheetXml, WORKBOOK } from './xlsx-parts';

/** Writes a dictionary as CSV or TSV: the columns of the imported table, else those that its articles fill. */
export function tableText(delimiter: string): (dictionary: ExportedDictionary) => AsyncGenerator<string> {
  return async function* text(dictionary) {
    const columns = await columnsOf(dictionary);
    const dialect = dialectFor(columns, delimiter);
    if (dialect.hasMark) yield '\uFEFF';
    if (dialect.isDeclared) yield `sep=${dialect.delimiter}\r\n`;
    for await (const cells of rowsOf(dictionary, columns)) yield line(cells, dialect);
  };
}

/** Spreadsheets of some countries separate by semicolons; what was read so is written so. */
function dialectFor({ dialect, needsQuotes }: Columns, delimiter: string): Dialect {
  const isSame = dialect !== undefined && (dialect.delimiter === '\t') === (delimiter === '\t');
  return isSame ? { ...dialect, isQuoted: dialect.isQuoted || needsQuotes } : { delimiter, isQuoted: true };
}

/** Writes a dictionary as a workbook with one sheet. */
export function xlsxBytes(dictionary: ExportedDictionary): AsyncGenerator<Uint8Array> {
  const constant = Object.entries(WORKBOOK).map(([name, text]) => ({ name, content: once(text) }));
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
  /** What stands in the first row. */
  readonly headings: readonly string[];
  readonly map: ColumnMap;
  /** How the imported table was spelled. */
  readonly dialect?: Dialect | undefined;
  /** Whether a cell holds what separates cells or rows. */
  readonly needsQuotes: boolean;
}

async function* rowsOf(
  dictionary: ExportedDictionary,
  { header, headings, map }: Columns,
): AsyncGenerator<readonly string[]> {
  yield header.map((name, index) => headings[index] ?? (name === EXTENSION ? name : ''));
  for await (const article of dictionary.articles) {
    const row = rowOf(article, map);
    yield header.map((name) => row[name] ?? '');
  }
}

/** Looks at all articles first: a column that none of them fills is not written. */
async function columnsOf({ files, articles }: ExportedDictionary): Promise<Columns> {
  const kept = files.get('table/options.json');
  const known = kept === undefined ? await usualColumns(articles) : (JSON.parse(kept) as KeptColumns);
  const { header, headings = header, map, dialect } = known;
  const separators = new RegExp(`[\\r\\n${dialect?.delimiter ?? ','}]`, 'u');
  let isExtended = header.includes(EXTENSION);
  let needsQuotes = headings.some((heading) => separators.test(heading));
  for await (const article of articles) {
    const row = rowOf(article, map);
    isExtended ||= row[EXTENSION] !== undefined;
    needsQuotes ||= Object.values(row).some((cell) => separators.test(cell));
    if (isExtended && needsQuotes) break;
  }
  if (!isExtended || header.includes(EXTENSION)) return { header, headings, map, dialect, needsQuotes };
  return {
    header: [...header, EXTENSION],
    headings: padded(headings, header.length),
    map,
    dialect,
    needsQuotes,
  };
}

type KeptColumns = Pick<Columns, 'header' | 'map' | 'dialect'> & Partial<Pick<Columns, 'headings'>>;

async function usualColumns(articles: ExportedDictionary['articles']): Promise<KeptColumns> {
  const usual = new UsualColumns();
  for await (const { source } of articles) usual.add(exportedEntry(source).content);
  const map = usual.map();
  return { header: Object.keys(map.columns), map };
}

function padded(headings: readonly string[], length: number): readonly string[] {
  return [...Array.from({ length }, (_, index) => headings[index] ?? ''), EXTENSION];
}

function rowOf(article: { readonly source: string; readonly publicId: string }, map: ColumnMap): TableRow {
  const { original, content } = exportedEntry(article.source);
  const id = Object.entries(map.columns).find(([, { to }]) => to === 'id')?.[0];
  const isRow = original?.format === 'table' && isJsonObject(original.entry);
  const row = isRow ? (original.entry as TableRow) : id === undefined ? {} : { [id]: article.publicId };
  return putRow(row, content, map);
}

function line(cells: readonly string[], { delimiter, isQuoted }: Dialect): string {
  const written = isQuoted ? cells.map((cell) => quotedCell(cell, delimiter)) : cells;
  return `${written.join(delimiter)}\r\n`;
}

/** A cell as CSV spells it. */
export function quotedCell(cell: string, delimiter: string): string {
  const isPlain = !cell.includes(delimiter) && !/["\r\n]/u.test(cell) && cell === cell.trim();
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
