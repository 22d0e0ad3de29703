import { extname } from 'node:path';
import { HTML_CELLS } from '../html/html-text';
import { withOriginal } from '../lens/read-items';
import { readArticle } from '../../domain/reading/read-article';
import { EntryNames } from '../files/entry-names';
import type { EntrySource, FileEntry, ReadOptions } from '../files/entry-source';
import type { PathCounts } from '../files/loss-report';
import { FileProblem, namingSheet, fileProblem } from '../files/position';
import { openText } from '../files/text-file';
import { type ColumnMap, languagesOf, COLUMN_TARGETS } from './column-map';
import {
  articleRows,
  columnName,
  columnsFor,
  continuing,
  type GroupedRows,
  tooMany,
  namedCells,
  withMergedCells,
  type Table,
} from './continued-rows';
import { csvRows, type Dialect, dialectOf, firstLines, type TableCells } from './csv-rows';
import { Footers } from './footers';
import { type HeadingRows, MAX_ROWS_ABOVE, cellSpelling } from './heading-rows';
import { controlCharacterInRow, rowWarnings } from './row-warnings';
import { previewLines } from './table-preview';
import { EXTENSION_COLUMN, getRows, idIn, OF_FIRST_ROW, treeOfRows, listsOfColumns } from './table-lens';
import { columnSettings, rowsBelow, SAMPLE_ROWS } from '../headings/column-settings';
import { letterRows, letterWarning } from '../headings/letter-rows';
import type { JoinedSheets } from '../workbooks/joined-sheets';
import type { Workbook } from '../workbooks/workbook';
import { isErrorCell } from './table-cells';

/** A file that holds one table. */
export interface TableFile extends Pick<EntrySource, 'format' | 'encoding' | 'size' | 'sha256'> {
  readonly dialect?: Dialect;
  /** The column names, if no row contains them. */
  readonly header?: readonly string[];
  readonly rows: () => AsyncIterable<TableCells>;
  /** The sheets of a workbook. */
  readonly sheets?: Pick<JoinedSheets, 'sheets' | 'above' | 'preview'> &
    Pick<Workbook, 'merged'> & { readonly isChosen: boolean };
  /** Reports the unread parts of the file; call it after reading the rows. */
  readonly warnings?: () => readonly FileProblem[];
}

/** Opens a table in CSV or TSV. */
export async function openTable(path: string, options: ReadOptions): Promise<EntrySource> {
  if (options.sheet !== undefined) throw fileProblem('NOT_A_TABLE', 'only workbooks have sheets');
  const file = await openText(path, options.encoding, options.storedSettings);
  const beginning = await firstLines(file.text(), SAMPLE_ROWS + 1);
  // The file name may be misleading: in some locales spreadsheets separate values by semicolons in every file.
  const isTabbed = extname(path).toLowerCase() === '.tsv' && beginning.includes('\t');
  const guessedDialect = dialectOf(beginning, isTabbed ? '\t' : undefined);
  const dialect = { ...guessedDialect, ...(file.hasMark && { hasMark: true }) };
  const format = dialect.delimiter === '\t' ? 'tsv' : 'csv';
  return tableSource({ ...file, format, dialect, rows: () => csvRows(file.text(), dialect) }, options);
}

/** Finds the headings of a table and the meaning of its columns, and describes them for people. */
async function settingsOf(file: TableFile, options: ReadOptions) {
  const sample = await sampleRows(file);
  const { head, by, lines, ...meant } = columnSettings(sample, options, file);
  const { header } = head;
  const rows = rowsBelow(head, sample);
  const below = sample.slice(head.count);
  const isOpen = by === 'guess' && options.rows === undefined;
  const isMerged = isOpen && (await haveMergedHeadwords(file, { header, map: meant.map }, below));
  const map: ColumnMap = {
    ...meant.map,
    ...(options.rows !== undefined && { rows: options.rows }),
    ...(isMerged && { rows: 'continue' as const }),
    ...(cellSpelling(head) === HTML_CELLS && { cells: 'html' as const }),
  };
  const preview = [
    ...(file.sheets?.preview ?? []),
    ...lines,
    ...previewLines({ header, map }, rows, by),
    ...(isMerged ? [MERGED] : []),
  ];
  return { head, by, map, rows, preview };
}

