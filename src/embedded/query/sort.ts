import { CommandError } from '../errors';
import { keyPatternOf } from './index-keys';
import { encodeKey } from './key';
import { rowsOf, type Row } from './rows';
import type { Document } from './value';

/** A prepared sort: the key of a document, to be taken once, and the order of keys. */
export interface Sorter {
  /** @throws CommandError BadValue when two of the fields hold different arrays */
  keyOf(document: Document): Buffer;
  compare(left: Buffer, right: Buffer): number;
}

/**
 * Prepares a sort in memory. An array counts by its smallest element where ascending, by its largest where descending;
 * an empty one comes before null.
 *
 * @throws CommandError NotImplemented as keyPatternOf
 */
export function compileSort(sort: Document): Sorter {
  const { paths, isReverse } = keyPatternOf(sort);
  const compare = isReverse
    ? (left: Buffer, right: Buffer) => Buffer.compare(right, left)
    : (left: Buffer, right: Buffer) => Buffer.compare(left, right);
  const keyOf = (document: Document): Buffer =>
    sortRowsOf(document)
      .map(encodeKey)
      .reduce((first, key) => (compare(key, first) < 0 ? key : first));
  return { keyOf, compare };

  function sortRowsOf(document: Document): readonly Row[] {
    try {
      return rowsOf(document, paths).rows;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      throw new CommandError('BadValue', 'cannot sort with keys that are parallel arrays');
    }
  }
}
