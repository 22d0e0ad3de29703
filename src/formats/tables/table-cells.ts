import type { Json } from '../../shared/json';
import type { CellSpelling } from '../html/html-text';
import { fieldText, type FoundItem, type TypedItem } from '../lens/typed-item';
import type { ColumnMeaning } from './column-map';
import { cellOf, type CellPart, numberedParts, withSense } from './numbered-senses';

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
  const isNumbered = meaning.numbered === true;
  let parts = partsOf(cell, { isNumbered });
  return parts.flatMap((part, at) => {
    const texts: (string | undefined)[] = [...splitCell(part.text, meaning.split)];
    const joiner = joinerOf(part.text, meaning.split);
    const replace = (index: number, text: string | undefined): boolean => {
      const left = texts.with(index, text).filter((kept) => kept !== undefined);
      const changed = parts.with(at, { ...part, text: left.join(joiner) });
      if (!isReadAs(changed, isNumbered)) return false;
      texts[index] = text;
      parts = changed;
      setCell(row, column, spelling.write(cellOf(parts), row[column] ?? ''));
      return true;
    };
    return texts.map((text, index): FoundItem => ({
      item: { [field]: text ?? '', ...constants, ...(part.sense !== undefined && { sense: part.sense }) },
      write: (name, value) =>
        name === field &&
        (value === undefined || fitsCell(value, meaning)) &&
        replace(index, value === undefined ? undefined : fieldText(value)),
      remove: () => {
        replace(index, undefined);
      },
    }));
  });
}

/** Returns the senses of a cell with numbers; otherwise the whole cell as one part. */
export function partsOf(cell: string, { isNumbered }: { readonly isNumbered: boolean }): readonly CellPart[] {
  const senses = isNumbered ? numberedParts(cell) : undefined;
  return senses ?? [{ before: '', text: cell, after: '' }];
}

/** Whether a cell of these parts would be read as them: a text may contain a number that looks like that of a sense. */
export function isReadAs(parts: readonly CellPart[], isNumbered: boolean): boolean {
  if (!isNumbered || parts.every(({ text }) => text === '')) return true;
  const read = partsOf(cellOf(parts), { isNumbered });
  return (
    read.length === parts.length &&
    read.every(({ text, sense }, at) => text === parts[at]?.text && sense === parts[at].sense)
  );
}

/** Returns a cell with another item; `undefined` if the cell cannot hold it. @param sense the sense of the item, if any */
export function withItem(
  cell: string | undefined,
  {
    text,
    sense,
    meaning,
  }: { readonly text: string; readonly sense: number | undefined; readonly meaning: ColumnMeaning },
): string | undefined {
  const isNumbered = meaning.numbered === true;
  const parts = partsOf(isFree(cell) ? '' : (cell ?? ''), { isNumbered });
  const [first] = parts;
  const at = sense === undefined ? 0 : sense - 1;
  const part = parts[at];
  if ((first?.sense === undefined) !== (sense === undefined) || at > parts.length) return undefined;
  if (part && part.text !== '' && meaning.split === undefined) return undefined;
  const added = part
    ? parts.with(at, {
        ...part,
        text: part.text === '' ? text : `${part.text}${joinerOf(part.text, meaning.split)}${text}`,
      })
    : withSense(parts, text);
  return isReadAs(added, isNumbered) ? cellOf(added) : undefined;
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
