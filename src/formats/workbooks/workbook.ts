import { type FileProblem, fileProblem } from '../files/position';
import type { TableCells } from '../tables/csv-rows';

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
}

/** A row of a sheet. */
export interface SheetCells extends TableCells {
  readonly sheet: string;
}

/** Maximum number of sheets. Programs of spreadsheets have at most 10,000. */
const MAX_SHEETS = 10_000;

/** @throws FileProblem if there are as many as a workbook may have */
export function assertMoreSheets({ length }: readonly Sheet[]): void {
  if (length < MAX_SHEETS) return;
  throw fileProblem('OVER_LIMIT', `the workbook has more than ${MAX_SHEETS} sheets`);
}

/** Maximum number of columns of a sheet, in all formats. */
export const MAX_SHEET_COLUMNS = 16_384;

/** Maximum length of a row, in characters: many times the largest article. */
export const MAX_ROW_LENGTH = 4 * 1024 * 1024;

/** Cells of a column that are merged over several rows. The first one has the value. */
export interface MergedCells {
  /** Index of the column. */
  readonly column: number;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** An open workbook, in any format. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  /**
   * Reads rows of sheets, in the order of the workbook.
   *
   * @param names names of the sheets
   * @param most maximum number of rows of each sheet
   */
  readonly rows: (names: ReadonlySet<string>, most?: number) => AsyncGenerator<SheetCells>;
  /** Reports what a sheet has besides the values of cells; call it after reading its rows. */
  readonly warnings: (name: string) => readonly FileProblem[];
  /** Returns the cells of a sheet that are merged over several rows; call it after reading its rows. */
  readonly merged: (name: string) => readonly MergedCells[];
}

/** A row with only its non-empty cells. Programs write cells far to the right, and a chunk of a file has thousands of rows. */
export interface SheetRow extends Omit<SheetCells, 'cells'> {
  readonly filled: ReadonlyMap<number, string>;
}

/** Returns a row with all of its cells. */
export function withCells({ filled, ...row }: SheetRow): SheetCells {
  const cells = Array.from({ length: Math.max(0, ...filled.keys()) + 1 }, (_, at) => filled.get(at) ?? '');
  return { ...row, cells };
}

/** A sheet to write. Its rows can be read once, after those of the sheets before it. */
export interface WrittenSheet {
  readonly name: string;
  readonly rows: () => AsyncIterable<readonly string[]>;
}

/** Maximum length of a formula in a message, in characters. */
const MAX_SHOWN_FORMULA_LENGTH = 80;

/** Returns the reason to refuse a formula without a value. Programs that write workbooks without computing them omit the values. */
export function withoutValue(cell: string, formula: string): string {
  return `${cell} has the formula ${formula.slice(0, MAX_SHOWN_FORMULA_LENGTH)} and no value: open the file in a spreadsheet program and save it`;
}

/** Maximum number of sheets that a message names. */
const MAX_NAMED_SHEETS = 20;

export function sheetNames(sheets: readonly Pick<Sheet, 'name'>[]): string {
  const names = sheets.slice(0, MAX_NAMED_SHEETS).map(({ name }) => `"${name}"`);
  const more = sheets.length - names.length;
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

/** Returns the letters of a column: the 28th, with index 27, is `AB`. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : `${columnLetters(Math.floor(index / 26) - 1)}${letter}`;
}

/** Returns the index of the column of a cell: 27 for `AB12`. */
export function columnIndexOf(reference: string | undefined): number | undefined {
  const [letters] = /^[A-Z]{1,4}/u.exec(reference ?? '') ?? [];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Returns the number of the first row of a range: 2 for `B2:C7`. */
export function rowNumberOf(reference: string | undefined): number | undefined {
  const [, line] = /^[A-Z]{1,4}(\d{1,7})/u.exec(reference ?? '') ?? [];
  return line === undefined ? undefined : Math.max(1, Number(line));
}
