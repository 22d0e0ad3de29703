import { createHash } from 'node:crypto';
import type { Binary, BSONRegExp, ObjectId, Timestamp } from 'bson';
import { ByteWriter } from './byte-writer';
import {
  isNumber,
  numberOf,
  typeOf,
  type BsonNumber,
  type Document,
  type TypeName,
  type Value,
} from './value';

/** Length of a truncated key, in bytes. LMDB allows 1,978, and the store appends a suffix. Exact keys are shorter. */
export const MAX_KEY_BYTES = 1900;

/** Number of bytes of the whole key at the start of a truncated key. A hash fills the rest. */
export const KEY_PREFIX_BYTES = MAX_KEY_BYTES - 32;

/**
 * Encodes values so that the order of the bytes (memcmp) is the order of `compare`, field by field. The encoding of
 * fewer values is a prefix of the encoding of more. An absent value (undefined) represents the empty array.
 */
export function encodeKey(values: readonly (Value | undefined)[]): Buffer {
  return writer.collect(() => {
    for (const value of values) writeField(value);
  });
}

/** The keys of tuples that differ in one position, as slices of one buffer. Their common part is encoded once. */
export function encodeKeys(
  tuple: readonly (Value | undefined)[],
  position: number,
  elements: readonly (Value | undefined)[],
): readonly Buffer[] {
  const [before, behind] = [encodeKey(tuple.slice(0, position)), encodeKey(tuple.slice(position + 1))];
  const ends: number[] = [];
  const bytes = writer.collect(() => {
    for (const element of elements) {
      writer.raw(before);
      writeField(element);
      writer.raw(behind);
      ends.push(writer.length);
    }
  });
  return ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end));
}

/** Whether a key contains its values completely, and therefore sorts as they do. */
export function isExact(key: Uint8Array): boolean {
  return key.length < MAX_KEY_BYTES;
}

/**
 * @returns at most MAX_KEY_BYTES bytes; a longer key keeps its first KEY_PREFIX_BYTES bytes and ends in a hash of all, so that
 *   equal keys stay equal and different ones different, while the order among keys of one such prefix is lost
 */
export function cutKey(key: Buffer): Buffer {
  if (isExact(key)) return key;
  return Buffer.concat([key.subarray(0, KEY_PREFIX_BYTES), createHash('sha256').update(key).digest()]);
}

/**
 * The first key after all keys with this prefix: `to` of a range over them. A key never consists of bytes 255 alone.
 */
export function successor(bytes: Buffer): Buffer {
  let last = bytes.length - 1;
  while (bytes[last] === 255) last--;
  const next = Buffer.from(bytes.subarray(0, last + 1));
  next[last] = (next[last] ?? 0) + 1;
  return next;
}

export function rankOf(value: Value | undefined): number {
  return value === undefined ? ABSENT_RANK : KEY_TYPES[typeOf(value)].rank;
}

/**
 * The total order of BSON: by type, then by value. Int32, Double and Long compare by their mathematical value, NaN
 * before all numbers and equal to itself; texts by code point.
 */
export function compare(left: Value | undefined, right: Value | undefined): number {
  const byRank = rankOf(left) - rankOf(right);
  if (byRank !== 0) return byRank;
  if (typeof left === 'string' && typeof right === 'string' && left === right) return 0;
  if (isNumber(left) && isNumber(right)) return compareNumbers(numberOf(left), numberOf(right));
  return Buffer.compare(encodeKey([left]), encodeKey([right]));
}

function compareNumbers(left: number | bigint, right: number | bigint): number {
  if (left < right) return -1;
  if (left > right) return 1;
  return Number(Number.isNaN(right)) - Number(Number.isNaN(left));
}

const writer = new ByteWriter();

function writeField(value: Value | undefined): void {
  writer.byte(rankOf(value));
  writeContent(value);
}

function writeContent(value: Value | undefined): void {
  if (value !== undefined) KEY_TYPES[typeOf(value)].write?.(value as never);
}

