import type { StoredTable } from './column-map';
import { type TableCells, widthOf } from './csv-rows';
import { columnName } from './continued-rows';
import { FORBIDDEN_KEYS } from '../../shared/json';
import { FileProblem, fileProblem } from '../files/position';
import { type CellSpelling, HTML_CELLS, PLAIN_CELLS } from '../html/html-text';
import { isOfCollection, isUnderstood } from '../headings/headings';
import {
  areAlike,
  areSubheadings,
  joinedHeadings,
  MAX_NAMES,
  withMergedHeadings,
} from '../headings/two-row-headings';
import { EXTENSION_COLUMN } from './table-lens';

/** Maximum number of rows in which headings are searched. Titles and notes may precede them. */
export const MAX_ROWS_ABOVE = 20;

/** Position of the headings of a table. */
export interface HeadingRows {
  /** Column names, made unique. */
  readonly header: readonly string[];
  /** The row of headings as in the file, the lower one if there are two. Empty for a table without headings. */
  readonly headings: readonly string[];
  /** The rows above the headings, which are stored for export. */
  readonly above: readonly (readonly string[])[];
  /** Number of rows of the table that are not articles. */
  readonly count: number;
  /** Line of the headings, of the lower ones if there are two rows. */
  readonly line: number;
  /** Lines of two rows that both name all columns. */
  readonly twice?: readonly [upper: number, lower: number];
  /** Line of a row below the headings that explains them. */
  readonly explained?: number;
}

/**
 * Finds the headings among the first rows of a table.
 *
 * @param named column names that the map contains: the row with these names has the headings
 * @throws FileProblem for a table without rows, and for names that are not allowed
 */
export function headingRowsOf(rows: readonly TableCells[], named: readonly string[] = []): HeadingRows {
  const headingRows = findHeadings(rows, named);
  const forbidden = headingRows.header.find((name) => FORBIDDEN_KEYS.has(name));
  if (forbidden === undefined) return headingRows;
  const complaint = `a column must not have the name ${forbidden}`;
  throw new FileProblem('NOT_A_TABLE', { line: headingRows.line, column: 1 }, complaint);
}

/** Returns the headings in a stated line, and in a line beside it that belongs to them. @throws FileProblem if it is not one of the first with text */
export function headingRowsAt(rows: readonly TableCells[], line: number): HeadingRows {
  const at = rows.slice(0, MAX_ROWS_ABOVE).findIndex((row) => row.line === line);
  if (at < 0)
    throw fileProblem(
      'NOT_A_TABLE',
      `line ${line} cannot have the headings: name one of the first ${MAX_ROWS_ABOVE} lines with text`,
    );
  const guessed = headingRowsOf(rows);
  return guessed.line === line ? guessed : headingsAt(rows, at);
}

/** Returns the headings if they are the same as in an earlier table, or if neither table has any; otherwise undefined. */
export function headingsAsBefore(
  rows: readonly TableCells[],
  { header, headings }: Pick<StoredTable, 'header' | 'headings'>,
): HeadingRows | undefined {
  const before = withoutExtension(header);
  const names = before.filter((name) => !UNNAMED.test(name));
  if (names.length === 0)
    return headings?.length === 0 && !areHeadings(findHeadings(rows, []))
      ? rowNamed(rows, before)
      : undefined;
  const headingRows = rowNamed(rows, names, headings);
  const now = withoutExtension(headingRows.header);
  const isSame = before.every((name, at) => name === now[at] || (at >= now.length && UNNAMED.test(name)));
  return isSame && now.length <= before.length ? headingRows : undefined;
}

/** Whether one of the first rows has several known names of columns. */
export function hasHeadings(rows: readonly TableCells[]): boolean {
  return rows.length > 0 && areHeadings(findHeadings(rows, []));
}

/** Returns the headings of a table of which at least half are those of another table. */
export function headingsLike(
  rows: readonly TableCells[],
  header: readonly string[],
): HeadingRows | undefined {
  const names = new Set(header.filter(isNamed));
  const sharedIn = (candidate: HeadingRows) => candidate.header.filter((name) => names.has(name)).length;
  const areLike = (candidate: HeadingRows) => {
    const shared = sharedIn(candidate);
    return shared >= Math.min(2, names.size) && shared * 2 >= candidate.header.filter(isNamed).length;
  };
  for (const at of rows.slice(0, MAX_ROWS_ABOVE).keys()) {
    const [best] = candidatesAt(rows, at)
      .filter(areLike)
      .sort((a, b) => sharedIn(b) - sharedIn(a));
    if (best && names.size > 0) return best;
  }
  return undefined;
}

