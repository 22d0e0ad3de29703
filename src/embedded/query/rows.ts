import { CommandError } from '../errors';
import type { Path } from './path';
import { isArray, isDocument, type Document, type Value } from './value';

/** One combination of values, undefined standing for an empty array. */
export type Row = readonly (Value | undefined)[];

export interface Rows {
  readonly rows: readonly Row[];
  /** Paths (of the fields, or before them) at which the document holds an array. */
  readonly multikey: ReadonlySet<string>;
}

/**
 * The combinations of values that a document has for the fields of an index or a sort: one for each element of an array.
 * Source: BtreeKeyGenerator of the MongoDB server.
 *
 * @throws CommandError CannotIndexParallelArrays when two fields hold different arrays
 */
export function rowsOf(document: Document, fields: readonly Path[]): Rows {
  const rows: Row[] = [];
  const multikey = new Set<string>();
  expand(
    document,
    fields.map((path) => ({ rest: path, value: null })),
  );
  return { rows, multikey };

  function expand(start: Value | undefined, before: readonly Cell[]): void {
    const cells = before.map((cell) => (cell.rest.length > 0 ? descend(start, cell) : cell));
    const array = arrayOf(cells);
    if (!array) {
      rows.push(cells.map(({ value }) => value));
      return;
    }
    cells.forEach((cell, at) => {
      const path = fields[at] ?? [];
      if (cell.array) multikey.add(path.slice(0, path.length - cell.rest.length).join('.'));
    });
    for (const element of array.length > 0 ? array : [undefined]) {
      const below = isDocument(element) ? element : undefined;
      expand(
        below,
        cells.map((cell) => take(element, cell)),
      );
    }
  }
}

/** How far the reading of one field has come: `rest` is still to read, in `array` if it met one. */
interface Cell {
  readonly rest: Path;
  readonly value: Value | undefined;
  readonly array?: readonly Value[];
}

function descend(start: Value | undefined, { rest }: Cell): Cell {
  let value = start;
  for (const [step, name] of rest.entries()) {
    if (isArray(value)) return { rest: rest.slice(step), value: null, array: value };
    value = isDocument(value) ? value.get(name) : undefined;
  }
  if (isArray(value)) return { rest: [], value: null, array: value };
  return { rest: [], value: value ?? null };
}

/** The array that the fields met; a document with two of them would need a key for each pair of elements. */
function arrayOf(cells: readonly Cell[]): readonly Value[] | undefined {
  const [first, ...others] = cells.flatMap(({ array }) => (array ? [array] : []));
  if (others.every((other) => other === first)) return first;
  throw new CommandError('CannotIndexParallelArrays', 'cannot index parallel arrays');
}

/** Gives a field that ends at the array one element of it. */
function take(element: Value | undefined, cell: Cell): Cell {
  if (!cell.array) return cell;
  const { rest } = cell;
  return { rest, value: rest.length > 0 ? null : element };
}
