import type { ExportedDictionary } from '../../services/exports/export.service';
import { WrittenNames } from '../files/entry-names';
import { exportedEntry } from '../files/exported-entry';
import type { WrittenSheet } from '../workbooks/workbook';
import { flatOdsText, odsPackage } from '../workbooks/write-ods';
import { xlsxPackage } from '../workbooks/write-xlsx';
import { type ColumnMap, storedTable, type StoredTable } from './column-map';
import type { Dialect } from './csv-rows';
import {
  type ArticleRows,
  EXTENSION_COLUMN,
  getRows,
  idIn,
  putRows,
  rowsOfTree,
  setExtensionId,
} from './table-lens';
import { UsualColumns } from './usual-columns';

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

/** Writes a dictionary as a workbook with the sheets of the imported one. */
export async function* xlsxBytes(dictionary: ExportedDictionary): AsyncGenerator<Uint8Array> {
  yield* xlsxPackage(writtenSheets(dictionary, await columnsOf(dictionary)));
}

/** Writes a dictionary as a spreadsheet of LibreOffice. */
export async function* odsBytes(dictionary: ExportedDictionary): AsyncGenerator<Uint8Array> {
  yield* odsPackage(writtenSheets(dictionary, await columnsOf(dictionary)));
}

/** Writes a dictionary as a spreadsheet of LibreOffice in one file of XML. */
export async function* fodsText(dictionary: ExportedDictionary): AsyncGenerator<string> {
  yield* flatOdsText(writtenSheets(dictionary, await columnsOf(dictionary)));
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

/** Writes all articles as one table. */
async function* writtenRows(
  dictionary: ExportedDictionary,
  columns: Columns,
): AsyncGenerator<readonly string[]> {
  yield* columns.above;
  yield* headingRow(columns);
  for await (const { rows } of writtenArticles(dictionary, columns)) yield* rows;
  yield* columns.below;
}

function headingRow({ header, headings }: Columns): readonly (readonly string[])[] {
  if (headings.length === 0) return [];
  return [header.map((name, index) => headings[index] ?? (name === EXTENSION_COLUMN ? name : ''))];
}

/** The rows of an article, and the sheet from which it was imported. */
interface WrittenArticle {
  readonly sheet: string | undefined;
  readonly rows: readonly (readonly string[])[];
}

async function* writtenArticles(
  dictionary: ExportedDictionary,
  { header, map }: Columns,
): AsyncGenerator<WrittenArticle> {
  const names = new WrittenNames();
  for await (const article of dictionary.articles) {
    const { rows, sheet } = rowsOfArticle(article, map, names);
    dictionary.onArticle?.(article, { format: 'table', read: () => getRows(rows, map) });
    yield { sheet, rows: rows.map((row) => header.map((name) => row[name] ?? '')) };
  }
}

/**
 * Returns the sheets of the imported workbook. Articles are read once, in their order: one that was imported into an earlier sheet, or
 * was created on the server, is written into the current one.
 */
function writtenSheets(dictionary: ExportedDictionary, columns: Columns): readonly WrittenSheet[] {
  const { sheet = DEFAULT_SHEET, otherSheets = [] } = storedTable(dictionary.files) ?? {};
  const sheets = [{ name: sheet, above: columns.above, below: columns.below }, ...otherSheets];
  const places = new Map(sheets.map(({ name }, index) => [name, index]));
  const articles = writtenArticles(dictionary, columns);
  let next: IteratorResult<WrittenArticle> | undefined;
  return sheets.map(({ name, above = [], below = [] }, index) => ({
    name,
    rows: async function* rows() {
      let isWhole = false;
      try {
        yield* above;
        yield* headingRow(columns);
        for (next ??= await articles.next(); next.done !== true; next = await articles.next()) {
          if ((places.get(next.value.sheet ?? '') ?? 0) > index) break;
          yield* next.value.rows;
        }
        yield* below;
        isWhole = true;
      } finally {
        if (!isWhole) await articles.return(undefined);
      }
    },
  }));
}

/** Name of the sheet of a dictionary that was not imported from a workbook. */
const DEFAULT_SHEET = 'Dictionary';

/** Determines the columns. It reads all articles first, since a column without cells is not written. */
async function columnsOf({ files, articles }: ExportedDictionary): Promise<Columns> {
  const known: StoredColumns = storedTable(files) ?? (await usualColumns(articles));
  const { header, headings = header, above = [], below = [], map, dialect } = known;
  const separators = new RegExp(`[\\r\\n${dialect?.delimiter ?? ','}]`, 'u');
  // The translation of a list of words may contain the sign that separates it.
  const isRest = (name: string) => dialect?.isList === true && name === header[1];
  let isExtended = header.includes(EXTENSION_COLUMN);
  let needsQuotes = [...above, headings, ...below].flat().some((heading) => separators.test(heading));
  // For a table without quotation marks, every cell has to be checked for whether it needs them.
  const isSettled = () => isExtended && (needsQuotes || dialect?.isQuoted !== false);
  const names = new WrittenNames();
  if (!isSettled())
    for await (const article of articles) {
      const { rows } = rowsOfArticle(article, map, names);
      isExtended ||= rows.some((row) => row[EXTENSION_COLUMN] !== undefined);
      needsQuotes ||= rows.some((row) =>
        Object.entries(row).some(([name, cell]) => (isRest(name) ? /[\r\n]/u : separators).test(cell)),
      );
      if (isSettled()) break;
    }
  if (!isExtended || header.includes(EXTENSION_COLUMN))
    return { header, headings, above, below, map, dialect, needsQuotes };
  return {
    header: [...header, EXTENSION_COLUMN],
    headings: padded(headings, header.length),
    above,
    below,
    map,
    dialect,
    needsQuotes,
  };
}

/** The column settings that an import of a table stores. */
type StoredColumns = StoredTable & Partial<Pick<Columns, 'dialect' | 'above' | 'below'>>;

async function usualColumns(articles: ExportedDictionary['articles']): Promise<StoredTable> {
  const usual = new UsualColumns();
  for await (const { source } of articles) usual.add(exportedEntry(source).content);
  const map = usual.map();
  return { header: Object.keys(map.columns), map };
}

function padded(headings: readonly string[], length: number): readonly string[] {
  return [...Array.from({ length }, (_, index) => headings[index] ?? ''), EXTENSION_COLUMN];
}

/** Returns the rows of an article to write. Rows after the first without cells are omitted, because an import would ignore them. */
function rowsOfArticle(
  article: { readonly source: string; readonly publicId: string },
  map: ColumnMap,
  names: WrittenNames,
): { readonly rows: ArticleRows; readonly sheet: string | undefined } {
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
  if (missing !== undefined) setExtensionId(first, missing);
  return { rows, sheet: original?.sheet };
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