/** Returns the names without the extension column. Exports add it if necessary. */
export function withoutExtension(names: readonly string[]): readonly string[] {
  return names.filter((name) => name !== EXTENSION_COLUMN);
}

function findHeadings(rows: readonly TableCells[], named: readonly string[]): HeadingRows {
  const ofNotes = headingsOfNotes(rows);
  if (ofNotes) return ofNotes;
  if (named.length > 0) return rowNamed(rows, named);
  const isSingle = ({ cells }: TableCells, at: number) =>
    isWider(rows, at) && areHeadings({ header: headerOf(cells) });
  const at = rows.slice(0, MAX_ROWS_ABOVE).findIndex(isSingle);
  if (at < 0) return headingsAt(rows, 0);
  return repeatedAt(rows, at)[0] ?? doubleAt(rows, at) ?? explainedAt(rows, at) ?? headingsAt(rows, at);
}

/** Matches the header lines above notes of Anki: `#separator:tab`, `#tags column:3`, `#columns:Front` followed by the other names. */
const NOTES_HEADER =
  /^#(?:(?<kind>guid|notetype|deck|tags) column|columns|separator|html|notetype|deck|tags):(?<value>.*)$/iu;

/** Field names of a note whose file does not name them: question and answer. */
const NOTE_FIELDS = ['Front', 'Back'];

/** Returns the headings of notes that Anki exported. */
function headingsOfNotes(rows: readonly TableCells[]): HeadingRows | undefined {
  if (rows[0]?.cells[0]?.toLowerCase().startsWith('#separator:') !== true) return undefined;
  const end = rows.findIndex(({ cells }) => !NOTES_HEADER.test(cells[0] ?? ''));
  const lines = rows.slice(0, end === -1 ? rows.length : end);
  const last = lines.at(-1);
  if (last && /^#columns:/iu.test(last.cells[0] ?? '')) {
    const [first = '', ...others] = last.cells;
    return headings(rows, lines.length - 1, [first.slice(first.indexOf(':') + 1), ...others]);
  }
  const special = new Map(
    lines.flatMap(({ cells }) => {
      const { kind, value } = NOTES_HEADER.exec(cells[0] ?? '')?.groups ?? {};
      return kind === undefined ? [] : [[Number(value) - 1, kind.toLowerCase()] as const];
    }),
  );
  const without = withoutHeadings(rows.slice(lines.length));
  const fields = [...NOTE_FIELDS];
  const names = without.header.map((name, index) => special.get(index) ?? fields.shift() ?? name);
  const above = lines.map(({ cells }) => cells);
  return { ...without, header: headerOf(names), above, count: lines.length, line: lines.length };
}

