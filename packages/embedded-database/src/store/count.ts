import { Int32 } from 'bson';
import type { Count } from '../query/pipeline/count';
import { encode } from '../query/encode';
import { parseFilter } from '../query/filter';
import { documentOf } from '../query/value';
import { matcherOfFound, matching, type ReadSource } from './match';

/**
 * The answer of a counting pipeline: no document when there is nothing to count.
 *
 * @param isDue whether the reader should yield; undefined comes where it may
 */
export function* counting(
  source: ReadSource,
  { question, narrowed, id }: Count,
  isDue: () => boolean,
): Generator<Buffer | undefined> {
  const matches = narrowed && matcherOfFound(parseFilter(narrowed.filter));
  const end = narrowed?.limit ?? Infinity;
  let count = 0;
  for (const match of matching(source, question, isDue)) {
    if (match && (matches === undefined || matches(match)) && ++count >= end) break;
    if (!match || isDue()) yield undefined;
  }
  if (count > 0) yield encode(documentOf({ _id: id, n: new Int32(count) }));
}