export async function tableSource(file: TableFile, options: ReadOptions): Promise<EntrySource> {
  const { format, encoding, size, sha256, dialect, sheets } = file;
  const { head, by, map, rows, preview } = await settingsOf(file, options);
  const { header, headings, above } = head;
  refuseUnknown(header, map);
  const table: Table = { header, map };
  // Cells to the right of the last heading belong to columns too.
  const width = { columns: header.length };
  // A list of objects has no rows below it.
  const footers = file.header ? undefined : new Footers(header.length);
  const isLetter = letterRows(table, rows);
  return {
    format,
    encoding,
    size,
    sha256,
    map: JSON.stringify(map, null, 2),
    preview,
    isGuessed: by === 'guess',
    version: () => undefined,
    stated: () => languagesOf(map),
    warnings: () => [...(file.warnings?.() ?? []), ...aboveHeadings(head), ...(footers?.warnings() ?? [])],
    files: () => {
      const all = Array.from({ length: width.columns }, (_, index) => header[index] ?? columnName(index));
      const options = {
        header: all,
        headings,
        ...around(above, footers?.below(sheets?.sheets[0]) ?? []),
        map,
        dialect,
        ...(sheets && layoutOf(sheets, footers)),
      };
      return [{ name: 'table/options.json', text: JSON.stringify(options) }];
    },
    entries: (counts) => readEntries(file, { table, width, head: head.count, footers, isLetter }, counts),
  };
}

function around(above: readonly (readonly string[])[], below: readonly (readonly string[])[]) {
  return { ...(above.length > 0 && { above }), ...(below.length > 0 && { below }) };
}

type ReadSheets = NonNullable<TableFile['sheets']>;

/** Returns the names of the sheets and the rows around the articles of each, if there are several, for exports. */
function layoutOf({ sheets, above, isChosen }: ReadSheets, footers: Footers | undefined) {
  const [sheet, ...others] = sheets;
  const rowsAround = (name: string) => around(above.get(name) ?? [], footers?.below(name) ?? []);
  return {
    sheet,
    ...(isChosen && { isChosen }),
    ...(others.length > 0 && { otherSheets: others.map((name) => ({ name, ...rowsAround(name) })) }),
  };
}

const MERGED =
  'Headwords are merged over several rows: the rows below a headword belong to its article, each as a sense (--rows=separate makes each row an article).';

/** Whether most of the first rows without a headword are covered by that of a row above them, in cells that the workbook has merged. */
async function haveMergedHeadwords(
  { rows, sheets }: TableFile,
  { header, map }: Table,
  sample: readonly TableCells[],
): Promise<boolean> {
  const [sheet] = sheets?.sheets ?? [];
  const continues = continuing({ header, map: { ...map, rows: 'continue' } });
  const without = sample.filter((row) => row.sheet === sheet && continues(row.cells));
  if (!sheets || sheet === undefined || without.length === 0) return false;
  // A file states merged cells after the rows.
  for await (const { sheet: read } of rows()) if (read !== sheet) break;
  const columns = columnsFor({ header, map }, 'headword').map((name) => header.indexOf(name));
  const merged = sheets.merged(sheet).filter(({ column }) => columns.includes(column));
  const covered = without.filter(({ line }) =>
    merged.some(({ firstLine, lastLine }) => firstLine < line && line <= lastLine),
  );
  return covered.length * 2 > without.length;
}

async function sampleRows(file: TableFile): Promise<readonly TableCells[]> {
  const rows: TableCells[] = [];
  for await (const row of file.rows()) {
    rows.push(row);
    if (rows.length >= SAMPLE_ROWS + MAX_ROWS_ABOVE) break;
  }
  return rows;
}

function aboveHeadings({ above, line, twice, explained }: HeadingRows): readonly FileProblem[] {
  const unread = (at: number, what: string) =>
    new FileProblem('NOT_READ', { line: at, column: 1 }, `${what} is kept for export only`);
  return [
    ...(above.length === (twice || explained !== undefined ? 1 : 0)
      ? []
      : [unread(1, `the text above line ${line}, which has the headings,`)]),
    ...(explained === undefined
      ? []
      : [unread(explained, `line ${explained}, which explains the headings,`)]),
  ];
}

