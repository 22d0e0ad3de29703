import { Int32 } from 'bson';
import type { Count } from '../query/pipeline/count';
import { encode } from '../query/encode';
import { parseFilter } from '../query/filter';
import { documentOf } from '../query/value';
import type { Entry, RangeSkipper } from './access';
import { inKeyspace, keyspaceRange, type KeyRange } from './file/keys';
import { countable, matcherOfStored, matchingPlanned, MAX_SKIPPED_AT_ONCE, plannedQuery } from './match';
import type { PlannedQuery, ReadSource } from './match';

/**
 * The result of a counting pipeline: no document if there is nothing to count.
 *
 * @param isDue whether the reader should yield; the generator yields undefined then
 * @throws CommandError for filters that are not in the profile
 */
export function* counting(
  source: ReadSource,
  { query, narrowed, id }: Count,
  isDue: () => boolean,
): Generator<Buffer | undefined> {
  const planned = plannedQuery(source, query);
  const { limit = Infinity } = query;
  const known = narrowed ? undefined : yield* countByRanges(planned, { limit, isDue });
  let count = known ?? 0;
  if (known === undefined) {
    const matches = narrowed && matcherOfStored(parseFilter(narrowed.filter));
    const end = narrowed?.limit ?? Infinity;
    for (const match of matchingPlanned(planned, isDue)) {
      if (match && (matches === undefined || matches(match)) && ++count >= end) break;
      if (!match || isDue()) yield undefined;
    }
  }
  if (count > 0) yield encode(documentOf({ _id: id, n: new Int32(count) }));
}

/**
 * Counts the matching documents by their index entries, if these suffice: for a single range, or a range that alone
 * reaches the limit.
 */
function* countByRanges(
  planned: PlannedQuery,
  limits: CountLimits,
): Generator<undefined, number | undefined> {
  const { skipper } = planned.reader;
  const ranges = countable(planned);
  if (!ranges || !skipper) return undefined;
  const { limit } = limits;
  const isOnce = !planned.plan.multikeyDedupe;
  let [sum, largestCount, largest] = [0, 0, 0];
  for (const [i, range] of ranges.entries()) {
    const count = yield* countIn(skipper, range, limits);
    if (count > largestCount) [largestCount, largest] = [count, i];
    sum += count;
    if (largestCount >= limit || (isOnce && sum >= limit)) return limit;
    // The entries contain duplicates, so the documents must be distinguished.
    if (!isOnce && sum - largestCount > limit) return undefined;
  }
  if (largestCount === sum || isOnce) return sum;
  // Otherwise a document may be in several ranges.
  if (!planned.plan.hasSameEnds || sum - largestCount > largestCount) return undefined;
  return yield* countBeside(planned, { largest, count: largestCount }, limits);
}

/** A counted range: its index among the ranges of the plan, and its number of entries. */
interface CountedRange {
  readonly largest: number;
  readonly count: number;
}

/** Counts the documents of all ranges. The entries of the largest range are not read. */
function* countBeside(
  { reader, plan, collection }: PlannedQuery,
  { largest, count: largestCount }: CountedRange,
  { limit, isDue }: CountLimits,
): Generator<undefined, number> {
  const keyspace = (plan.index ?? collection?.idIndex)?.keyspace ?? 0;
  const heads = plan.ranges.map(({ from, shared }) => inKeyspace(keyspace, from.subarray(0, shared)));
  const seen = new Set<string>();
  let count = largestCount;
  for (const [i, range] of plan.ranges.entries()) {
    if (i === largest) continue;
    for (const { key } of reader.range(keyspaceRange(keyspace, range))) {
      const end = key.subarray(heads[i]?.length);
      const name = end.toString('latin1');
      const isNew = !seen.has(name) && !reader.get(Buffer.concat([heads[largest] ?? EMPTY_BYTES, end]));
      if (isNew && ++count >= limit) return limit;
      seen.add(name);
      if (isDue()) yield undefined;
    }
  }
  return count;
}

const EMPTY_BYTES = Buffer.alloc(0);

/** Small at first, because LMDB checks the end of a range only after it has skipped all of them. */
const FIRST_STEP_ENTRIES = 64;

interface CountLimits {
  readonly limit: number;
  readonly isDue: () => boolean;
}

/** Counts the entries of a range up to a limit, some thousands in each step. */
function* countIn(
  skipper: RangeSkipper,
  { from, to }: KeyRange,
  { limit, isDue }: CountLimits,
): Generator<undefined, number> {
  let [count, maxStep] = [0, FIRST_STEP_ENTRIES];
  for (let rest = { from, to }; count < limit; maxStep = Math.min(maxStep * 4, MAX_SKIPPED_AT_ONCE)) {
    const step = Math.min(maxStep, limit - count);
    const next = firstOf(skipper.entriesAfter(rest, { reverse: false, skip: step }));
    if (!next) return count + skipper.count(rest);
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
