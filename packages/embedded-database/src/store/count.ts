import { Int32 } from 'bson';
import type { Count } from '../query/pipeline/count';
import { encode } from '../query/encode';
import { parseFilter } from '../query/filter';
import { documentOf } from '../query/value';
import type { Entry, Passing } from './access';
import type { KeyRange } from './file/keys';
import { countable, matcherOfFound, matchingAs, MOST_PASSED, planned } from './match';
import type { Planned, ReadSource } from './match';

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
  const { limit = Infinity } = question;
  const known = narrowed ? undefined : yield* countByRanges(asked, { limit, isDue });
  let count = known ?? 0;
  if (known === undefined) {
    const matches = narrowed && matcherOfFound(parseFilter(narrowed.filter));
    const end = narrowed?.limit ?? Infinity;
    for (const match of matchingAs(asked, isDue)) {
      if (match && (matches === undefined || matches(match)) && ++count >= end) break;
      if (!match || isDue()) yield undefined;
    }
  }
  if (count > 0) yield encode(documentOf({ _id: id, n: new Int32(count) }));
}

/** How many documents match, if the entries of ranges tell it: these of one of them, or so many in one that it reaches the limit. */
function* countByRanges(asked: Planned, limits: CountLimits): Generator<undefined, number | undefined> {
  const { passing } = asked.reader;
  const ranges = countable(asked);
  if (!ranges || !passing) return undefined;
  const { limit } = limits;
  const isOnce = !asked.plan.multikeyDedupe;
  let [sum, most] = [0, 0];
  for (const range of ranges) {
    const count = yield* countIn(passing, range, limits);
    [sum, most] = [sum + count, Math.max(most, count)];
    if (most >= limit || (isOnce && sum >= limit)) return limit;
    // Enough was counted in vain: the documents have to be told apart.
    if (!isOnce && sum - most > limit) return undefined;
  }
  // Else a document may be in several of them.
  return most === sum || isOnce ? sum : undefined;
}

/** So few at first, since LMDB looks for the end of a range only where it has passed over all of them. */
const FIRST_PASSED = 64;

interface CountLimits {
  readonly limit: number;
  readonly isDue: () => boolean;
}

/** The entries of a range, counted up to a limit, up to some thousands in each step. */
function* countIn(
  passing: Passing,
  { from, to }: KeyRange,
  { limit, isDue }: CountLimits,
): Generator<undefined, number> {
  let [count, most] = [0, FIRST_PASSED];
  for (let rest = { from, to }; count < limit; most = Math.min(most * 4, MOST_PASSED)) {
    const step = Math.min(most, limit - count);
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
