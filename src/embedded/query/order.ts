import type { Binary, BSONRegExp, Double, Int32, Long, ObjectId, Timestamp } from 'bson';
import { numberOf, typeOf, type Document, type TypeName, type Value } from './value';

/**
 * Ranks of the types in BSON's order; the gaps are free. An absent value (undefined) ranks as the empty array does in
 * indexes and sorts: before null.
 * Source: "Comparison/Sort Order" of the MongoDB manual.
 */
export const RANKS: Readonly<Record<TypeName | 'absent', number>> = {
  minKey: 0x10,
  absent: 0x18,
  null: 0x20,
  int: 0x28,
  double: 0x28,
  long: 0x28,
  string: 0x30,
  object: 0x38,
  array: 0x40,
  binData: 0x48,
  objectId: 0x50,
  bool: 0x58,
  date: 0x60,
  timestamp: 0x68,
  regex: 0x70,
  maxKey: 0x78,
};

export function rankOf(value: Value | undefined): number {
  return RANKS[value === undefined ? 'absent' : typeOf(value)];
}

/**
 * The total order of BSON: by type, then by value. Int32, Double and Long compare by their mathematical value, NaN
 * before all numbers and equal to itself; texts by code point.
 */
export function compare(left: Value | undefined, right: Value | undefined): number {
  if (left === undefined || right === undefined) return rankOf(left) - rankOf(right);
  const type = typeOf(left);
  const byRank = RANKS[type] - rankOf(right);
  if (byRank !== 0) return byRank;
  return COMPARERS[type]?.(left as never, right as never) ?? 0;
}

/** Types without a comparer (null, minKey, maxKey) have one value only. */
const COMPARERS: Readonly<Partial<Record<TypeName, (left: never, right: never) => number>>> = {
  int: compareNumbers,
  double: compareNumbers,
  long: compareNumbers,
  string: compareTexts,
  object: compareDocuments,
  array: compareArrays,
  binData: (left: Binary, right: Binary) =>
    left.position - right.position ||
    left.sub_type - right.sub_type ||
    Buffer.compare(left.buffer.subarray(0, left.position), right.buffer.subarray(0, right.position)),
  objectId: (left: ObjectId, right: ObjectId) => Buffer.compare(left.id, right.id),
  bool: (left: boolean, right: boolean) => Number(left) - Number(right),
  date: (left: Date, right: Date) => left.getTime() - right.getTime(),
  timestamp: (left: Timestamp, right: Timestamp) => left.t - right.t || left.i - right.i,
  regex: (left: BSONRegExp, right: BSONRegExp) =>
    compareTexts(left.pattern, right.pattern) || compareTexts(left.options, right.options),
};

function compareNumbers(left: Int32 | Double | Long, right: Int32 | Double | Long): number {
  const a = numberOf(left);
  const b = numberOf(right);
  if (a < b) return -1;
  if (a > b) return 1;
  return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  const shorter = Math.min(left.length, right.length);
  for (let at = 0; at < shorter; at++) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return weightOf(a) - weightOf(b);
  }
  return left.length - right.length;
}

/** UTF-16 has the surrogates before U+E000 to U+FFFF, where the order of code points has them after. */
function weightOf(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

function compareArrays(left: readonly Value[], right: readonly Value[]): number {
  for (const [at, value] of left.entries()) {
    const other = right[at];
    if (other === undefined) return 1;
    const order = compare(value, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Field by field: the type of the values, then the names, then the values. */
function compareDocuments(left: Document, right: Document): number {
  const others = right.entries();
  for (const [name, value] of left) {
    const next = others.next();
    if (next.done) return 1;
    const [otherName, other] = next.value;
    const order = rankOf(value) - rankOf(other) || compareTexts(name, otherName) || compare(value, other);
    if (order !== 0) return order;
  }
  return left.size - right.size;
}
