import { CommandError } from '../errors';
import { keyFieldsOf } from './key-field';
import { compare } from './order';
import { rowsOf, type Row } from './rows';
import type { Document, Value } from './value';

export type SortKey = readonly (Value | undefined)[];

/** A prepared sort: the key of a document, to be taken once, and the order of keys. */
export interface Sorter {
  /** @throws CommandError BadValue when two of the fields hold different arrays */
  keyOf(document: Document): SortKey;
  compare(left: SortKey, right: SortKey): number;
}

/**
 * Prepares a sort in memory. An array counts by its smallest element where ascending, by its largest where descending;
 * an empty one comes before null.
 *
 * @throws CommandError NotImplemented for other values than 1 and -1
 */
export function compileSort(sort: Document): Sorter {
  const fields = keyFieldsOf(sort);
  const compareKeys = (left: SortKey, right: SortKey): number => {
    for (const [at, { direction }] of fields.entries()) {
      const order = compare(left[at], right[at]);
      if (order !== 0) return direction * order;
    }
    return 0;
  };
  const firstOf = (rows: readonly Row[]): SortKey =>
    rows
      .map(({ values }) => values)
      .reduce((first, values) => (compareKeys(values, first) < 0 ? values : first));
  return { keyOf: (document) => firstOf(sortRowsOf(document)), compare: compareKeys };

  function sortRowsOf(document: Document): readonly Row[] {
    try {
      return rowsOf(document, fields).rows;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      throw new CommandError('BadValue', 'cannot sort with keys that are parallel arrays');
    }
  }
}
