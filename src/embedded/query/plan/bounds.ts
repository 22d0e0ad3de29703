import { cutKey, invert, KEY_PREFIX, successor } from '../key';
import type { KeyField } from '../key-field';
import type { Path } from '../path';
import { areCompatible, type Constraint } from './constraint';
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
  fields: readonly KeyField[],
  constraints: readonly Constraint[],
  arrays: readonly Path[],
): Bounds {
  const used = new Set<Constraint>();
  const intervals: (readonly Interval[])[] = [];
  let count = 1;
  for (const { path } of fields) {
    const chosen = choose(
      constraints.filter((constraint) => isAt(constraint, path)),
      used,
      arrays,
    );
    const [first, ...others] = chosen;
    if (!first) break;
    const ofField = others.reduce<readonly Interval[]>(
      (all, { intervals: more }) => intersect(all, more),
      first.intervals,
    );
    if (intervals.length > 0 && count * ofField.length > MAX_RANGES) break;
    count *= ofField.length;
    for (const constraint of chosen) used.add(constraint);
    intervals.push(ofField);
    if (!ofField.every(({ isPoint }) => isPoint)) break;
  }
  return { intervals, used, ...rangesOf(intervals, fields) };
}

function isAt({ path }: Constraint, other: Path): boolean {
  return path.length === other.length && path.every((name, step) => name === other[step]);
}

/** Points first, since the choice of one may exclude others. */
function choose(
  candidates: readonly Constraint[],
  used: ReadonlySet<Constraint>,
  arrays: readonly Path[],
): readonly Constraint[] {
  const chosen: Constraint[] = [];
  for (const candidate of [...candidates].sort((a, b) => widthOf(a) - widthOf(b))) {
    if ([...used, ...chosen].every((other) => areCompatible(candidate, other, arrays)))
      chosen.push(candidate);
  }
  return chosen;
}

function widthOf({ intervals }: Constraint): number {
  if (intervals.some(isFull)) return Number.MAX_VALUE;
  return intervals.every(({ isPoint }) => isPoint) ? intervals.length : Number.MAX_SAFE_INTEGER;
}

function rangesOf(
  intervals: Bounds['intervals'],
  fields: readonly KeyField[],
): Pick<Bounds, 'ranges' | 'isTight'> {
  let prefixes: readonly Buffer[] = [Buffer.alloc(0)];
  let ends: readonly Interval[] | undefined;
  for (const [at, ofField] of intervals.entries()) {
    const directed = fields[at]?.direction === -1 ? ofField.map(reversed).reverse() : ofField;
    if (directed.every(({ isPoint }) => isPoint)) {
      prefixes = prefixes.flatMap((prefix) => directed.map(({ from }) => Buffer.concat([prefix, from])));
    } else {
      ends = directed;
    }
  }
  const isWholeKey = intervals.length === fields.length && !ends;
  const whole = prefixes.flatMap((prefix) =>
    ends ? ends.map((end) => within(prefix, end)) : [under(prefix)],
  );
  if (whole.every(({ from, to }) => from.length <= KEY_PREFIX && (to?.length ?? 0) <= KEY_PREFIX)) {
    return { ranges: whole, isTight: true };
  }
  const ranges = isWholeKey ? prefixes.map((key) => under(cutKey(key))) : whole.map(widened);
  return { ranges: joined(ranges.sort((a, b) => Buffer.compare(a.from, b.from))), isTight: false };
}

/** The interval as it stands in a descending field. */
function reversed({ from, to, isPoint }: Interval): Interval {
  const point = invert(from);
  const end = successor(point) ?? END;
  return { from: isPoint ? point : (successor(invert(to)) ?? END), to: end, isPoint };
}

const END = Buffer.from([0xff]);

function within(prefix: Buffer, { from, to }: Interval): Range {
  return { from: Buffer.concat([prefix, from]), to: Buffer.concat([prefix, to]), shared: prefix.length };
}

function under(prefix: Buffer): Range {
  const to = successor(prefix);
  return { from: prefix, ...(to && { to }), shared: prefix.length };
}

/** Cut keys agree with whole ones in their first bytes only, so that a bound must not say more than those. */
function widened({ from, to, shared }: Range): Range {
  const end = to && to.length > KEY_PREFIX ? successor(to.subarray(0, KEY_PREFIX)) : to;
  return {
    from: from.subarray(0, KEY_PREFIX),
    ...(end && { to: end }),
    shared: Math.min(shared, KEY_PREFIX),
  };
}

/** Ranges that became the same, or overlap, become one. */
function joined(ranges: readonly Range[]): readonly Range[] {
  return ranges.reduce<Range[]>((all, range) => {
    const last = all.at(-1);
    if (last && (!last.to || Buffer.compare(range.from, last.to) < 0)) {
      const to = last.to && range.to && (Buffer.compare(last.to, range.to) > 0 ? last.to : range.to);
      all[all.length - 1] = {
        from: last.from,
        ...(to && { to }),
        shared: Math.min(last.shared, range.shared),
      };
    } else {
      all.push(range);
    }
    return all;
  }, []);
}
