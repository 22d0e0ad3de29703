import { extname } from 'node:path';
import { readArticle } from '../../domain/reading/read-article';
import { FORBIDDEN_KEYS } from '../../shared/json';
import { EntryNames } from '../files/entry-names';
import type { EntrySource, FileEntry, ReadOptions } from '../files/entry-source';
import type { PathCounts } from '../files/loss-report';
import { FileProblem } from '../files/position';
import { digestOf, openText, type TextFile } from '../files/text-file';
import { type ColumnMap, columnMapFrom } from './column-map';
import { csvRows, type Dialect, dialectOf, type TableCells } from './csv-rows';
import { guessColumns } from './guess-columns';
import type { TableRow } from './table-examples';
import { EXTENSION, getRow } from './table-lens';
import { openWorkbook } from './xlsx-rows';
import { articleText } from '../../domain/article/derive-article';

/** Articles that are shown. */
const SHOWN = 5;

interface Guess {
  readonly header: readonly string[];
  readonly map: ColumnMap;
}

/** What was guessed of a table, for people, with the first articles. */
function previewLines({ header, map }: Guess, rows: readonly (readonly string[])[]): readonly string[] {
  const columns = header.map((name) => {
    const meaning = map.columns[name];
    const { to = 'kept for export alone', lang, type, split } = meaning ?? {};
    const details = [lang, type, split === undefined ? undefined : `several, separated by "${split}"`];
    return `  ${name} -> ${[to, ...details.filter((one) => one !== undefined)].join(', ')}`;
  });
  const articles = rows.slice(0, SHOWN).map((cells) => {
    const row = Object.fromEntries(
      header.flatMap((name, i) => ((cells[i] ?? '') === '' ? [] : [[name, cells[i] ?? '']])),
    );
    return `  ${articleText(readArticle(getRow(row, map))).replaceAll('\n', ' | ')}`;
  });
  return [
    'The columns are taken to be (--map=FILE says otherwise, --save-map=FILE writes this down):',
    ...columns,
    'The first articles:',
    ...articles,
  ];
}

/** Rows that the guess looks at. */
const SAMPLE = 200;

/** Characters in which they are looked for. */
const SAMPLE_TEXT = 256 * 1024;

/** A file that holds one table. */
interface TableFile extends Pick<EntrySource, 'format' | 'encoding' | 'size' | 'sha256'> {
  readonly dialect?: Dialect;
  readonly rows: () => AsyncIterable<TableCells>;
  /** What is not read of the file. */
  readonly warning?: string | undefined;
}

/** Opens a table: CSV or TSV. */
export async function openTable(path: string, options: ReadOptions): Promise<EntrySource> {
  const file = await openText(path, options.encoding);
  const known = extname(path).toLowerCase() === '.tsv' ? '\t' : undefined;
  const found = dialectOf(await beginningOf(file), known);
  const dialect = { ...found, ...(file.hasMark && { hasMark: true }) };
  const format = dialect.delimiter === '\t' ? 'tsv' : 'csv';
  return tableSource({ ...file, format, dialect, rows: () => csvRows(file.text(), dialect) }, options);
}

/** Opens the first sheet of a workbook. */
export async function openXlsx(path: string, options: ReadOptions): Promise<EntrySource> {
  const { size, sha256 } = await digestOf(path);
  const workbook = await openWorkbook(path);
  const [sheet, ...others] = workbook.sheets;
  const unread = others.map((name) => `"${name}"`).join(', ');
  return tableSource(
    {
      format: 'xlsx',
      encoding: 'utf-8',
      size,
      sha256,
      rows: workbook.rows,
      warning: unread === '' ? undefined : `only the sheet "${sheet ?? ''}" is read, not ${unread}`,
    },
    options,
  );
}

async function tableSource(file: TableFile, options: ReadOptions): Promise<EntrySource> {
  const { format, encoding, size, sha256, dialect } = file;
  const { headings, header, rows } = await sampleOf(file);
  const map = options.map === undefined ? guessColumns({ header, rows }) : columnMapFrom(options.map);
  refuseUnknown(header, map);
  const table: Table = { header, map };
  // Cells to the right of the last heading have columns too.
  const width = { columns: header.length };
  return {
    format,
    encoding,
    size,
    sha256,
    map: JSON.stringify(map, null, 2),
    ...(options.map === undefined ? { preview: previewLines(table, rows) } : {}),
    version: () => undefined,
    files: () => {
      const all = Array.from({ length: width.columns }, (_, index) => header[index] ?? columnName(index));
      const options = { header: all, headings, map, ...(dialect && { dialect }) };
      return [{ name: 'table/options.json', text: JSON.stringify(options) }];
    },
    entries: (counts) => entriesOf(file, { table, width }, counts),
  };
}