function refuseUnknown(header: readonly string[], { columns }: ColumnMap): void {
  const unknown = Object.keys(columns).find((name) => !header.includes(name));
  if (unknown !== undefined)
    throw fileProblem('NOT_A_TABLE', `the table has no column "${unknown}", only ${header.join(', ')}`);
}

interface Reading {
  readonly table: Table;
  readonly width: { columns: number };
  /** Number of rows of the table that are not articles: the headings and the rows above them. */
  readonly head: number;
  readonly footers: Footers | undefined;
  /** Whether a row only has the letter of the words below it. */
  readonly isLetter: (cells: readonly string[]) => boolean;
}

async function* readEntries(
  file: TableFile,
  { table, width, head, footers, isLetter }: Reading,
  counts: PathCounts,
): AsyncGenerator<FileEntry> {
  const names = new EntryNames();
  const id = columnsFor(table, 'id')[0];
  const lists = listsOfColumns(table.map, table.header);
  const rows = footers ? footers.above(file.rows()) : file.rows();
  for await (const group of articleRows(rows, { head, continues: continuing(table) })) {
    for (const { cells } of group.rows) width.columns = Math.max(width.columns, cells.length);
    const { index, end } = group;
    const naming = { names, id, table, counts, sheets: file.sheets, isLetter };
    yield { ...entryFromRows(group, naming), index, end, lists };
  }
}

interface Naming extends Pick<Reading, 'isLetter'> {
  readonly names: EntryNames;
  readonly id: string | undefined;
  readonly table: Table;
  readonly counts: PathCounts;
  readonly sheets: ReadSheets | undefined;
}

function entryFromRows(
  { rows: [first, ...others], left }: GroupedRows,
  { names, id, table, counts, sheets, isLetter }: Naming,
): Omit<FileEntry, 'index' | 'end'> {
  const { header, map } = table;
  const row = namedCells(withMergedCells(first, table), header);
  const below = others
    .map(({ cells }) => namedCells(cells, header))
    .filter((cells) => Object.keys(cells).length > 0);
  const isTyped = (column: string, isFirst: boolean) =>
    column === EXTENSION_COLUMN
      ? isFirst
      : Object.hasOwn(map.columns, column) && (isFirst || isReadBelow(table, column));
  for (const cells of [row, ...below])
    for (const [column, cell] of Object.entries(cells))
      counts.add(column, isTyped(column, cells === row) && !isErrorCell(cell.trim()) ? 'typed' : 'kept');
  const typed = getRows([row, ...below], map);
  const content = readArticle(typed);
  const { publicId, isRepeated } = names.name(idIn(row, id), content.entry.headword);
  const start = { line: first.line, column: 1 };
  const isOneOfSeveral = first.sheet !== undefined && (sheets?.sheets.length ?? 0) > 1;
  const repeated = `the identifier is used more than once; this article becomes ${publicId}`;
  const inSheet = (problem: FileProblem) => (isOneOfSeveral ? namingSheet(problem, first.sheet) : problem);
  const isHidden = others.length === 0 && isLetter(first.cells);
  const warnings = [
    ...(isHidden ? [letterWarning(first)] : []),
    ...(isRepeated ? [new FileProblem('DUPLICATE_ID', start, repeated)] : []),
    ...[first, ...others].flatMap((line) => rowWarnings(line, table)),
  ].map(inSheet);
  const entry = treeOfRows([row, ...below]);
  const sheet = isOneOfSeveral ? { sheet: first.sheet } : {};
  const source = withOriginal(typed, { format: 'table', entry, ...sheet }, content);
  const all = [first, ...others];
  const refused = all.flatMap((line) => line.problem ?? controlCharacterInRow(line, header) ?? []);
  const problem = left > 0 ? tooMany(start, left) : refused[0];
  const hidden = isHidden ? { isDisabled: true } : {};
  return { start, publicId, source, warnings, ...hidden, ...(problem && { problem: inSheet(problem) }) };
}

/** Whether the cells of a column are read in rows that continue an article. */
function isReadBelow({ map }: Table, column: string): boolean {
  const to = map.columns[column]?.to ?? '';
  return to !== 'id' && !OF_FIRST_ROW.has(COLUMN_TARGETS[to]?.member ?? '');
}
