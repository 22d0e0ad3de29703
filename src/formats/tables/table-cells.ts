import type { Json } from '../../shared/json';
import type { CellSpelling } from '../html/html-cells';
import { fieldText, type FoundItem, type TypedItem } from '../lens/typed-item';
import type { ColumnMeaning } from './column-map';

/** A row of a table: its filled cells by the names of their columns. */
export type TableRow = Record<string, string>;

export function setCell(row: TableRow, column: string, text: string): void {
  if (text === '') Reflect.deleteProperty(row, column);
  else row[column] = text;
}

/**
 * Matches the error values that spreadsheet programs write for failed formulas, such as `#N/A`, `#REF!` or `#NAME?`. They write it into CSV too, in the
 * language of their menus: `#NV`, `#N/D`, `#BEZUG!`, `#NOM?`, `#¡REF!`.
 */
const ERROR = /^(?:#[¡¿]?[\p{Lu}\d_/]+[!?]|#N\/[AD]|#NV|#GETTING_DATA|Err:\d{3})$/u;

/** Whether a cell has such an error and not a text. */
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

/** The items of a cell. */
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

/** Text that would be read as several items does not fit. */
export function fitsCell(value: Json | undefined, { split }: ColumnMeaning): boolean {
  const text = typeof value === 'number' ? String(value) : value;
  return (
    typeof text === 'string' && (split === undefined || !text.includes(split)) && !isErrorCell(text.trim())
  );
}

/** Whether a text may stand in a cell alone. */
export function isFree(cell = ''): boolean {
  return cell === '' || isErrorCell(cell.trim());
}

function splitCell(cell: string, split: string | undefined): readonly string[] {
  if (isErrorCell(cell.trim())) return [];
  const parts = split === undefined ? [cell] : cell.split(split);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The separator with the white space that the cell has around it. */
export function joinerOf(cell: string | undefined, split = ''): string {
  const at = cell?.indexOf(split) ?? -1;
  if (cell === undefined || at === -1 || split === '') return split === ';' ? '; ' : ` ${split} `;
  const [before = ''] = /\s*$/u.exec(cell.slice(0, at)) ?? [];
  const [after = ''] = /^\s*/u.exec(cell.slice(at + split.length)) ?? [];
  return `${before}${split}${after}`;
}
