import { KEY_PREFIX, successor } from '../key';
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
  /** Whether the ranges say all that the intervals say; not so where keys are cut. */
  readonly isTight: boolean;
}

/** Ranges that the fields of one index may multiply into. */
const MAX_RANGES = 10_000;

/** Bounds the leading fields of an index, up to and with the first that is not bounded to single values. */
export function boundsOf(
  fields: readonly Path[],
  constraints: readonly Constraint[],
  arrays: readonly Path[],
): Bounds {
  const used = new Set<Constraint>();
  const intervals: (readonly Interval[])[] = [];
  let count = 1;
  for (const path of fields) {
    const [first, ...others] = choose(
      constraints.filter((constraint) => isSame(constraint.path, path)),
      used,
      arrays,
    );
    if (!first) break;
    const ofField = others.reduce((all, more) => intersect(all, more.intervals), first.intervals);
    if (intervals.length > 0 && count * ofField.length > MAX_RANGES) break;
    count *= ofField.length;
    for (const constraint of [first, ...others]) used.add(constraint);
    intervals.push(ofField);
    if (!isPoints(ofField)) break;
  }
  return { intervals, used, ...rangesOf(intervals) };
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

function rangesOf(intervals: Bounds['intervals']): Pick<Bounds, 'ranges' | 'isTight'> {
  let ranges: readonly Range[] = [{ from: Buffer.alloc(0), shared: 0 }];
  for (const ofField of intervals) {
    ranges = ranges.flatMap(({ from: prefix }) => ofField.map((interval) => within(prefix, interval)));
  }
  if (ranges.every(({ from, to = from }) => from.length <= KEY_PREFIX && to.length <= KEY_PREFIX)) {
    return { ranges, isTight: true };
  }
  return { ranges: joined(ranges.map(widened)), isTight: false };
}

function within(prefix: Buffer, { from, to, isPoint }: Interval): Range {
  const start = prefix.length > 0 ? Buffer.concat([prefix, from]) : from;
  const end = prefix.length > 0 ? Buffer.concat([prefix, to]) : to;
  return { from: start, to: end, shared: isPoint ? start.length : prefix.length };
}

/** Cut keys agree with whole ones in their first bytes only, so that a bound must not say more than those. */
function widened({ from, to }: Range): Range {
  const end = to && to.length > KEY_PREFIX ? successor(to.subarray(0, KEY_PREFIX)) : to;
  return { from: from.subarray(0, KEY_PREFIX), ...(end && { to: end }), shared: 0 };
}

/** Ranges that became the same, or overlap, become one. */
function joined(ranges: readonly Range[]): readonly Range[] {
  const all: Range[] = [];
  for (const range of ranges) {
    const last = all.at(-1);
    if (last?.to && Buffer.compare(range.from, last.to) < 0) {
      const to = range.to && Buffer.compare(last.to, range.to) < 0 ? range.to : last.to;
      all[all.length - 1] = { from: last.from, to, shared: 0 };
    } else {
      all.push(range);
    }
  }
  return all;
}
