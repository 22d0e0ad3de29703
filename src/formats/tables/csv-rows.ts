import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { FileProblem } from '../files/position';

/** The dialect of a CSV file: delimiter, quoting and line ends. */
export interface Dialect {
  readonly delimiter: string;
  /** Whether cells may be quoted. */
  readonly isQuoted: boolean;
  /** Whether the file begins with a line such as `sep=;`, which Excel reads and writes. */
  readonly isDeclared?: boolean;
  /** Whether the file begins with a byte order mark. Excel does not recognise UTF-8 without one. */
  readonly hasMark?: boolean;
  /** Whether the table is a list of words with their translations, such as `ji : eau`. */
  readonly isList?: boolean;
  /** Whether rows end with a line feed alone. */
  readonly hasLineFeeds?: boolean;
}

/** The values of the cells of a row that are merged with another one, by column. */
export interface MergedValues {
  /** Cells whose value is in a row above, in the same column. */
  readonly above: ReadonlyMap<number, string>;
  /** Cells whose value is left of them in the same row. */
  readonly beside: ReadonlyMap<number, string>;
}

/** A row of a table and the line on which it begins. */
export interface TableCells {
  readonly cells: readonly string[];
  readonly line: number;
  /** Offset of its end in the file, in characters, for the progress. */
  readonly end: number;
  /** Name of the sheet of the row. */
  readonly sheet?: string;
  /** The values of cells that are merged with others. */
  readonly merged?: MergedValues;
  /** The reason why the row is refused. */
  readonly problem?: FileProblem;
}

/** Returns the number of cells with text. */
export function widthOf(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}

/** Maximum length of a row, in bytes: many times the largest article. */
const MAX_ROW_LENGTH = 4 * 1024 * 1024;

const DELIMITERS = [',', ';', '\t', '|'];

/** Separators of words and their translations in lists that people type. */
const LIST_DELIMITERS = [' : ', ': ', ' = ', ' – ', ' — ', ' - '];

/** Minimum number of lines of a list that its separator determines. */
const MIN_LIST_LINES = 2;

/** Returns the separator of a list, which every line has. No line of a list has tabs. */
function listDelimiterIn(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < MIN_LIST_LINES || text.includes('\t')) return undefined;
  return LIST_DELIMITERS.find((delimiter) => lines.every((line) => line.indexOf(delimiter) > 0));
}

/** Reads rows as a stream. @throws FileProblem for a malformed table */
export async function* csvRows(chunks: AsyncIterable<string>, dialect: Dialect): AsyncGenerator<TableCells> {
  // A quotation mark within an unquoted cell is part of its text: 5" pipe.
  const options = { ...optionsOf(dialect), relax_quotes: true };
  const parser = parse({ ...options, info: true, max_record_size: MAX_ROW_LENGTH });
  let end = 0;
  const input = Readable.from(counted(chunks, (length) => (end += length)));
  input.on('error', (error) => parser.destroy(error));
  input.pipe(parser);
  let line = 1;
  let isDeclaration = dialect.isDeclared === true;
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: Info; record: string[] }>) {
      // The parser may have skipped rows without text before this one.
      const cells = dialect.isList === true ? wordAndRest(record, dialect) : record;
      if (!isDeclaration) yield { cells, line: info.lines - breaksIn(record), end };
      isDeclaration = false;
      line = info.lines + 1;
    }
  } catch (error) {
    throw error instanceof CsvError ? problemOf(error, line) : error;
  } finally {
    input.destroy();
  }
}

/** A translation in a list of words may contain the sign between the two. */
function wordAndRest([word = '', ...rest]: readonly string[], { delimiter }: Dialect): readonly string[] {
  return rest.length === 0 ? [word] : [word, rest.join(delimiter)];
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
    // Spreadsheets write rows of bare separators below the last row.
    skip_records_with_empty_values: true,
  } as const;
}

function problemOf(error: CsvError, line: number): FileProblem {
  const isUnclosed = error.code === 'CSV_QUOTE_NOT_CLOSED';
  const cell = `cell ${Number(error['column']) + 1} of this row`;
  const complaint = isUnclosed ? `a quotation mark opens in ${cell} and is not closed` : error.message;
  const code = error.code === 'CSV_MAX_RECORD_SIZE' ? 'OVER_LIMIT' : 'NOT_A_TABLE';
  return new FileProblem(code, { line, column: 1 }, complaint);
}

/** Maximum length of the text by which the dialect is detected, in characters. */
const MAX_SAMPLE_LENGTH = 256 * 1024;

