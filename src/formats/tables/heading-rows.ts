import type { TableCells } from './csv-rows';
import { columnName } from './continued-rows';
import { FORBIDDEN_KEYS } from '../../shared/json';
import { FileProblem } from '../files/position';
import { isUnderstood } from './guess-columns';
import { EXTENSION } from './table-lens';

/** Rows at the beginning of a table among which those of the headings are: titles and notes stand above them. */
export const MOST_ABOVE = 20;

/** Where the headings of a table are. */
export interface HeadingRows {
  /** Names of the columns, made different from each other. */
  readonly header: readonly string[];
  /** The row with the headings as it stands in the file; of two, the lower one. Empty in a table without headings. */
  readonly headings: readonly string[];
  /** The rows above that one, kept for export. */
  readonly above: readonly (readonly string[])[];
  /** Rows of the table that are no articles. */
  readonly count: number;
  /** The line of the headings. */
  readonly line: number;
  /** Whether any of the names is understood. */
  readonly isKnown: boolean;
}

/**
 * Finds the headings among the first rows of a table.
 *
 * @param named columns that somebody named: the headings are where they stand
 * @throws FileProblem for a table without rows, and for names that no column may have
 */
export function headingRowsOf(rows: readonly TableCells[], named: readonly string[] = []): HeadingRows {
  const found = foundIn(rows, named);
  const forbidden = found.header.find((name) => FORBIDDEN_KEYS.has(name));
  if (forbidden === undefined) return found;
  const complaint = `a column must not be called ${forbidden}`;
  throw new FileProblem('NOT_A_TABLE', { line: found.line, column: 1 }, complaint);
}

function foundIn(rows: readonly TableCells[], named: readonly string[]): HeadingRows {
  const first = headingsAt(rows, 0, false);
  const candidates = rows
    .slice(0, MOST_ABOVE)
    .flatMap((_, at) => [false, true].flatMap((isDouble) => candidateAt(rows, at, isDouble)));
  if (named.length > 0) {
    const found = candidates.find(({ header }) => named.every((name) => header.includes(name)));
    return found ?? (named.every((name) => UNNAMED.test(name)) ? withoutHeadings(rows) : first);
  }
  const known = candidates.filter(({ header }) => areHeadings(header));
  const single = known.find(
    (one) => !one.isDouble && one.above.every((cells) => widthOf(cells) < widthOf(one.headings)),
  );
  // Names below a title are not those of columns below joined cells.
  const double = single && known.find((one) => one.isDouble && one.count === single.count + 1);
  const understood = (one: HeadingRows | undefined) => one?.header.filter(isUnderstood).length ?? 0;
  return (understood(double) >= understood(single) ? double : undefined) ?? single ?? first;
}

interface Candidate extends HeadingRows {
  readonly isDouble: boolean;
}

/** What columns without a heading are called. */
const UNNAMED = /^column \d+$/u;

function withoutHeadings(rows: readonly TableCells[]): HeadingRows {
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const header = Array.from({ length: width }, (_, index) => columnName(index));
  return { header, headings: [], above: [], count: 0, line: 0, isKnown: true };
}

function candidateAt(rows: readonly TableCells[], at: number, isDouble: boolean): readonly Candidate[] {
  if (isDouble && !areSubheadings(rows[at]?.cells ?? [], rows[at + 1]?.cells ?? [])) return [];
  return [headingsAt(rows, at, isDouble)];
}

function headingsAt(rows: readonly TableCells[], at: number, isDouble: boolean): Candidate {
  const last = isDouble ? at + 1 : at;
  const row = rows[last];
  if (!row) throw new FileProblem('NOT_A_TABLE', { line: 1, column: 1 }, 'the table has no rows');
  const names = isDouble ? joined(rows[at]?.cells ?? [], row.cells) : row.cells;
  const header = headerOf(names);
  const above = rows.slice(0, last).map(({ cells }) => cells);
  return {
    header,
    headings: row.cells,
    above,
    count: last + 1,
    line: row.line,
    isKnown: header.some(isUnderstood),
    isDouble,
  };
}

function widthOf(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}

/** Several columns whose names are understood, and most of them. */
function areHeadings(header: readonly string[]): boolean {
  const names = header.filter((name) => !UNNAMED.test(name));
  const understood = names.filter(isUnderstood).length;
  return understood > 1 && understood * 2 >= names.length;
}

/** Names of languages and the like below joined cells: "Translations" above "English" and "French". */
function areSubheadings(top: readonly string[], below: readonly string[]): boolean {
  const filled = below.flatMap((cell, index) => (cell.trim() === '' ? [] : [index]));
  const isBelowJoined = (index: number) =>
    (top[index] ?? '').trim() === '' || ((top[index + 1] ?? '').trim() === '' && filled.includes(index + 1));
  return (
    filled.length > 1 &&
    filled.every((index) => {
      const name = (below[index] ?? '').trim();
      return name === EXTENSION || (index > 0 && isBelowJoined(index) && isUnderstood(name));
    })
  );
}

function joined(top: readonly string[], below: readonly string[]): readonly string[] {
  let group = '';
  return Array.from({ length: Math.max(top.length, below.length) }, (_, index) => {
    const [upper, lower] = [(top[index] ?? '').trim(), (below[index] ?? '').trim()];
    if (upper !== '') group = upper;
    return lower === '' || lower === EXTENSION ? lower || upper : `${group} ${lower}`.trim();
  });
}

/** Names of columns, made different from each other. */
function headerOf(cells: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return cells.map((cell, index) => {
    const name = cell.trim() === '' ? columnName(index) : cell.trim();
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} ${times}`;
  });
}
