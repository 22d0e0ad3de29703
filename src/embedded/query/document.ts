import { isUtf8 } from 'node:buffer';
import { Binary, BSONRegExp, Double, Int32, Long, MaxKey, MinKey, ObjectId, onDemand, Timestamp } from 'bson';
import { CommandError, refused } from '../errors';
import { ByteWriter } from './byte-writer';
import { type Document, isArray, isDocument, typeOf, type TypeName, type Value } from './value';

/** Levels of documents and arrays inside each other. Source: BSONDepth in the MongoDB server. */
const MAX_DEPTH = 200;

/** Type bytes. Source: bsonspec.org, version 1.1. */
const TYPE_BYTES: Readonly<Record<TypeName, number>> = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  int: 16,
  timestamp: 17,
  long: 18,
  minKey: 255,
  maxKey: 127,
};

const REFUSED_TYPES: Readonly<Record<number, string>> = {
  6: 'undefined',
  12: 'dbPointer',
  13: 'javascript',
  14: 'symbol',
  15: 'javascriptWithScope',
  19: 'decimal128',
};

/**
 * Reads BSON; the order of fields is kept.
 *
 * @throws CommandError InvalidBSON for bytes that are no BSON, or that hold a field twice, a string that is no UTF-8,
 *   or a date beyond those of JavaScript
 * @throws CommandError NotImplemented for the types that are not in the profile, such as Decimal128
 */
export function decode(bytes: Uint8Array): Document {
  return readDocument(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, 1);
}

/** @throws CommandError Overflow when documents and arrays lie more than `maxDepth` levels inside each other */
export function encode(document: Document, maxDepth = MAX_DEPTH): Buffer {
  const writer = new ByteWriter();
  writeDocument(writer, document, maxDepth);
  return writer.bytes();
}

type Element = readonly [
  type: number,
  nameOffset: number,
  nameLength: number,
  offset: number,
  length: number,
];

function elementsAt(source: Buffer, offset: number, depth: number): readonly Element[] {
  if (depth > MAX_DEPTH) throw tooDeep();
  try {
    return [...onDemand.parseToElements(source, offset)];
  } catch (error) {
    throw new CommandError('InvalidBSON', error instanceof Error ? error.message : 'unreadable BSON');
  }
}

function readDocument(source: Buffer, offset: number, depth: number): Document {
  const elements = elementsAt(source, offset, depth);
  const document = new Map<string, Value>();
  for (const element of elements) {
    const name = textOf(source, element[1], element[2]);
    document.set(name, readValue(source, element, depth));
  }
  if (document.size < elements.length)
    throw new CommandError('InvalidBSON', 'a document holds a field twice');
  return document;
}

function readValue(source: Buffer, [type, , , at, length]: Element, depth: number): Value {
  if (type === 3) return readDocument(source, at, depth + 1);
  if (type === 4) {
    return elementsAt(source, at, depth + 1).map((element) => readValue(source, element, depth + 1));
  }
  const read = READERS[type];
  if (read) return read(source, at, length);
  throw refused(`the BSON type ${REFUSED_TYPES[type] ?? type}`);
}

const READERS: Readonly<Partial<Record<number, (source: Buffer, at: number, length: number) => Value>>> = {
  1: (bytes, at) => new Double(bytes.readDoubleLE(at)),
  2: (source, at, length) => textOf(source, at + 4, length - 5),
  5: (bytes, at, length) => new Binary(Buffer.from(bytes.subarray(at + 5, at + length)), bytes[at + 4]),
  7: (bytes, at) => new ObjectId(Buffer.from(bytes.subarray(at, at + 12))),
  8: (bytes, at) => bytes[at] === 1,
  9: (bytes, at) => dateOf(Number(bytes.readBigInt64LE(at))),
  10: () => null,
  11: (source, at, length) => {
    const patternLength = source.indexOf(0, at) - at;
    const options = textOf(source, at + patternLength + 1, length - patternLength - 2);
    return new BSONRegExp(textOf(source, at, patternLength), options);
  },
  16: (bytes, at) => new Int32(bytes.readInt32LE(at)),
  17: (bytes, at) => new Timestamp({ i: bytes.readUInt32LE(at), t: bytes.readUInt32LE(at + 4) }),
  18: (bytes, at) => Long.fromBits(bytes.readInt32LE(at), bytes.readInt32LE(at + 4)),
  127: () => new MaxKey(),
  255: () => new MinKey(),
};

function textOf(source: Buffer, offset: number, length: number): string {
  const text = source.toString('utf8', offset, offset + length);
  if (text.includes('\uFFFD') && !isUtf8(source.subarray(offset, offset + length))) {
    throw new CommandError('InvalidBSON', 'a string is not valid UTF-8');
  }
  return text;
}

function dateOf(milliseconds: number): Date {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime()))
    throw new CommandError('InvalidBSON', 'a date lies beyond the year 275760');
  return date;
}

function writeDocument(writer: ByteWriter, value: Document | readonly Value[], depth: number): void {
  if (depth < 1) throw tooDeep();
  const start = writer.reserve(4);
  for (const [name, item] of value.entries()) {
    const type = typeOf(item);
    writer.byte(TYPE_BYTES[type]);
    writer.utf8(String(name));
    writer.byte(0);
    if (isDocument(item) || isArray(item)) writeDocument(writer, item, depth - 1);
    else WRITERS[type]?.(writer, item as never);
  }
  writer.byte(0);
  writer.int32(writer.length - start, start);
}

/** Types without a writer (null, minKey, maxKey) have no content. */
const WRITERS: Readonly<Partial<Record<TypeName, (writer: ByteWriter, value: never) => void>>> = {
  double: (writer, value: Double) => {
    writer.double(value.value);
  },
  string: (writer, value: string) => {
    const start = writer.reserve(4);
    writer.utf8(value);
    writer.byte(0);
    writer.int32(writer.length - start - 4, start);
  },
  binData: (writer, value: Binary) => {
    writer.int32(value.position);
    writer.byte(value.sub_type);
    writer.raw(value.buffer.subarray(0, value.position));
  },
  objectId: (writer, value: ObjectId) => {
    writer.raw(value.id);
  },
  bool: (writer, value: boolean) => {
    writer.byte(value ? 1 : 0);
  },
  date: (writer, value: Date) => {
    writer.int64(BigInt(value.getTime()));
  },
  regex: (writer, value: BSONRegExp) => {
    for (const part of [value.pattern, value.options]) {
      writer.utf8(part);
      writer.byte(0);
    }
  },
  int: (writer, value: Int32) => {
    writer.int32(value.value);
  },
  timestamp: (writer, value: Timestamp) => {
    writer.uint64(value.toBigInt());
  },
  long: (writer, value: Long) => {
    writer.int64(value.toBigInt());
  },
};

function tooDeep(): CommandError {
  return new CommandError('Overflow', 'documents and arrays lie too deep inside each other');
}