/** Returns whole lines from the beginning of a file. */
export async function firstLines(chunks: AsyncIterable<string>, count: number): Promise<string> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length > MAX_SAMPLE_LENGTH) break;
  }
  return text.split('\n').slice(0, count).join('\n');
}

const DECLARATION = /^\uFEFF?sep=(.)\r?\n/iu;

/** Matches the first line of notes that Anki exports, which names the separator of fields. */
const NOTES_SEPARATOR = /^\uFEFF?#separator:(\S[^\r\n]*)\r?\n/iu;

/** Names of separators in this line. Other separators are written as they are. */
const NAMED_SEPARATORS: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['comma', ','],
  ['semicolon', ';'],
  ['pipe', '|'],
  ['colon', ':'],
  ['space', ' '],
]);

/**
 * Detects the dialect of a table: the one that its first line declares, otherwise the delimiter that results in the most columns, with
 * the same number in most rows.
 *
 * @param known the delimiter, if the file name determines it
 */
export function dialectOf(beginning: string, known?: string): Dialect {
  const [declaration = '', declared] = DECLARATION.exec(beginning) ?? [];
  const text = beginning.slice(declaration.length);
  const [, named] = NOTES_SEPARATOR.exec(text) ?? [];
  const ofNotes = named && (NAMED_SEPARATORS.get(named.trim().toLowerCase()) ?? named.trim());
  const ofList = (declared ?? ofNotes ?? known) === undefined ? listDelimiterIn(text) : undefined;
  const scored = () => DELIMITERS.map((character) => ({ character, score: scoreOf(text, character) }));
  const delimiter =
    declared ??
    ofNotes ??
    known ??
    ofList ??
    scored().reduce((best, next) => (next.score > best.score ? next : best)).character;
  return {
    delimiter,
    isQuoted: ofNotes !== undefined || hasQuotes(text, delimiter),
    ...(declared !== undefined && { isDeclared: true }),
    ...(ofList !== undefined && { isList: true }),
    ...(/^[^\r\n]*\n/u.test(beginning) && { hasLineFeeds: true }),
  };
}

function scoreOf(beginning: string, delimiter: string): number {
  const { width, share } = shapeOf(beginning, { delimiter, isQuoted: true }) ??
    shapeOf(beginning, { delimiter, isQuoted: false }) ?? { width: 0, share: 0 };
  return width < 2 ? 0 : share * Math.log(width + 1);
}

/** Returns the number of columns of the first row and the share of rows with the same number; `undefined` if the text cannot be parsed in this dialect. */
function shapeOf(beginning: string, dialect: Dialect) {
  try {
    const rows: readonly string[][] = parseSync(beginning, optionsOf(dialect));
    const { width, alike } = commonestWidth(rows);
    return { width, share: alike / Math.max(1, rows.length), cells: rows.flat() };
  } catch {
    return undefined;
  }
}

/** Returns the most frequent number of columns, of equally frequent ones the first. Titles above the headings have other numbers. */
function commonestWidth(rows: readonly (readonly string[])[]): {
  readonly width: number;
  readonly alike: number;
} {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [[width, alike] = [0, 0]] = [...counts].sort(([, a], [, b]) => b - a);
  return { width, alike };
}

/**
 * Whether cells are quoted. Programs that copy tables with tabs do not quote, so that a quotation mark is a letter there, unless the
 * marks enclose tabs, line ends or doubled marks, or most cells. Excel saves "Unicode Text" with marks around each cell with a comma.
 */
function hasQuotes(beginning: string, delimiter: string): boolean {
  const [quoted, plain] = [true, false].map((isQuoted) => shapeOf(beginning, { delimiter, isQuoted }));
  const { cells = [], share = 0 } = plain ?? {};
  const starting = cells.filter((cell) => cell.startsWith('"'));
  if (delimiter !== '\t' || starting.length === 0) return starting.length > 0;
  if (quoted?.share !== share) return (quoted?.share ?? 0) > share;
  const whole = starting.filter((cell) => cell.length > 1 && cell.endsWith('"'));
  const needMarks = whole.filter((cell) => /""|[\r\n]/u.test(cell.slice(1, -1)));
  const withCommas = cells.filter((cell) => cell.includes(','));
  const areOfExcel =
    whole.every((cell) => cell.includes(',')) && withCommas.every((cell) => cell.startsWith('"'));
  return (
    whole.length > cells.length / 2 ||
    (whole.length === starting.length && (needMarks.length > 0 || areOfExcel))
  );
}
