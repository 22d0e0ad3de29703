import { Double } from 'bson';
import type { Comparison, Test } from '../filter/expression';
import { encodeField, successor } from '../key';
import { compare, rankOf, RANKS } from '../order';
import { isNumber, numberOf, type Value } from '../value';

/** Values between two encodings, `to` left out; a point is one value only and `from` its encoding. */
export interface Interval {
  readonly from: Buffer;
  readonly to: Buffer;
  readonly isPoint: boolean;
}

const START = Buffer.alloc(0);
const END = Buffer.from([0xff]);

/**
 * The values that pass a test, as they stand in an ascending index, in order and apart from each other. More may lie
 * inside where `null` does: it stands for missing fields, and for scalars in the place of documents.
 */
export function intervalsOf(test: Test): readonly Interval[] {
  switch (test.kind) {
    case 'exists':
      return [{ from: START, to: END, isPoint: false }];
    case 'prefix': {
      const from = encodeField(test.text).subarray(0, -TEXT_END);
      return [{ from, to: after(from), isPoint: false }];
    }
    case 'in':
      return distinct(test.operands).map(pointOf);
    default:
      return comparison(test.kind, test.operand);
  }
}

/** Bytes that end a text in a key. */
const TEXT_END = 2;

export function isFull({ from, to }: Interval): boolean {
  return from === START && to === END;
}

export function isWithin(inner: Interval, outer: Interval): boolean {
  return Buffer.compare(inner.from, outer.from) >= 0 && Buffer.compare(inner.to, outer.to) <= 0;
}

export const NULL_POINT = pointOf(null);

/** What two lists have in common. */
export function intersect(left: readonly Interval[], right: readonly Interval[]): readonly Interval[] {
  return left.flatMap((a) => right.flatMap((b) => common(a, b)));
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

/** NaN comes first among the numbers and belongs to no range. */
function startOfType(operand: Value): Buffer {
  const rank = rankOf(operand);
  return rank === RANKS.double ? encodeField(new Double(-Infinity)) : Buffer.from([rank]);
}

function isNaNumber(value: Value): boolean {
  return isNumber(value) && Number.isNaN(Number(numberOf(value)));
}

function pointOf(value: Value): Interval {
  const from = encodeField(value);
  return { from, to: after(from), isPoint: true };
}

function distinct(values: readonly Value[]): readonly Value[] {
  const sorted = [...values].sort(compare);
  return sorted.filter((value, at) => at === 0 || compare(value, sorted[at - 1]) !== 0);
}

/** No encoding consists of bytes 255 alone, so that something always comes after. */
function after(bytes: Buffer): Buffer {
  return successor(bytes) ?? END;
}