interface Table {
  readonly header: readonly string[];
  readonly map: ColumnMap;
}

/** Whole lines from the beginning of a file. */
async function beginningOf(file: TextFile): Promise<string> {
  let text = '';
  for await (const chunk of file.text()) {
    text += chunk;
    if (text.length > SAMPLE_TEXT) break;
  }
  const lines = text.split('\n');
  return lines.slice(0, SAMPLE + 1).join('\n');
}

async function sampleOf(file: TableFile) {
  const rows: (readonly string[])[] = [];
  let headings: readonly string[] | undefined;
  let header: readonly string[] = [];
  for await (const { cells, line } of file.rows()) {
    if (headings === undefined) {
      headings = cells;
      header = headerOf(cells, line);
    } else rows.push(cells);
    if (rows.length >= SAMPLE) break;
  }
  if (!headings) throw new FileProblem('NOT_A_TABLE', { line: 1, column: 1 }, 'the table has no rows');
  return { headings, header, rows };
}

/** Names of columns, made different from each other. */
function headerOf(cells: readonly string[], line: number): readonly string[] {
  const seen = new Map<string, number>();
  return cells.map((cell, index) => {
    const name = cell.trim() === '' ? columnName(index) : cell.trim();
    if (FORBIDDEN_KEYS.has(name))
      throw new FileProblem('NOT_A_TABLE', { line, column: 1 }, `a column must not be called ${name}`);
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} ${times}`;
  });
}

function columnName(index: number): string {
  return `column ${index + 1}`;
}

function refuseUnknown(header: readonly string[], { columns }: ColumnMap): void {
  const unknown = Object.keys(columns).find((name) => !header.includes(name));
  if (unknown !== undefined)
    throw new FileProblem(
      'NOT_A_TABLE',
      { line: 1, column: 1 },
      `the table has no column "${unknown}", only ${header.join(', ')}`,
    );
}

interface Reading {
  readonly table: Table;
  readonly width: { columns: number };
}

async function* entriesOf(
  file: TableFile,
  { table, width }: Reading,
  counts: PathCounts,
): AsyncGenerator<FileEntry> {
  const names = new EntryNames();
  const id = Object.entries(table.map.columns).find(([, { to }]) => to === 'id')?.[0];
  let index = -1;
  for await (const row of file.rows()) {
    index += 1;
    width.columns = Math.max(width.columns, row.cells.length);
    if (index === 0) continue;
    const entry = { ...entryOf(row, { names, id, table, counts }), index, end: row.end };
    const { warning = entry.warning } = index === 1 ? partsUnread(file, entry.start) : entry;
    yield { ...entry, ...(warning && { warning }) };
  }
}

function partsUnread({ warning }: TableFile, start: FileEntry['start']): Pick<FileEntry, 'warning'> {
  return warning === undefined ? {} : { warning: new FileProblem('NOT_READ', start, warning) };
}

interface Naming {
  readonly names: EntryNames;
  readonly id: string | undefined;
  readonly table: Table;
  readonly counts: PathCounts;
}

function entryOf(
  { cells, line }: TableCells,
  { names, id, table, counts }: Naming,
): Omit<FileEntry, 'index' | 'end'> {
  const { header, map } = table;
  const row = rowOf(cells, header);
  for (const column of Object.keys(row))
    counts.add(column, column in map.columns || column === EXTENSION ? 'typed' : 'kept');
  const typed = getRow(row, map);
  const given = id === undefined ? undefined : row[id];
  const { publicId, isRepeated } = names.name(given, readArticle(typed).entry.headword);
  const start = { line, column: 1 };
  const repeated = isRepeated && `the identifier comes again; the article is ${publicId}`;
  const warning = repeated ? new FileProblem('DUPLICATE_ID', start, repeated) : tooWide(cells, header, start);
  const source = { ...typed, original: { format: 'table', entry: row } };
  return { start, publicId, source, ...(warning && { warning }) };
}

/** A separator inside a cell without quotation marks moves what follows to other columns, perhaps beyond the last. */
function tooWide(
  cells: TableCells['cells'],
  header: readonly string[],
  start: FileEntry['start'],
): FileProblem | undefined {
  if (!cells.slice(header.length).some((cell) => cell !== '')) return undefined;
  const complaint = `the row has ${cells.length} cells and the header ${header.length}; those beyond it are kept for export alone`;
  return new FileProblem('EXTRA_CELLS', start, complaint);
}

/** The filled cells by the names of their columns; cells without a column are named by their position. */
function rowOf(cells: readonly string[], header: readonly string[]): TableRow {
  return Object.fromEntries(
    cells.flatMap((cell, index) =>
      cell === '' ? [] : [[header[index] ?? columnName(index), cell] as const],
    ),
  );
}