/** An empty array comes before null in indexes and sorts. */
const ABSENT_RANK = 0x18;
export const NUMBER_RANK = 0x28;

/**
 * Ranks of the types in BSON's order, and how their values are written after the rank. Source: "Comparison/Sort Order"
 * of the MongoDB manual.
 */
const KEY_TYPES: Readonly<
  Record<TypeName, { readonly rank: number; readonly write?: (value: never) => unknown }>
> = {
  null: { rank: 0x20 },
  int: { rank: NUMBER_RANK, write: writeNumber },
  double: { rank: NUMBER_RANK, write: writeNumber },
  long: { rank: NUMBER_RANK, write: writeNumber },
  string: { rank: 0x30, write: writeText },
  object: { rank: 0x38, write: writeDocument },
  array: { rank: 0x40, write: writeArray },
  binData: { rank: 0x48, write: writeBinary },
  objectId: { rank: 0x50, write: ({ id }: ObjectId) => writer.raw(id) },
  bool: { rank: 0x58, write: (value: boolean) => writer.byte(value ? 1 : 0) },
  date: { rank: 0x60, write: (value: Date) => writer.ordered64(orderedBits(value.getTime())) },
  timestamp: {
    rank: 0x68,
    write: (value: Timestamp) => writer.ordered64(BigInt.asUintN(64, value.toBigInt())),
  },
  regex: { rank: 0x70, write: writeRegex },
};

function writeArray(value: readonly Value[]): void {
  for (const item of value) writeField(item);
  writer.byte(0);
}

function writeRegex({ pattern, options }: BSONRegExp): void {
  writeText(pattern);
  writeText(options);
}

function writeBinary({ buffer, position, sub_type }: Binary): void {
  writer.ordered64((BigInt(position) << 8n) | BigInt(sub_type)).raw(buffer.subarray(0, position));
}

/** A zero byte inside a text is followed by 255, the end of the text by another zero. */
function writeText(value: string): void {
  let from = 0;
  for (let zero = value.indexOf('\0'); zero >= 0; zero = value.indexOf('\0', from)) {
    writer.utf8(value.slice(from, zero)).raw(ESCAPED_ZERO);
    from = zero + 1;
  }
  writer.utf8(from === 0 ? value : value.slice(from)).raw(END_OF_TEXT);
}

const ESCAPED_ZERO = Buffer.from([0, 255]);
export const END_OF_TEXT = Buffer.from([0, 0]);

function writeDocument(value: Document): void {
  for (const [name, item] of value) {
    writer.byte(rankOf(item));
    writeText(name);
    writeContent(item);
  }
  writer.byte(0);
}

/**
 * The largest double that is not above the number; from 2^53 on, where not every integer is a double, also how far
 * the number lies above it (at most 1,023 for a Long).
 */
function writeNumber(value: BsonNumber): void {
  const exact = numberOf(value);
  const rounded = Number(exact);
  const floor = orderedBits(rounded) - (rounded > exact ? 1n : 0n);
  writer.ordered64(floor);
  if (Math.abs(rounded) < 2 ** 53 || !Number.isFinite(rounded)) return;
  const rest = typeof exact === 'bigint' ? exact - BigInt(doubleOf(floor)) : 0n;
  writer.byte(Number(rest >> 8n)).byte(Number(rest & 255n));
}

const SIGN_BIT = 1n << 63n;
const scratch = new DataView(new ArrayBuffer(8));

/** Bits whose unsigned order is the order of doubles: NaN first, both zeros the same. */
function orderedBits(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  scratch.setFloat64(0, value === 0 ? 0 : value);
  const bits = scratch.getBigUint64(0);
  return bits & SIGN_BIT ? BigInt.asUintN(64, ~bits) : bits | SIGN_BIT;
}

function doubleOf(ordered: bigint): number {
  scratch.setBigUint64(0, ordered & SIGN_BIT ? ordered ^ SIGN_BIT : BigInt.asUintN(64, ~ordered));
  return scratch.getFloat64(0);
}