/** Returns the encoding of the cells. Anki declares it in lines above the rows. */
export function cellSpelling({ above, count }: HeadingRows): CellSpelling {
  const isHtml = count > 0 && above.some(([first = '']) => /^#html:\s*true\s*$/iu.test(first));
  return isHtml ? HTML_CELLS : PLAIN_CELLS;
}

/**
 * Returns the row that has all the names.
 *
 * @param before the headings of an earlier import; if they are inconclusive and two rows name the same columns, both are headings
 */
function rowNamed(
  rows: readonly TableCells[],
  named: readonly string[],
  before?: readonly string[],
): HeadingRows {
  const ofNotes = headingsOfNotes(rows);
  if (ofNotes) return ofNotes;
  for (const at of rows.slice(0, MAX_ROWS_ABOVE).keys()) {
    const candidates = candidatesAt(rows, at).filter(({ header }) => {
      const names = new Set(header);
      return named.every((name) => names.has(name));
    });
    const same = candidates.find(({ headings }) => before && hasCells(headings, before));
    const headingRows = same ?? candidates[0];
    if (headingRows) return headingRows;
  }
  return named.every((name) => UNNAMED.test(name)) ? withoutHeadings(rows) : headingsAt(rows, 0);
}

/** Returns the ways in which headings can begin at a position. */
function candidatesAt(rows: readonly TableCells[], at: number): readonly HeadingRows[] {
  const all = [...repeatedAt(rows, at), explainedAt(rows, at), headingsAt(rows, at), doubleAt(rows, at)];
  return all.filter((candidate) => candidate !== undefined);
}

/** Whether a row has more non-empty cells than each row above it, as headings do below titles and notes. */
function isWider(rows: readonly TableCells[], at: number): boolean {
  const width = widthOf(rows[at]?.cells ?? []);
  return rows.slice(0, at).every(({ cells }) => widthOf(cells) < width);
}

/** Generated name of a column without a heading. */
const UNNAMED = /^column \d+$/u;

/** Whether a column has a heading. */
export function isNamed(name: string): boolean {
  return !UNNAMED.test(name);
}

function withoutHeadings(rows: readonly TableCells[]): HeadingRows {
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const header = Array.from({ length: width }, (_, index) => columnName(index));
  return { header, headings: [], above: [], count: 0, line: 0 };
}

/** Returns the headings in two rows, the upper one at a position. */
function doubleAt(rows: readonly TableCells[], at: number): HeadingRows | undefined {
  const [upper, lower] = rows.slice(at, at + 2);
  if (!upper || !lower) return undefined;
  if (!areSubheadings(upper, lower)) return undefined;
  return headings(rows, at + 1, joinedHeadings(upper, lower.cells));
}

/**
 * Returns the headings if a second row repeats them in other words, as in templates: names for programs above or below those for people.
 * The row with more known names comes first.
 */
function repeatedAt(rows: readonly TableCells[], at: number): readonly HeadingRows[] {
  const [upper, lower] = rows.slice(at, at + 2);
  if (!upper || !lower || !areAlike(upper.cells, lower.cells)) return [];
  const twice = [upper.line, lower.line] as const;
  const named = [upper.cells, lower.cells].map((cells) => ({
    ...headings(
      rows,
      at + 1,
      cells.map((cell, index) => (lower.cells[index] === EXTENSION_COLUMN ? EXTENSION_COLUMN : cell)),
    ),
    twice,
  }));
  return named.sort((a, b) => understoodIn(b.header) - understoodIn(a.header));
}

/** Matches a cell that explains a heading: `(one word)`, `[optional]`, `required`. */
const EXPLANATION =
  /^(?:\([^()]*\)|\[[^[\]]*\]|required|optional|mandatory|recommended|obligatoire|facultati(?:f|ve)|obrigat[oó]ri[oa]|opcional|obligatori[oa]|pflichtfeld)[.*]?$/iu;

/** Returns the headings if each cell of the row below explains one. The explanations are stored for export. */
function explainedAt(rows: readonly TableCells[], at: number): HeadingRows | undefined {
  const [upper, lower] = rows.slice(at, at + 2);
  const filled = (lower?.cells ?? []).filter((cell) => cell.trim() !== '' && cell !== EXTENSION_COLUMN);
  if (!upper || !lower || filled.length < 2 || !filled.every((cell) => EXPLANATION.test(cell.trim())))
    return undefined;
  const names = Array.from({ length: Math.max(upper.cells.length, lower.cells.length) }, (_, index) =>
    lower.cells[index] === EXTENSION_COLUMN ? EXTENSION_COLUMN : (upper.cells[index] ?? ''),
  );
  return { ...headings(rows, at + 1, names), line: upper.line, explained: lower.line };
}

function hasCells(row: readonly string[], cells: readonly string[]): boolean {
  return withoutExtension(row).join('\t') === withoutExtension(cells).join('\t');
}

function headingsAt(rows: readonly TableCells[], at: number): HeadingRows {
  return headings(rows, at, rows[at]?.cells ?? []);
}

function headings(rows: readonly TableCells[], last: number, names: readonly string[]): HeadingRows {
  const row = rows[last];
  if (!row) throw fileProblem('NOT_A_TABLE', 'the table has no rows');
  const above = rows.slice(0, last).map(({ cells }) => cells);
  return {
    header: headerOf(withMergedHeadings(names, row)),
    headings: row.cells,
    above,
    count: last + 1,
    line: row.line,
  };
}

/** Number of known names that suffice if a quarter of a row has them, since projects add columns of their own. */
const MANY_NAMES = 4;

/** Whether a row has several known names, which are most of its names, except those about how words were collected. */
function areHeadings({ header }: Pick<HeadingRows, 'header'>): boolean {
  const names = header.slice(0, MAX_NAMES).filter((name) => !UNNAMED.test(name));
  const understood = understoodIn(names);
  const others = names.filter((name) => !isUnderstood(name) && !isOfCollection(name)).length;
  return (
    understood > 1 && (understood >= others || (understood >= MANY_NAMES && understood * 4 >= names.length))
  );
}

function understoodIn(names: readonly string[]): number {
  return names.slice(0, MAX_NAMES).filter(isUnderstood).length;
}

/** Returns column names that are unique. */
export function headerOf(cells: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return cells.map((cell, index) => {
    const name = cell.trim() === '' ? columnName(index) : cell.trim();
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} ${times}`;
  });
}
