import { decode } from './decode';
import { keyPatternOf, tuplesOf } from './index-keys';
import { encodeKey } from './key';
import { parsedPath } from './path';
import { projectPaths } from './project';
import type { Document } from './value';

/** A prepared sort: computes the key of a document, once for each, and compares keys. */
export interface Sorter {
  /**
   * Returns the key of a document from its bytes. Only the fields of the sort are decoded.
   *
   * @throws CommandError BadValue if two of the fields have arrays; NotImplemented for an array within a path
   */
  keyOf(document: Buffer): Buffer;
  compare(left: Buffer, right: Buffer): number;
}

/**
 * Prepares a sort in memory. An array sorts by its smallest element in ascending order, by its largest one in
 * descending order. An empty array sorts before null.
 *
 * @throws CommandError NotImplemented like keyPatternOf
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
