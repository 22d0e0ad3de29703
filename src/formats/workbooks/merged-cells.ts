import type { ZipPackage } from '../files/zip';
import { readZipPart } from '../files/zip';
import { decodedText } from '../files/decode';
import { columnIndexOf, rowNumberOf, type SheetRow } from './workbook';

/** Merged cells of a sheet. The first one, above and left of the others, has the value. */
export interface CellRange {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** Maximum number of columns in which merged cells are read, as of headings. */
const MAX_COLUMNS = 500;

/** Returns the cells of a name such as `B2:B7`; `undefined` for a single cell, or far to the right. */
export function cellRange(name: string): CellRange | undefined {
  const [first, last] = name.split(':', 2);
  const [firstLine, lastLine] = [rowNumberOf(first), rowNumberOf(last)];
  const [firstColumn, lastColumn] = [columnIndexOf(first), columnIndexOf(last)];
  if (firstLine === undefined || lastLine === undefined) return undefined;
  if (firstColumn === undefined || lastColumn === undefined || firstColumn >= MAX_COLUMNS) return undefined;
  return { firstLine, lastLine, firstColumn, lastColumn: Math.min(lastColumn, MAX_COLUMNS - 1) };
}

/** Maximum number of merged cells of a workbook that are known. */
export const MAX_MERGED = 100_000;

/** Matches the name of merged cells of Excel. */
const MERGED =
  /<(?:[\w.-]+:)?mergeCell\s[^<>]{0,200}?\bref\s*=\s*["']([A-Z]{1,4}\d{1,7}:[A-Z]{1,4}\d{1,7})["']/gu;

/** Reads the merged cells of the sheets of a workbook of Excel, which states them after all rows. Each sheet is searched once. */
export class MergedCellsReader {
  private readonly read = new Map<string, readonly CellRange[]>();
  private count = 0;

  async of(zip: ZipPackage, part: string): Promise<readonly CellRange[]> {
    const before = this.read.get(part);
    if (before) return before;
    const ranges: CellRange[] = [];
    let rest = '';
    for await (const chunk of decodedText(readZipPart(zip, part))) {
      const text = rest + chunk;
      if (text.includes('mergeCell'))
        for (const [, name = ''] of text.matchAll(MERGED)) {
          const range = this.count < MAX_MERGED ? cellRange(name) : undefined;
          if (range) ranges.push(range);
          this.count += 1;
        }
      // A tag may be in two chunks.
      const last = text.lastIndexOf('<');
      rest = last === -1 || text.includes('>', last) ? '' : text.slice(last).slice(0, MAX_TAG_LENGTH);
    }
    this.read.set(part, ranges);
    return ranges;
  }
}

/** Maximum length of the beginning of a tag that is kept for the next chunk, in characters. */
const MAX_TAG_LENGTH = 300;

/**
 * Maximum length of a text that counts in each row over which it is merged, in characters, and maximum number of such texts beside each other.
 * Otherwise a small workbook could become a dictionary of any size.
 */
const MAX_SHARED_LENGTH = 200;
const MAX_SHARED = 20;

/** A range whose first row has been read. */
interface ActiveRange extends CellRange {
  readonly value: string;
}

/** Adds the values of merged cells to the rows of a sheet, which are given from the top. */
export class MergedRows {
  private readonly active = new Map<number, ActiveRange>();
  private above: ReadonlyMap<number, string> = new Map();
  private next = 0;
  /** The first line below one of the active ranges. */
  private end = Infinity;

  /** @param ranges the merged cells. Those that begin in a row may be added before it is given */
  constructor(private readonly ranges: readonly CellRange[]) {}

  static sorted(ranges: readonly CellRange[]): MergedRows {
    return new MergedRows([...ranges].sort((a, b) => a.firstLine - b.firstLine));
  }

  of<Row extends SheetRow>(row: Row): Row {
    const { line, filled } = row;
    this.endAbove(line);
    const beside = new Map<number, string>();
    const before = this.above;
    let isChanged = false;
    for (
      let range = this.ranges[this.next];
      range && range.firstLine <= line;
      range = this.ranges[++this.next]
    ) {
      const value = filled.get(range.firstColumn) ?? '';
      if (range.firstLine < line || value === '') continue;
      for (let column = range.firstColumn + 1; column <= range.lastColumn; column++)
        beside.set(column, value);
      if (range.lastLine === line || value.length > MAX_SHARED_LENGTH || this.active.size >= MAX_SHARED)
        continue;
      this.active.set(range.firstColumn, { ...range, value });
      isChanged = true;
    }
    if (isChanged) this.update();
    return before.size === 0 && beside.size === 0 ? row : { ...row, merged: { above: before, beside } };
  }

  private endAbove(line: number): void {
    if (line < this.end) return;
    for (const [column, { lastLine }] of this.active) if (lastLine < line) this.active.delete(column);
    this.update();
  }

  private update(): void {
    this.above = new Map([...this.active].map(([column, { value }]) => [column, value]));
    this.end = Math.min(...[...this.active.values()].map(({ lastLine }) => lastLine + 1));
  }
}
