import { FileProblem } from '../files/position';
import {
  columnLetters,
  columnIndexOf,
  MAX_ROW_LENGTH,
  MAX_SHEET_COLUMNS,
  type SheetRow,
  withoutValue,
} from './workbook';
import type { NumberFormats } from './number-formats';

/** Collects the text of `t` and `v`, and the formula in `f`. The text of phonetic guides is not part of the cell. */
export class CellText {
  /** The formula; absent in a cell without one, and possibly empty in a cell with a shared one. */
  formula: string | undefined;
  private text = '';
  private texts = 0;
  private guides = 0;
  private isFormula = false;

  opens(name: string): void {
    if (name === 'rPh') this.guides += 1;
    if (name === 't' || name === 'v') this.texts += 1;
    if (name !== 'f') return;
    this.isFormula = true;
    this.formula = '';
  }

  closes(name: string): void {
    if (name === 'rPh') this.guides -= 1;
    if (name === 't' || name === 'v') this.texts -= 1;
    if (name === 'f') this.isFormula = false;
  }

  add(piece: string): void {
    if (this.isFormula) this.formula = (this.formula ?? '') + piece;
    else if (this.texts > 0 && this.guides === 0) this.text += piece;
  }

  get length(): number {
    return this.text.length + (this.formula?.length ?? 0);
  }

  take(): string {
    const taken = unescaped(this.text);
    this.text = '';
    return taken;
  }
}

/** Decodes `_x000D_`, the escape of characters that XML cannot represent. */
function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/gu, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** Builds rows from the elements of a sheet. */
export class RowReader {
  readonly content = new CellText();
  private filled = new Map<number, string>();
  private width = 0;
  private line = 0;
  private size = 0;
  private column = 0;
  private type = '';
  private style: string | undefined;
  private refused: FileProblem | undefined;

  constructor(
    private readonly sheet: {
      readonly name: string;
      readonly shared: readonly string[];
      readonly numbers: NumberFormats;
    },
    private readonly rows: SheetRow[],
  ) {}

  opens(name: string, attributes: Readonly<Record<string, string>>): void {
    this.content.opens(name);
    if (name === 'row') {
      const line = Number(attributes['r']);
      this.filled = new Map();
      this.width = 0;
      this.size = 0;
      this.refused = undefined;
      this.line = line >= 1 ? line : this.line + 1;
    } else if (name === 'c') {
      this.column = columnIndexOf(attributes['r']) ?? this.width;
      this.type = attributes['t'] ?? 'n';
      this.style = attributes['s'];
      if (this.column >= MAX_SHEET_COLUMNS)
        throw this.problem('OVER_LIMIT', `a row has more than ${MAX_SHEET_COLUMNS} columns`);
      this.content.take();
      this.content.formula = undefined;
    }
  }

  closes(name: string, end: number): void {
    this.content.closes(name);
    if (name === 'c') this.addCell(this.content.take());
    else if (name === 'row' && (this.refused || this.filled.size > 0))
      this.rows.push({
        sheet: this.sheet.name,
        filled: this.filled,
        line: this.line,
        end,
        ...(this.refused && { problem: this.refused }),
      });
  }

  private addCell(text: string): void {
    const value = this.valueOf(text);
    if (value === undefined)
      throw this.problem('NOT_A_TABLE', `the cell names the shared text ${text}, which is missing`);
    if (value === '' && this.type !== 'str') this.refuseFormula();
    this.width = Math.max(this.width, this.column + 1);
    if (value !== '') this.filled.set(this.column, value);
    this.size += value.length;
    if (this.size > MAX_ROW_LENGTH)
      throw this.problem('OVER_LIMIT', `a row has more than ${MAX_ROW_LENGTH} characters`);
  }

  private valueOf(text: string): string | undefined {
    if (this.type === 's') return this.sheet.shared[Number(text)];
    if (this.type === 'b') return truth(text);
    // Converts an ISO 8601 date to the form of other dates.
    if (this.type === 'd') return text.replace(/T00:00:00(?:\.0+)?Z?$/u, '').replace('T', ' ');
    return this.type === 'n' ? this.sheet.numbers.shown(text, this.style) : text;
  }

  /** Refuses a formula without a value. Programs that write workbooks without computing them omit the values. */
  private refuseFormula(): void {
    const { formula } = this.content;
    if (formula === undefined) return;
    const cell = `the cell ${columnLetters(this.column)}${this.line} of the sheet "${this.sheet.name}"`;
    this.refused ??= this.problem('NO_VALUE', withoutValue(cell, formula));
  }

  private problem(code: 'OVER_LIMIT' | 'NOT_A_TABLE' | 'NO_VALUE', complaint: string): FileProblem {
    return new FileProblem(code, { line: this.line, column: this.column + 1 }, complaint);
  }
}

function truth(text: string): string {
  return text === '1' ? 'TRUE' : 'FALSE';
}
