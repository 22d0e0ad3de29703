import { KEY_PREFIX } from '../key';
import type { Path } from '../path';
import { areCompatible, isSame, type Constraint } from './constraint';
import { intersect, isFull, type Interval } from './interval';

/** Keys from `from` (included) up to `to` (left out; absent: to the end), by memcmp of all bytes of the key. */
export interface Range {
  readonly from: Buffer;
  readonly to?: Buffer;
  /** Bytes at the beginning that all keys of the range share; a merge of ranges compares what follows them. */
  readonly shared: number;
}

/** Which part of an index a filter needs. */
export interface Bounds {
  /** Disjoint, in the order of the index. */
  readonly ranges: readonly Range[];
  /** For each leading field that is bounded: its intervals. */
  readonly intervals: readonly (readonly Interval[])[];
  readonly used: ReadonlySet<Constraint>;
}

/** Ranges that the fields of one index may multiply into. */
const MAX_RANGES = 10_000;

/**
 * Bounds the leading fields of an index, up to and with the first that is not bounded to single values; no further than
 * keys are whole, since a cut key agrees with the whole one in its first bytes only.
 */
export function boundsOf(
  fields: readonly Path[],
  constraints: readonly Constraint[],
  arrays: readonly Path[],
): Bounds {
  const used = new Set<Constraint>();
  const intervals: (readonly Interval[])[] = [];
  let count = 1;
  let length = 0;
  for (const path of fields) {
    const [first, ...others] = choose(
      constraints.filter((constraint) => isSame(constraint.path, path)),
      used,
      arrays,
    );
    if (!first) break;
    const ofField = others.reduce((all, more) => intersect(all, more.intervals), first.intervals);
    length += ofField.reduce((longest, { from, to }) => Math.max(longest, from.length, to.length), 0);
    if (length > KEY_PREFIX || (intervals.length > 0 && count * ofField.length > MAX_RANGES)) break;
    count *= ofField.length;
    for (const constraint of [first, ...others]) used.add(constraint);
    intervals.push(ofField);
    if (!isPoints(ofField)) break;
  }
  return { intervals, used, ranges: rangesOf(intervals) };
}

export function isPoints(intervals: readonly Interval[]): boolean {
  return intervals.every(({ isPoint }) => isPoint);
}

/** Points first, since the choice of one may exclude others. */
function choose(
  candidates: readonly Constraint[],
  used: ReadonlySet<Constraint>,
  arrays: readonly Path[],
): readonly Constraint[] {
  const chosen: Constraint[] = [];
  for (const candidate of candidates.toSorted((a, b) => widthOf(a) - widthOf(b))) {
    if ([...used, ...chosen].every((other) => areCompatible(candidate, other, arrays)))
      chosen.push(candidate);
  }
  return chosen;
}

function widthOf({ intervals }: Constraint): number {
  if (intervals.some(isFull)) return Number.MAX_VALUE;
  return isPoints(intervals) ? intervals.length : Number.MAX_SAFE_INTEGER;
}

function rangesOf(intervals: Bounds['intervals']): readonly Range[] {
  let ranges: readonly Range[] = [{ from: Buffer.alloc(0), shared: 0 }];
  for (const ofField of intervals) {
    ranges = ranges.flatMap(({ from: prefix }) => ofField.map((interval) => within(prefix, interval)));
  }
  return ranges;
}

function within(prefix: Buffer, { from, to, isPoint }: Interval): Range {
  const start = prefix.length > 0 ? Buffer.concat([prefix, from]) : from;
  const end = prefix.length > 0 ? Buffer.concat([prefix, to]) : to;
  return { from: start, to: end, shared: isPoint ? start.length : prefix.length };
}
