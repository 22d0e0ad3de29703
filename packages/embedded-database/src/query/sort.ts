import { decode } from './decode';
import { keyPatternOf, tuplesOf } from './index-keys';
import { encodeKey } from './key';
import { parsedPath } from './path';
import { projectPaths } from './project';
import type { Document } from './value';

/** A prepared sort: the key of a document, to be taken once, and the order of keys. */
export interface Sorter {
  /**
   * The key of the bytes of a document, of which only the fields of the sort are decoded.
   *
   * @throws CommandError BadValue when two of the fields hold arrays; NotImplemented for an array on the way
   */
  keyOf(document: Buffer): Buffer;
  compare(left: Buffer, right: Buffer): number;
}

/**
 * Prepares a sort in memory. An array counts by its smallest element where ascending, by its largest where descending;
 * an empty one comes before null.
 *
 * @throws CommandError NotImplemented as keyPatternOf
 */
export function compileSort(sort: Document): Sorter {
  const { fields, isReverse } = keyPatternOf(sort);
  const paths = fields.map(parsedPath);
  const compare = (left: Buffer, right: Buffer): number =>
    isReverse ? Buffer.compare(right, left) : Buffer.compare(left, right);
  const project = projectPaths(paths);
  const keyOf = (document: Buffer): Buffer =>
    tuplesOf(decode(project(document)), paths, 'BadValue')
      .tuples.map(encodeKey)
      .reduce((first, key) => (compare(key, first) < 0 ? key : first));
  return { keyOf, compare };
}
