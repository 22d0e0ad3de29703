import type { Json } from '../../shared/json';
import type { CellSpelling } from '../html/html-cells';
import { fieldText, type FoundItem, type TypedItem } from '../lens/typed-item';
import type { ColumnMeaning } from './column-map';

/** A row of a table: its non-empty cells by column name. */
export type TableRow = Record<string, string>;

export function setCell(row: TableRow, column: string, text: string): void {
  if (text === '') Reflect.deleteProperty(row, column);
  else row[column] = text;
}

/**
 * Matches the error values of spreadsheet programs for failed formulas, such as `#N/A`, `#REF!` or `#NAME?`. CSV files contain them too,
 * in the language of the program: `#NV`, `#N/D`, `#BEZUG!`, `#NOM?`, `#¡REF!`.
 */
const ERROR = /^(?:#[¡¿]?[\p{Lu}\d_/]+[!?]|#N\/[AD]|#NV|#GETTING_DATA|Err:\d{3})$/u;

/** Whether a cell has an error value instead of text. */
export function isErrorCell(cell: string): boolean {
  return (cell.startsWith('#') || cell.startsWith('E')) && ERROR.test(cell);
}

interface CellPlace {
  readonly column: string;
  readonly meaning: ColumnMeaning;
  readonly field: string;
  readonly constants: TypedItem;
  readonly spelling: CellSpelling;
}

/** Returns the items of a cell. */
export function cellItems(
  row: TableRow,
  { column, meaning, field, constants, spelling }: CellPlace,
): readonly FoundItem[] {
  const cell = spelling.read(row[column] ?? '');
  const parts: (string | undefined)[] = [...splitCell(cell, meaning.split)];
  const store = () => {
    const left = parts.filter((one) => one !== undefined);
    const text = left.join(joinerOf(cell, meaning.split));
    setCell(row, column, spelling.write(text, row[column] ?? ''));
  };
  return parts.map((text, index): FoundItem => ({
    item: { [field]: text ?? '', ...constants },
    write: (name, value) => {
      if (name !== field || (value !== undefined && !fitsCell(value, meaning))) return false;
      parts[index] = value === undefined ? undefined : fieldText(value);
      store();
      return true;
    },
    remove: () => {
      parts[index] = undefined;
      store();
    },
  }));
}

/** Whether a text fits into a cell as a single item. */
export function fitsCell(value: Json | undefined, { split }: ColumnMeaning): boolean {
  const text = typeof value === 'number' ? String(value) : value;
  return (
    typeof text === 'string' && (split === undefined || !text.includes(split)) && !isErrorCell(text.trim())
  );
}

/** Whether a cell has no text yet. */
export function isFree(cell = ''): boolean {
  return cell === '' || isErrorCell(cell.trim());
}

function splitCell(cell: string, split: string | undefined): readonly string[] {
  if (isErrorCell(cell.trim())) return [];
  const parts = split === undefined ? [cell] : cell.split(split);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Returns the separator with the white space around it in the cell. */
export function joinerOf(cell: string | undefined, split = ''): string {
  const at = cell?.indexOf(split) ?? -1;
  if (cell === undefined || at === -1 || split === '') return split === ';' ? '; ' : ` ${split} `;
  const left = cell.slice(0, at);
  const before = left.slice(left.trimEnd().length);
  const [after = ''] = /^\s*/u.exec(cell.slice(at + split.length)) ?? [];
  return `${before}${split}${after}`;
}
