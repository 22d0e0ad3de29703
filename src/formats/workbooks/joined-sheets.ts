import { fileProblem, type FileProblem } from '../files/position';
import type { MergedValues, TableCells } from '../tables/csv-rows';
import {
  hasHeadings,
  type HeadingRows,
  headingRowsAt,
  headingRowsOf,
  headingsLike,
  isNamed,
  MAX_ROWS_ABOVE,
} from '../tables/heading-rows';
import { type SheetCells, sheetNames, type Workbook } from './workbook';

/** Number of rows of a sheet in which its headings are searched: two rows may be headings. */
const SAMPLE_ROWS = MAX_ROWS_ABOVE + 2;

interface Choice {
  /** Name of the only sheet to read. */
  readonly requestedSheet?: string | undefined;
  /** Name of the sheet of an earlier import, from which others with the same headings follow. */
  readonly before?: string | undefined;
  /** Names of columns that a map or an earlier import has. */
  readonly named: readonly string[];
  /** Line of the headings of the first sheet. */
  readonly headingRow?: number | undefined;
}

/** The sheets of a workbook that are read as one table. */
export interface JoinedSheets {
  /** Names of the sheets that are read, the one with the headings of the table first. */
  readonly sheets: readonly string[];
  /** Rows above the headings of these sheets, as in the columns of the first. Known after the rows are read. */
  readonly above: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly rows: () => AsyncGenerator<TableCells>;
  /** Says which sheets are read, if there are several. */
  readonly preview: readonly string[];
  readonly warnings: () => readonly FileProblem[];
}

/**
 * Selects the sheets of a workbook that are read: the one that is asked for, otherwise the first visible one with known headings and all
 * visible ones with the same headings. Dictionaries often have a sheet for each letter, after a cover.
 *
 * @throws FileProblem if the workbook has no sheet of the name that is asked for
 */
export async function joinedSheets(
  workbook: Workbook,
  { requestedSheet, ...choice }: Choice,
): Promise<JoinedSheets> {
  if (requestedSheet !== undefined) return singleSheet(workbook, sheetNamed(requestedSheet, workbook));
  const first = await firstSheet(workbook, choice);
  if (!first.head) return singleSheet(workbook, first.name);
  const table = new SheetTable(first.name, first.head);
  for await (const { name, rows } of samples(workbook)) if (name !== first.name) table.join(name, rows);
  return table.of(workbook);
}

function sheetNamed(name: string, { sheets }: Workbook): string {
  const sheet = sheets.find((candidate) => candidate.name.trim() === name.trim());
  if (sheet) return sheet.name;
  const complaint = `the workbook has no sheet "${name}", only ${sheetNames(sheets)}`;
  throw fileProblem('NOT_A_TABLE', complaint);
}

function singleSheet(workbook: Workbook, name: string): JoinedSheets {
  return {
    sheets: [name],
    above: new Map(),
    rows: () => workbook.rows(new Set([name])),
    preview: [],
    warnings: () => [...unread(workbook, [name]), ...workbook.warnings(name)],
  };
}

/** A sheet with its first rows. */
interface SheetSample {
  readonly name: string;
  readonly rows: readonly SheetCells[];
}

/** Reads the first rows of each visible sheet that has any. */
async function* samples(workbook: Workbook): AsyncGenerator<SheetSample> {
  const visible = workbook.sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name);
  let sample: { readonly name: string; readonly rows: SheetCells[] } | undefined;
  for await (const row of workbook.rows(new Set(visible), SAMPLE_ROWS)) {
    if (sample && sample.name !== row.sheet) yield sample;
    if (sample?.name !== row.sheet) sample = { name: row.sheet, rows: [] };
    sample.rows.push(row);
  }
  if (sample) yield sample;
}

interface FirstSheet {
  readonly name: string;
  /** Absent for a sheet without rows. */
  readonly head?: HeadingRows;
}

async function firstSheet(
  workbook: Workbook,
  { before, named, headingRow }: Omit<Choice, 'requestedSheet'>,
): Promise<FirstSheet> {
  let usual: SheetSample | undefined;
  let tabular: SheetSample | undefined;
  let known: SheetSample | undefined;
  for await (const sample of samples(workbook)) {
    usual ??= sample;
    if (isTabular(sample)) tabular ??= sample;
    const { name, rows } = sample;
    if (name === before) return { name, head: headOf(rows, named, headingRow) };
    if (!known && (hasHeadings(rows) || (named.length > 0 && headingsLike(rows, named)))) known = sample;
  }
  const { name, rows } = known ?? tabular ?? usual ?? {};
  if (name !== undefined && rows) return { name, head: headOf(rows, named, headingRow) };
  const first = workbook.sheets.find(({ isHidden }) => !isHidden) ?? workbook.sheets[0];
  return { name: first?.name ?? '' };
}

/** Whether most rows of a sheet have several cells. A cover or a page of explanations has texts below each other. */
function isTabular({ rows }: SheetSample): boolean {
  const several = rows.filter(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1);
  return several.length > 1 && several.length * 2 > rows.length;
}

