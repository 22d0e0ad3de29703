import { FileProblem, type Position } from '../files/position';
import {
  columnLetters,
  assertMoreSheets,
  MAX_ROW_LENGTH,
  MAX_SHEET_COLUMNS,
  type Sheet,
  type SheetRow,
  withoutValue,
} from './workbook';
import { type Attributes, CellParagraphs, repetitionsIn, valueOfCell } from './ods-cells';
import { type CellRange, cellRange, MAX_MERGED, MergedRows } from './merged-cells';
import { SheetNotes } from './sheet-notes';

/** A row that a file states once for several equal ones. */
export interface RepeatedRow extends SheetRow {
  readonly repeated: number;
}

/** Elements whose content belongs to no cell, by the kind of unread part that they are. Charts in them have tables of their own. */
const SKIPPED: ReadonlyMap<string, string | undefined> = new Map([
  ['office:annotation', 'comments'],
  ['table:shapes', 'drawing'],
  ['table:tracked-changes', undefined],
  ['table:dde-links', undefined],
  ['office:forms', undefined],
  ['text:note', undefined],
  ['text:ruby-text', undefined],
]);

const HIDDEN = /^(?:collapse|filter)$/u;

interface SheetsRead {
  /** Whether the rows of a sheet are read. */
  readonly isRead: (name: string) => boolean;
  /** Receives the notes of each sheet that is read. */
  readonly notes: Map<string, SheetNotes>;
}

/** Collects the sheets of an OpenDocument spreadsheet, and the rows of some of them, from its elements. */
export class OdsReader {
  readonly sheets: Sheet[] = [];
  private readonly hiddenStyles = new Set<string>();
  private style = '';
  private skipped = 0;
  private sheet: string | undefined;
  private notes = new SheetNotes('');
  private parts = new Set<string>();
  private ranges: CellRange[] = [];
  private merged = new MergedRows(this.ranges);
  private line = 0;
  private columns = 0;
  private row:
    { filled: Map<number, string>; attributes: Attributes; size: number; width: number } | undefined;
  private refused: FileProblem | undefined;
  private cell: Attributes | undefined;
  private readonly text = new CellParagraphs();

  constructor(
    private readonly rows: RepeatedRow[],
    private readonly options: SheetsRead,
  ) {}

  opens(name: string, attributes: Attributes): void {
    if (this.skipped > 0) this.skipped += 1;
    else if (SKIPPED.has(name) || name.startsWith('draw:')) {
      this.skipped = 1;
      const part = name.startsWith('draw:') ? 'drawing' : SKIPPED.get(name);
      if (part !== undefined) this.parts.add(part);
    } else this.opensRead(name, attributes);
  }

  closes(name: string, end: number): void {
    if (this.skipped > 0) this.skipped -= 1;
    else if (name === 'table:table') this.sheet = undefined;
    else if (name === 'table:table-row') this.addRow(end);
    else if (this.cell && isCell(name)) this.addCell(this.cell);
    else if (this.cell) this.text.closes(name);
  }

  get cellLength(): number {
    return this.text.length;
  }

  add(piece: string): void {
    if (this.skipped === 0 && this.cell) this.text.add(piece);
  }

  private opensRead(name: string, attributes: Attributes): void {
    if (name === 'style:style') this.style = attributes['style:name'] ?? '';
    else if (name === 'style:table-properties' && attributes['table:display'] === 'false')
      this.hiddenStyles.add(this.style);
    else if (name === 'table:table') this.beginSheet(attributes);
    else if (this.sheet === undefined) return;
    else if (name === 'table:table-column') this.addColumns(attributes);
    else if (name === 'table:table-row') {
      this.row = { filled: new Map(), attributes, size: 0, width: 0 };
      this.refused = undefined;
    } else if (isCell(name)) {
      this.cell = attributes;
      this.text.take();
    } else if (this.cell) {
      this.text.opens(name, attributes);
      if (name === 'text:a') this.notes.add('links', this.reference(), this.position());
    }
  }

