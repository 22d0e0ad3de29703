import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { FileProblem } from '../files/position';

/** How a table is spelled. */
export interface Dialect {
  readonly delimiter: string;
  /** Whether cells may stand in quotation marks. */
  readonly isQuoted: boolean;
}

/** One row of a table and the line that it begins in. */
export interface TableCells {
  readonly cells: readonly string[];
  readonly line: number;
  /** Characters of the file up to its end, for showing progress. */
  readonly end: number;
}

/** Longest row, in bytes: many times the largest article. */
const LONGEST_ROW = 4 * 1024 * 1024;

const DELIMITERS = [',', ';', '\t', '|'];

/** Reads rows as they come. @throws FileProblem where the table is broken */
export async function* csvRows(chunks: AsyncIterable<string>, dialect: Dialect): AsyncGenerator<TableCells> {
  const parser = parse({ ...optionsOf(dialect), info: true, max_record_size: LONGEST_ROW });
  let end = 0;
  const input = Readable.from(counted(chunks, (length) => (end += length)));
  input.on('error', (error) => parser.destroy(error));
  input.pipe(parser);
  let line = 1;
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
      // Rows without any text may have been skipped before this one.
      yield { cells: record, line: info.lines - breaksIn(record), end };
      line = info.lines + 1;
    }
  } catch (error) {
    throw error instanceof CsvError ? problemOf(error, line) : error;
  } finally {
    input.destroy();
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

function breaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/gu)?.length ?? 0), 0);
}

function optionsOf({ delimiter, isQuoted }: Dialect) {
  return {
    delimiter,
    quote: isQuoted ? '"' : null,
    relax_column_count: true,
    skip_empty_lines: true,
    // Spreadsheets write rows of separators alone below the last row.
    skip_records_with_empty_values: true,
  } as const;
}

function problemOf(error: CsvError, line: number): FileProblem {
  const unclosed = error.code === 'CSV_QUOTE_NOT_CLOSED';
  const complaint = unclosed ? 'a quotation mark opens here and is not closed' : error.message;
  const code = error.code === 'CSV_MAX_RECORD_SIZE' ? 'OVER_LIMIT' : 'NOT_A_TABLE';
  return new FileProblem(code, { line, column: 1 }, complaint);
}

/** The dialect of a table, by its first lines: the delimiter that gives most columns, the same number in most rows. */
export function dialectOf(beginning: string): Dialect {
  const delimiter = DELIMITERS.map((one) => ({ one, score: scoreOf(beginning, one) })).reduce((best, next) =>
    next.score > best.score ? next : best,
  ).one;
  return { delimiter, isQuoted: hasQuotes(beginning, delimiter) };
}

function scoreOf(beginning: string, delimiter: string): number {
  const widths = (isQuoted: boolean) => {
    const rows: readonly string[][] = parseSync(beginning, optionsOf({ delimiter, isQuoted }));
    return rows.map(({ length }) => length);
  };
  let all: number[];
  try {
    all = widths(true);
  } catch {
    all = widths(false);
  }
  const [width = 0] = all;
  const share = all.filter((one) => one === width).length / Math.max(1, all.length);
  return width < 2 ? 0 : share * Math.log(width + 1);
}

/** Whether cells stand in quotation marks; a table of tabs may have cells that only begin with one. */
function hasQuotes(beginning: string, delimiter: string): boolean {
  const cells = beginning.split(/\r?\n/u).flatMap((line) => line.split(delimiter));
  const starting = cells.filter((cell) => cell.startsWith('"'));
  const whole = starting.filter((cell) => cell.length > 1 && cell.endsWith('"'));
  return delimiter === '\t' ? whole.length > starting.length / 2 : starting.length > 0;
}
