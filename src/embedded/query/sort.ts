import { CommandError } from '../errors';
import { keyFieldsOf } from './key-field';
import { compare } from './order';
import { rowsOf, type Row } from './rows';
import { encode } from './document';
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

/** Bytes of documents that a sort in memory may hold. */
export const SORT_LIMIT_BYTES = 32 * 1024 * 1024;

/** @throws CommandError QueryExceededMemoryLimitNoDiskUseAllowed beyond SORT_LIMIT_BYTES */
export function sortDocuments(documents: Iterable<Document>, sorter: Sorter): readonly Document[] {
  const items: { readonly document: Document; readonly key: SortKey }[] = [];
  let bytes = 0;
  for (const document of documents) {
    bytes += encode(document).length;
    if (bytes > SORT_LIMIT_BYTES) throw sortTooLarge();
    items.push({ document, key: sorter.keyOf(document) });
  }
  return items.sort((left, right) => sorter.compare(left.key, right.key)).map(({ document }) => document);
}

/** The answer to a sort that no index gives and that is too large for memory. */
export function sortTooLarge(): CommandError {
  const message = `Sort exceeded memory limit of ${SORT_LIMIT_BYTES} bytes, and there is no index for it`;
  return new CommandError('QueryExceededMemoryLimitNoDiskUseAllowed', message);
}
