import { Double } from 'bson';
import type { Comparison, Test } from '../filter';
import { encodeKey, END_OF_TEXT, NUMBER_RANK, rankOf, successor } from '../key';
import { isNaNumber, type Value } from '../value';

/** Values between two encodings, without `to`. A point is a single value with the encoding `from`. */
export interface Interval {
  readonly from: Buffer;
  readonly to: Buffer;
  readonly isPoint: boolean;
}

/**
 * The values that pass a test, as ordered, disjoint intervals of an index. An interval may contain further values if it
 * contains `null`, which also represents missing fields and scalars in the position of documents.
 *
 * @returns undefined for a test that intervals cannot represent
 */
export function intervalsOf(test: Test): readonly Interval[] | undefined {
  switch (test.kind) {
    case 'exists':
    case 'contains':
      return undefined;
    case 'prefix': {
      const from = encodeKey([test.text]).subarray(0, -END_OF_TEXT.length);
      return [{ from, to: successor(from), isPoint: false }, pointOf(test.regex)];
    }
    case 'in':
      return distinct(test.operands.map(pointOf));
    default:
      return comparison(test.kind, test.operand);
  }
}

export function isWithin(inner: Interval, outer: Interval): boolean {
  return Buffer.compare(inner.from, outer.from) >= 0 && Buffer.compare(inner.to, outer.to) <= 0;
}

/** The intersection of two sorted lists, in one pass. */
export function intersect(left: readonly Interval[], right: readonly Interval[]): readonly Interval[] {
  const shared: Interval[] = [];
  let at = 0;
  for (const a of left) {
    for (let b = right[at]; b && Buffer.compare(b.from, a.to) < 0; b = right[++at]) {
      shared.push(...common(a, b));
      if (Buffer.compare(b.to, a.to) > 0) break;
    }
  }
  return shared;
}

function common(a: Interval, b: Interval): readonly Interval[] {
  const from = Buffer.compare(a.from, b.from) >= 0 ? a.from : b.from;
  const to = Buffer.compare(a.to, b.to) <= 0 ? a.to : b.to;
  return Buffer.compare(from, to) < 0 ? [{ from, to, isPoint: a.isPoint || b.isPoint }] : [];
}

function comparison(kind: Comparison, operand: Value): readonly Interval[] {
  const point = pointOf(operand);
  if (kind === 'eq') return [point];
  const hasEqual = kind === 'gte' || kind === 'lte';
  if (operand === null || isNaNumber(operand)) return hasEqual ? [point] : [];
  const isAbove = kind === 'gt' || kind === 'gte';
  const from = isAbove ? (hasEqual ? point.from : point.to) : startOfType(operand);
  const to = isAbove ? Buffer.from([rankOf(operand) + 1]) : hasEqual ? point.to : point.from;
  return Buffer.compare(from, to) < 0 ? [{ from, to, isPoint: false }] : [];
}

/** NaN sorts before all numbers and belongs to no range. */
function startOfType(operand: Value): Buffer {
  const rank = rankOf(operand);
  return rank === NUMBER_RANK ? encodeKey([new Double(-Infinity)]) : Buffer.from([rank]);
}

function pointOf(value: Value): Interval {
  return new Point(encodeKey([value]));
}

/** One value. Its upper bound is computed on demand, because a lookup of many values needs none. */
class Point implements Interval {
  readonly isPoint = true;
  private end: Buffer | undefined;

  constructor(readonly from: Buffer) {}

  get to(): Buffer {
    return (this.end ??= successor(this.from));
  }
}

function distinct(points: readonly Interval[]): readonly Interval[] {
  const sorted = points.toSorted((left, right) => Buffer.compare(left.from, right.from));
  return sorted.filter(({ from }, at) => !sorted[at - 1]?.from.equals(from));
}

export const NULL_POINT = pointOf(null);
