import { extname } from 'node:path';
import { readArticle } from '../../domain/reading/read-article';
import { FORBIDDEN_KEYS } from '../../shared/json';
import { EntryNames } from '../files/entry-names';
import type { EntrySource, FileEntry, ReadOptions } from '../files/entry-source';
import type { PathCounts } from '../files/loss-report';
import { FileProblem } from '../files/position';
import { openText, type TextFile } from '../files/text-file';
import { type ColumnMap, columnMapFrom } from './column-map';
import { type CsvRow, csvRows, type Dialect, dialectOf } from './csv-rows';
import { guessColumns } from './guess-columns';
import { previewLines } from './preview';
import type { TableRow } from './table-examples';
import { EXTENSION, getRow } from './table-lens';

/** Rows that the guess looks at. */
const SAMPLE = 200;

/** Characters in which they are looked for. */
const SAMPLE_TEXT = 256 * 1024;

/** Opens a table: CSV or TSV. */
export async function openTable(path: string, options: ReadOptions): Promise<EntrySource> {
  const file = await openText(path, options.encoding);
  const dialect =
    extname(path).toLowerCase() === '.tsv' ? await tabbed(file) : dialectOf(await beginningOf(file));
  const { header, rows } = await sampleOf(file, dialect);
  const map = options.map === undefined ? guessColumns({ header, rows }) : columnMapFrom(options.map);
  refuseUnknown(header, map);
  const table = { header, dialect, map };
  return {
    format: dialect.delimiter === '\t' ? 'tsv' : 'csv',
    ...file,
    map: JSON.stringify(map, null, 2),
    ...(options.map === undefined ? { preview: previewLines(table, rows) } : {}),
    version: () => undefined,
    files: () => [{ name: 'table/options.json', text: JSON.stringify(table) }],
    entries: (counts) => entriesOf(file, table, counts),
  };
}

interface Table {
  readonly header: readonly string[];
  readonly dialect: Dialect;
  readonly map: ColumnMap;
}

async function tabbed(file: TextFile): Promise<Dialect> {
  const text = await beginningOf(file);
  const { isQuoted, delimiter } = dialectOf(text);
  return { delimiter: '\t', isQuoted: delimiter === '\t' && isQuoted };
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

async function sampleOf(file: TextFile, dialect: Dialect) {
  const rows: (readonly string[])[] = [];
  let header: readonly string[] | undefined;
  for await (const { cells, line } of csvRows(file.text(), dialect)) {
    if (header === undefined) header = headerOf(cells, line);
    else rows.push(cells);
    if (rows.length >= SAMPLE) break;
  }
  if (!header) throw new FileProblem('NOT_A_TABLE', { line: 1, column: 1 }, 'the table has no rows');
  return { header, rows };
}

/** Names of columns, made different from each other. */
function headerOf(cells: readonly string[], line: number): readonly string[] {
  const seen = new Map<string, number>();
  return cells.map((cell, index) => {
    const name = cell.trim() === '' ? `column ${index + 1}` : cell.trim();
    if (FORBIDDEN_KEYS.has(name))
      throw new FileProblem('NOT_A_TABLE', { line, column: 1 }, `a column must not be called ${name}`);
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} ${times}`;
  });
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

async function* entriesOf(file: TextFile, table: Table, counts: PathCounts): AsyncGenerator<FileEntry> {
  const names = new EntryNames();
  const id = Object.entries(table.map.columns).find(([, { to }]) => to === 'id')?.[0];
  let end = 0;
  let index = -1;
  for await (const row of csvRows(
    counted(file.text(), (length) => (end += length)),
    table.dialect,
  )) {
    index += 1;
    if (index === 0) continue;
    yield { ...entryOf(row, { names, id, table, counts }), index, end };
  }
}

async function* counted(
  chunks: AsyncIterable<string>,
  count: (length: number) => void,
): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    count(chunk.length);
    yield chunk;
  }
}

interface Naming {
  readonly names: EntryNames;
  readonly id: string | undefined;
  readonly table: Table;
  readonly counts: PathCounts;
}

function entryOf(
  { cells, line }: CsvRow,
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
  return {
    start,
    publicId,
    source: { ...typed, original: { format: 'table', entry: row } },
    ...(isRepeated && {
      warning: new FileProblem(
        'DUPLICATE_ID',
        start,
        `the identifier comes again; the article is ${publicId}`,
      ),
    }),
  };
}

/** The filled cells by the names of their columns; cells without a column are named by their position. */
function rowOf(cells: readonly string[], header: readonly string[]): TableRow {
  return Object.fromEntries(
    cells.flatMap((cell, index) =>
      cell === '' ? [] : [[header[index] ?? `column ${index + 1}`, cell] as const],
    ),
  );
}
