import { createHash } from 'node:crypto';
import type { Binary, BSONRegExp, Double, Int32, Long, ObjectId, Timestamp } from 'bson';
import { ByteWriter } from './byte-writer';
import { rankOf } from './order';
import { numberOf, typeOf, type Document, type TypeName, type Value } from './value';

export type Direction = 1 | -1;

/** Bytes of a cut key: LMDB ends at 1,978, and the store adds a suffix of its own. Exact keys are shorter. */
export const KEY_LIMIT = 1900;

/** Leading bytes of a cut key that are those of the whole key; a hash fills the rest. */
export const KEY_PREFIX = KEY_LIMIT - 32;

/**
 * Encodes values so that the order of the bytes (memcmp) is the order of `compare`, field by field, descending fields
 * inverted. The encoding of fewer values is a prefix of the encoding of more.
 *
 * @returns at most KEY_LIMIT bytes; a longer key keeps its first KEY_PREFIX bytes and ends in a hash of all, so that
 *   equal keys stay equal and different ones different, while the order among keys of one such prefix is lost
 */
export function encodeKey(values: readonly (Value | undefined)[], directions: readonly Direction[]): Buffer {
  return cutKey(Buffer.concat(values.map((value, at) => encodeField(value, directions[at]))));
}

/** Whether a key holds its values completely, and therefore their order. */
export function isExact(key: Uint8Array): boolean {
  return key.length < KEY_LIMIT;
}

export function cutKey(key: Buffer): Buffer {
  if (isExact(key)) return key;
  return Buffer.concat([key.subarray(0, KEY_PREFIX), createHash('sha256').update(key).digest()]);
}

/** One field of a key, of any length. An absent value (undefined) stands for the empty array. */
export function encodeField(value: Value | undefined, direction: Direction = 1): Buffer {
  const writer = new ByteWriter();
  writer.byte(rankOf(value));
  writeContent(writer, value);
  return direction === 1 ? writer.bytes() : invert(writer.bytes());
}

export function invert(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => 255 - byte));
}

/** The first bytes after all that begin with these; undefined where nothing comes after. */
export function successor(bytes: Buffer): Buffer | undefined {
  const last = bytes.findLastIndex((byte) => byte < 255);
  if (last < 0) return undefined;
  const next = Buffer.from(bytes.subarray(0, last + 1));
  next[last] = (next[last] ?? 0) + 1;
  return next;
}

function writeContent(writer: ByteWriter, value: Value | undefined): void {
  if (value !== undefined) WRITERS[typeOf(value)]?.(writer, value as never);
}

/** Types without a writer (null, minKey, maxKey) have one value only. */
const WRITERS: Readonly<Partial<Record<TypeName, (writer: ByteWriter, value: never) => void>>> = {
  int: writeNumber,
  double: writeNumber,
  long: writeNumber,
  string: writeText,
  object: writeDocument,
  array: writeArray,
  binData: (writer, value: Binary) => {
    writer.ordered64((BigInt(value.position) << 8n) | BigInt(value.sub_type));
    writer.raw(value.buffer.subarray(0, value.position));
  },
  objectId: (writer, value: ObjectId) => {
    writer.raw(value.id);
  },
  bool: (writer, value: boolean) => {
    writer.byte(value ? 1 : 0);
  },
  date: (writer, value: Date) => {
    writer.ordered64(orderedBits(value.getTime()));
  },
  timestamp: (writer, value: Timestamp) => {
    writer.ordered64(value.toBigInt());
  },
  regex: (writer, value: BSONRegExp) => {
    writeText(writer, value.pattern);
    writeText(writer, value.options);
  },
};

/** A zero byte inside a text is followed by 255, the end of the text by another zero. */
function writeText(writer: ByteWriter, value: string): void {
  for (const [at, part] of value.split('\0').entries()) {
    if (at > 0) writer.raw(ESCAPED_ZERO);
    writer.utf8(part);
  }
  writer.raw(END_OF_TEXT);
}

const ESCAPED_ZERO = Buffer.from([0, 255]);
const END_OF_TEXT = Buffer.from([0, 0]);

function writeDocument(writer: ByteWriter, value: Document): void {
  for (const [name, item] of value) {
    writer.byte(rankOf(item));
    writeText(writer, name);
    writeContent(writer, item);
  }
  writer.byte(0);
}

function writeArray(writer: ByteWriter, value: readonly Value[]): void {
  for (const item of value) {
    writer.byte(rankOf(item));
    writeContent(writer, item);
  }
  writer.byte(0);
}

/**
 * The largest double that is not above the number; from 2^53 on, where not every integer is a double, also how far
 * the number lies above it (at most 1,023 for a Long).
 */
function writeNumber(writer: ByteWriter, value: Int32 | Double | Long): void {
  const exact = numberOf(value);
  const rounded = Number(exact);
  const floor = orderedBits(rounded) - (rounded > exact ? 1n : 0n);
  writer.ordered64(floor);
  if (Math.abs(rounded) < 2 ** 53 || !Number.isFinite(rounded)) return;
  const rest = typeof exact === 'bigint' ? exact - BigInt(doubleOf(floor)) : 0n;
  writer.byte(Number(rest >> 8n));
  writer.byte(Number(rest & 255n));
}

const SIGN = 1n << 63n;
const scratch = new DataView(new ArrayBuffer(8));

/** Bits whose unsigned order is the order of doubles: NaN first, both zeros the same. */
function orderedBits(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  scratch.setFloat64(0, value === 0 ? 0 : value);
  const bits = scratch.getBigUint64(0);
  return bits & SIGN ? BigInt.asUintN(64, ~bits) : bits | SIGN;
}

function doubleOf(ordered: bigint): number {
  scratch.setBigUint64(0, ordered & SIGN ? ordered ^ SIGN : BigInt.asUintN(64, ~ordered));
  return scratch.getFloat64(0);
}
