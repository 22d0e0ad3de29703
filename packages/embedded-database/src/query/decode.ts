import { isUtf8 } from 'node:buffer';
import { Binary, BSONError, BSONRegExp, Double, Int32, Long, ObjectId, onDemand, Timestamp } from 'bson';
import { CommandError, outsideProfile } from '../errors';
import type { Document, Value } from './value';

/** Type byte, offset and length of the name, offset and length of the value. */
type Element = (typeof onDemand)['BSONElement'];

/** Maximum nesting depth of documents and arrays. Source: BSONDepth in the MongoDB server. */
export const MAX_DEPTH = 200;

/**
 * Reads BSON; the order of fields is kept.
 *
 * @throws CommandError InvalidBSON if the bytes are not BSON, or contain a field twice, a string that is not UTF-8, or
 *   a date outside the range of JavaScript; Overflow if documents are nested too deeply
 * @throws CommandError NotImplemented for the types that are not in the profile, such as Decimal128
 */
export function decode(bytes: Uint8Array): Document {
  return decoding(() => documentAt(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0, 1));
}

/** @throws CommandError InvalidBSON when the library reports invalid BSON */
function decoding<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof BSONError ? invalidBson(error.message) : error;
  }
}

export function tooDeep(): CommandError {
  return new CommandError('Overflow', 'documents and arrays are nested too deeply');
}

function documentAt(source: Buffer, start: number, depth: number): Document {
  const document = new Map<string, Value>();
  let count = 0;
  for (const element of elementsAt(source, start, depth)) {
    document.set(utf8(source, element[1], element[1] + element[2]), valueOf(source, element, depth));
    count++;
  }
  if (document.size === count) return document;
  throw invalidBson('a document holds a field twice');
}

function arrayAt(source: Buffer, start: number, depth: number): readonly Value[] {
  const list: Value[] = [];
  for (const element of elementsAt(source, start, depth)) list.push(valueOf(source, element, depth));
  return list;
}

function elementsAt(source: Buffer, start: number, depth: number): Iterable<Element> {
  if (depth > MAX_DEPTH) throw tooDeep();
  return onDemand.parseToElements(source, start);
}

/** Type bytes: bsonspec.org, version 1.1. The library has checked that the value lies within its document. */
function valueOf(source: Buffer, [type, , , at, length]: Element, depth: number): Value {
  switch (type) {
    case 1:
      return new Double(source.readDoubleLE(at));
    case 2:
      return decodedText(source, at, length);
    case 3:
      return documentAt(source, at, depth + 1);
    case 4:
      return arrayAt(source, at, depth + 1);
    case 5:
      return binaryAt(source, at, length);
    case 7:
      return new ObjectId(Buffer.from(source.subarray(at, at + length)));
    case 8:
      return flagAt(source, at);
    case 9:
      return dateOf(Number(source.readBigInt64LE(at)));
    case 10:
      return null;
    case 11: {
      const end = source.indexOf(0, at);
      return new BSONRegExp(utf8(source, at, end), utf8(source, end + 1, at + length - 1));
    }
    case 16:
      return new Int32(source.readInt32LE(at));
    case 17:
      return new Timestamp(longAt(source, at));
    case 18:
      return longAt(source, at);
    default:
      throw outsideProfile(`the BSON type ${REFUSED_TYPES[type] ?? type}`);
  }
}

const REFUSED_TYPES: Readonly<Record<number, string>> = {
  6: 'undefined',
  12: 'dbPointer',
  13: 'javascript',
  14: 'symbol',
  15: 'javascriptWithScope',
  19: 'decimal128',
  127: 'maxKey',
  255: 'minKey',
};

function flagAt(source: Buffer, at: number): boolean {
  const byte = source[at] ?? 0;
  if (byte > 1) throw invalidBson('a boolean is neither 0 nor 1');
  return byte === 1;
}

function longAt(source: Buffer, at: number): Long {
  return Long.fromBits(source.readInt32LE(at), source.readInt32LE(at + 4));
}

/** The library would write the old subtype 2 and vectors (9) in another form. */
function binaryAt(source: Buffer, at: number, length: number): Binary {
  const subtype = source[at + 4] ?? 0;
  if (subtype === 2 || subtype === 9) throw outsideProfile(`binary data of subtype ${subtype}`);
  return new Binary(Buffer.from(source.subarray(at + 5, at + length)), subtype);
}

function decodedText(source: Buffer, at: number, length: number): string {
  const end = at + length - 1;
  if (length >= 5 && source[end] === 0) return utf8(source, at + 4, end);
  throw invalidBson('a string has a wrong size');
}

function utf8(source: Buffer, from: number, to: number): string {
  const text = source.toString('utf8', from, to);
  if (text.includes('\uFFFD') && !isUtf8(source.subarray(from, to)))
    throw invalidBson('a string is not valid UTF-8');
  return text;
}

function dateOf(milliseconds: number): Date {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) throw invalidBson('a date lies beyond the year 275760');
  return date;
}

function invalidBson(message: string): CommandError {
  return new CommandError('InvalidBSON', message);
}