function headOf(
  rows: readonly TableCells[],
  named: readonly string[],
  headingRow: number | undefined,
): HeadingRows {
  if (headingRow !== undefined) return headingRowsAt(rows, headingRow);
  return (named.length > 0 ? headingsLike(rows, named) : undefined) ?? headingRowsOf(rows);
}

/** A sheet that is joined: the number of rows above its articles, the last of which has the headings, and the column of the table for each of its own. */
interface JoinedSheet {
  readonly count: number;
  readonly columns: readonly number[];
}

/** A table made of the first sheet and of others with the same headings. */
class SheetTable {
  private readonly header: string[];
  private readonly added: string[] = [];
  private readonly joined = new Map<string, JoinedSheet>();

  constructor(
    private readonly first: string,
    private readonly head: HeadingRows,
  ) {
    this.header = [...head.header];
  }

  /** Joins a sheet if it has the same headings. Columns that it has in addition become columns of the table. */
  join(name: string, rows: readonly TableCells[]): void {
    const like = headingsLike(rows, this.head.header);
    if (!like || like.header.find(isNamed) !== this.head.header.find(isNamed)) return;
    const columns = like.header.map((heading, index) => this.columnFor(heading, index));
    this.joined.set(name, { count: like.count, columns });
  }

  of(workbook: Workbook): JoinedSheets {
    const sheets = [this.first, ...this.joined.keys()];
    const above = new Map<string, (readonly string[])[]>();
    return {
      sheets,
      above,
      rows: () => this.rows(workbook, above),
      preview: sheets.length === 1 ? [] : [severalLine(sheets)],
      warnings: () => [
        ...unread(workbook, sheets),
        ...aboveHeadings(above),
        ...sheets.flatMap((name) => workbook.warnings(name)),
      ],
    };
  }

  private columnFor(heading: string, index: number): number {
    const column = this.header.indexOf(heading);
    if (column >= 0) return column;
    this.added.push(isNamed(heading) ? heading : '');
    return this.header.push(isNamed(heading) ? heading : `${heading} ${index}`) - 1;
  }

  private async *rows(
    workbook: Workbook,
    above: Map<string, (readonly string[])[]>,
  ): AsyncGenerator<TableCells> {
    for await (const row of workbook.rows(new Set([this.first])))
      yield row.line === this.head.line ? { ...row, cells: this.extended(row.cells) } : row;
    if (this.joined.size === 0) return;
    const counts = new Map<string, number>();
    for await (const row of workbook.rows(new Set(this.joined.keys()))) {
      const { sheet } = row;
      const joined = this.joined.get(sheet);
      if (!joined) continue;
      const number = (counts.get(sheet) ?? 0) + 1;
      counts.set(sheet, number);
      const cells = this.moved(row.cells, joined);
      const merged = row.merged && { merged: this.movedValues(row.merged, joined) };
      if (number > joined.count) yield { ...row, cells, ...merged };
      else {
        const before = number === 1 ? [] : (above.get(sheet) ?? []);
        above.set(sheet, number === joined.count ? before : [...before, cells]);
      }
    }
  }

  /** Returns the headings with those that only other sheets have. */
  private extended(cells: readonly string[]): readonly string[] {
    const { length } = this.head.header;
    return this.added.length === 0 ? cells : [...padded(cells, length), ...this.added];
  }

  /** Returns the cells of a row in the columns of the table. */
  private moved(cells: readonly string[], { columns }: JoinedSheet): readonly string[] {
    const moved: string[] = [];
    for (const [index, cell] of cells.entries()) if (cell !== '') moved[this.columnOf(index, columns)] = cell;
    return Array.from(moved, (cell: string | undefined) => cell ?? '');
  }

  private movedValues({ above, beside }: MergedValues, { columns }: JoinedSheet): MergedValues {
    const moved = (values: ReadonlyMap<number, string>) =>
      new Map([...values].map(([index, value]) => [this.columnOf(index, columns), value]));
    return { above: moved(above), beside: moved(beside) };
  }

  private columnOf(index: number, columns: readonly number[]): number {
    return columns[index] ?? this.header.length + index - columns.length;
  }
}

function aboveHeadings(above: JoinedSheets['above']): readonly FileProblem[] {
  return [...above].flatMap(([name, rows]) => {
    if (rows.length === 0) return [];
    const complaint = `the text above the headings of the sheet "${name}" is kept for export only`;
    return [fileProblem('NOT_READ', complaint)];
  });
}

function severalLine(sheets: readonly string[]): string {
  const names = sheetNames(sheets.map((name) => ({ name })));
  return `${sheets.length} sheets have the same headings and are read as one table: ${names}.`;
}

function padded(cells: readonly string[], length: number): readonly string[] {
  return Array.from({ length }, (_, index) => cells[index] ?? '');
}

function unread({ sheets }: Workbook, read: readonly string[]): readonly FileProblem[] {
  const others = sheets.filter(({ name }) => !read.includes(name));
  if (others.length === 0) return [];
  const names = sheetNames(read.map((name) => ({ name })));
  const what = read.length === 1 ? `only the sheet ${names} is read` : `the sheets ${names} are read`;
  const complaint = `${what}, not ${sheetNames(others)}; choose another one with the option "sheet"`;
  return [fileProblem('NOT_READ', complaint)];
}
