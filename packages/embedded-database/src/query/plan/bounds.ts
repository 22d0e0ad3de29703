import type { Expression } from '../filter';
import { KEY_PREFIX_BYTES } from '../key';
import { intersect, intervalsOf, isWithin, NULL_POINT, type Interval } from './interval';

/** A condition of a filter: in the field, every matching document has a value inside one of the intervals. */
export interface Constraint {
  readonly field: string;
  readonly intervals: readonly Interval[];
  /**
   * Whether the intervals contain `null`. It also represents missing fields, so not all documents with this key match.
   */
  readonly hasNull: boolean;
}

export interface Constraints {
  readonly constraints: readonly Constraint[];
  /** Whether the filter has further conditions. */
  readonly hasMore: boolean;
}

/** The clauses of a filter that can bound an index. All of them must match. */
export function constraintsOf(expression: Expression): Constraints {
  if (expression.kind === 'test') {
    const { field, test } = expression;
    const intervals = intervalsOf(test);
    if (!intervals) return { constraints: [], hasMore: true };
    const hasNull = intervals.some((interval) => isWithin(NULL_POINT, interval));
    return { constraints: [{ field, intervals, hasNull }], hasMore: false };
  }
  if (expression.kind === 'not' || (expression.kind === 'or' && expression.of.length > 1))
    return { constraints: [], hasMore: true };
  const parts = expression.of.map(constraintsOf);
  return {
    constraints: parts.flatMap(({ constraints }) => constraints),
    hasMore: parts.some(({ hasMore }) => hasMore),
  };
}

/** Keys from `from` (inclusive) to `to` (exclusive), by memcmp of all bytes of the key. */
export interface Range {
  readonly from: Buffer;
  readonly to?: Buffer;
  /** Number of leading bytes that all keys of the range share. A merge of ranges compares the bytes after them. */
  readonly shared: number;
}

/** The part of an index that a filter needs. */
export interface Bounds {
  /** Number of ranges. */
  readonly count: number;
  /** The intervals of each leading field that is bounded. */
  readonly intervals: readonly (readonly Interval[])[];
  readonly used: ReadonlySet<Constraint>;
}

/** Maximum number of ranges, the product of the intervals of all fields. */
const MAX_RANGES = 10_000;

/**
 * Bounds the leading fields of an index, up to the first one (inclusive) that is not bounded to single values. Bounds
 * end where keys may be truncated, because a truncated key has only the first bytes of the whole one. Of several
 * constraints on an array, one is used, because another element may meet each.
 *
 * @param arrays fields in which a document of the index has an array
 */
export function indexBoundsOf(
  fields: readonly string[],
  constraints: readonly Constraint[],
  arrays: ReadonlySet<string>,
): Bounds {
  const used = new Set<Constraint>();
  const intervals: (readonly Interval[])[] = [];
  let [count, length] = [1, 0];
  for (const field of fields) {
    const asked = constraints.filter((constraint) => constraint.field === field);
    if (arrays.has(field)) asked.sort((a, b) => widthOf(a) - widthOf(b)).splice(1);
    const [first, ...others] = asked;
    if (!first) break;
    const ofField = others.reduce((all, more) => intersect(all, more.intervals), first.intervals);
    length += ofField.reduce((longest, interval) => Math.max(longest, longestOf(interval)), 0);
    if (length > KEY_PREFIX_BYTES || (intervals.length > 0 && count * ofField.length > MAX_RANGES)) break;
    count *= ofField.length;
    for (const constraint of asked) used.add(constraint);
    intervals.push(ofField);
    if (!isPoints(ofField)) break;
  }
  return { intervals, used, count };
}

/** The bytes after a value are not longer than the value. */
function longestOf(interval: Interval): number {
  const { from, isPoint } = interval;
  return isPoint ? from.length : Math.max(from.length, interval.to.length);
}

export function isPoints(intervals: readonly Interval[]): boolean {
  return intervals.every(({ isPoint }) => isPoint);
}

function widthOf({ intervals }: Constraint): number {
  return isPoints(intervals) ? intervals.length : Infinity;
}

/**
 * The ranges of bounds, disjoint and in the order of the index.
 *
 * @param isLookup whether only their lower bounds are needed
 */
export function rangesOf(intervals: Bounds['intervals'], isLookup: boolean): readonly Range[] {
  const [last, ...others] = intervals.toReversed();
  if (last === undefined) return [{ from: EMPTY_BYTES, shared: 0 }];
  let ranges = last.map((interval): Range => {
    const { from, isPoint } = interval;
    const shared = isPoint ? from.length : 0;
    return isLookup ? { from, shared } : { from, to: interval.to, shared };
  });
  // From the last field to the first, which may have many values: each is joined with its suffixes once.
  for (const points of others)
    ranges = points.flatMap(({ from: head }) =>
      ranges.map(({ from, to, shared }) => ({
        from: Buffer.concat([head, from]),
        ...(to && { to: Buffer.concat([head, to]) }),
        shared: head.length + shared,
      })),
    );
  return ranges;
}

const EMPTY_BYTES = Buffer.alloc(0);