  private beginSheet(attributes: Attributes): void {
    const name = attributes['table:name'] ?? '';
    assertMoreSheets(this.sheets);
    this.sheets.push({ name, isHidden: this.hiddenStyles.has(attributes['table:style-name'] ?? '') });
    this.line = 1;
    this.columns = 0;
    if (!this.options.isRead(name)) return;
    this.sheet = name;
    this.parts = new Set();
    this.ranges = [];
    this.merged = new MergedRows(this.ranges);
    this.notes = new SheetNotes(name, this.parts);
    this.options.notes.set(name, this.notes);
  }

  private addColumns(attributes: Attributes): void {
    const first = this.columns;
    this.columns += repetitionsIn(attributes, 'table:number-columns-repeated');
    if (!HIDDEN.test(attributes['table:visibility'] ?? '')) return;
    const names = [
      ...new Set([columnLetters(first), columnLetters(Math.min(this.columns, MAX_SHEET_COLUMNS) - 1)]),
    ];
    this.notes.add('columns', names.join(':'), { line: 1, column: first + 1 });
  }

  private addCell(attributes: Attributes): void {
    this.cell = undefined;
    const { row } = this;
    if (!row) return;
    const value = valueOfCell(attributes, this.text.take());
    const repeated = repetitionsIn(attributes, 'table:number-columns-repeated');
    const spans = ['table:number-columns-spanned', 'table:number-rows-spanned'].map((name) =>
      repetitionsIn(attributes, name),
    );
    if (spans.some((cells) => cells > 1)) this.addMerged(this.range(spans));
    const formula = attributes['table:formula'];
    if (value === '' && formula !== undefined && attributes['office:value-type'] === undefined)
      this.refused ??= this.problem('NO_VALUE', withoutValue(this.cellName(), formula));
    if (value !== '') this.fill(value, repeated);
    row.width += repeated;
  }

  private addMerged(name: string): void {
    this.notes.add('merged', name, this.position());
    const range = cellRange(name);
    if (range && this.ranges.length < MAX_MERGED) this.ranges.push(range);
  }

  /** A file states equal cells beside each other once. */
  private fill(value: string, repeated: number): void {
    const { row } = this;
    if (!row) return;
    if (row.width + repeated > MAX_SHEET_COLUMNS)
      throw this.problem('OVER_LIMIT', `a row has more than ${MAX_SHEET_COLUMNS} columns`);
    row.size += value.length * repeated;
    if (row.size > MAX_ROW_LENGTH)
      throw this.problem('OVER_LIMIT', `a row has more than ${MAX_ROW_LENGTH} characters`);
    for (let index = 0; index < repeated; index += 1) row.filled.set(row.width + index, value);
  }

  private addRow(end: number): void {
    const { row, sheet, line } = this;
    if (!row || sheet === undefined) return;
    this.row = undefined;
    const repeated = repetitionsIn(row.attributes, 'table:number-rows-repeated');
    this.line += repeated;
    if (row.filled.size === 0 && !this.refused) return;
    if (row.size * repeated > MAX_ROW_LENGTH)
      throw this.problem(
        'OVER_LIMIT',
        `${repeated} equal rows have more than ${MAX_ROW_LENGTH} characters together`,
      );
    if (HIDDEN.test(row.attributes['table:visibility'] ?? ''))
      this.notes.add('rows', String(line), { line, column: 1 });
    const problem = this.refused && { problem: this.refused };
    this.rows.push(this.merged.of({ sheet, filled: row.filled, line, end, repeated, ...problem }));
  }

  private position(): Position {
    return { line: this.line, column: (this.row?.width ?? 0) + 1 };
  }

  private reference(): string {
    return `${columnLetters(this.row?.width ?? 0)}${this.line}`;
  }

  private range([columns = 1, rows = 1]: readonly number[]): string {
    const column = Math.min((this.row?.width ?? 0) + columns, MAX_SHEET_COLUMNS) - 1;
    return `${this.reference()}:${columnLetters(column)}${this.line + rows - 1}`;
  }

  private cellName(): string {
    return `the cell ${this.reference()} of the sheet "${this.sheet ?? ''}"`;
  }

  private problem(code: 'OVER_LIMIT' | 'NO_VALUE', complaint: string): FileProblem {
    return new FileProblem(code, this.position(), complaint);
  }
}

function isCell(name: string): boolean {
  return name === 'table:table-cell' || name === 'table:covered-table-cell';
}
