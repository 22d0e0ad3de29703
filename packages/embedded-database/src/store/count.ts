import { Int32 } from 'bson';
import type { Count } from '../query/pipeline/count';
import { encode } from '../query/encode';
import { parseFilter } from '../query/filter';
import { documentOf } from '../query/value';
import type { Entry, Passing } from './access';
import type { KeyRange } from './file/keys';
import { matcherOfFound, matchingAs, MOST_PASSED, passable, planned, type ReadSource } from './match';

/**
 * The answer of a counting pipeline: no document when there is nothing to count.
 *
 * @param isDue whether the reader should yield; undefined comes where it may
 * @throws CommandError for filters outside the profile
 */
export function* counting(
  source: ReadSource,
  { question, narrowed, id }: Count,
  isDue: () => boolean,
): Generator<Buffer | undefined> {
  const asked = planned(source, question);
  const { passing } = source.reader;
  const range = narrowed ? undefined : passable(asked);
  let count = 0;
  if (range && passing) {
    count = yield* countIn(passing, range, { limit: question.limit ?? Infinity, isDue });
  } else {
    const matches = narrowed && matcherOfFound(parseFilter(narrowed.filter));
    const end = narrowed?.limit ?? Infinity;
    for (const match of matchingAs(asked, isDue)) {
      if (match && (matches === undefined || matches(match)) && ++count >= end) break;
      if (!match || isDue()) yield undefined;
    }
  }
  if (count > 0) yield encode(documentOf({ _id: id, n: new Int32(count) }));
}

interface CountLimits {
  readonly limit: number;
  readonly isDue: () => boolean;
}

/** The entries of a range, counted up to a limit, some thousands in each step. */
function* countIn(
  passing: Passing,
  { from, to }: KeyRange,
  { limit, isDue }: CountLimits,
): Generator<undefined, number> {
  let count = 0;
  for (let rest = { from, to }; count < limit;) {
    const step = Math.min(MOST_PASSED, limit - count);
    const next = firstOf(passing.behind(rest, false, step));
    if (!next) return count + passing.count(rest);
    count += step;
    rest = { from: next.key, to };
    if (isDue()) yield undefined;
  }
  return count;
}

function firstOf(entries: Iterable<Entry>): Entry | undefined {
  for (const entry of entries) return entry;
  return undefined;
}
