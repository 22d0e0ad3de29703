import { isUtf8 } from 'node:buffer';
import { Binary, BSONRegExp, Double, Int32, Long, ObjectId, Timestamp } from 'bson';
import { CommandError, refused } from '../errors';
import type { Document, Value } from './value';

/** Levels of documents and arrays inside each other. Source: BSONDepth in the MongoDB server. */
export const MAX_DEPTH = 200;

/**
 * Reads BSON; the order of fields is kept.
 *
 * @throws CommandError InvalidBSON for bytes that are no BSON, or that hold a field twice, a string that is no UTF-8,
 *   or a date beyond those of JavaScript; Overflow for documents that lie too deep inside each other
 * @throws CommandError NotImplemented for the types that are not in the profile, such as Decimal128
 */
export function decode(bytes: Uint8Array): Document {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new Decoder(source).document(source.length, 1);
}

export function tooDeep(): CommandError {
  return new CommandError('Overflow', 'documents and arrays lie too deep inside each other');
}

/** Reads from front to back; a limit is the offset behind which nothing of what is read may lie. */
class Decoder {
  private at = 0;

  constructor(private readonly source: Buffer) {}

  document(limit: number, depth: number): Document {
    const document = new Map<string, Value>();
    let count = 0;
    const end = this.enter(limit, depth);
    while (this.at < end) {
      const type = this.source[this.at++] ?? 0;
      const name = this.terminated(end);
      document.set(name, this.value(type, end, depth));
      count++;
    }
    this.at++;
    if (document.size === count) return document;
    throw invalid('a document holds a field twice');
  }

  private array(limit: number, depth: number): readonly Value[] {
    const list: Value[] = [];
    const end = this.enter(limit, depth);
    while (this.at < end) {
      const type = this.source[this.at++] ?? 0;
      this.at = this.zeroFrom(this.at, end) + 1;
      list.push(this.value(type, end, depth));
    }
    this.at++;
    return list;
  }

  /** @returns the offset of the zero byte that ends the document */
  private enter(limit: number, depth: number): number {
    if (depth > MAX_DEPTH) throw tooDeep();
    const size = this.size(limit);
    const end = this.at - 4 + size - 1;
    if (size >= 5 && end < limit && this.source[end] === 0) return end;
    throw invalid('a document has a wrong size');
  }

  private value(type: number, limit: number, depth: number): Value {
    switch (type) {
      case 1:
        return new Double(this.source.readDoubleLE(this.take(8, limit)));
      case 2:
        return this.text(limit);
      case 3:
        return this.document(limit, depth + 1);
      case 4:
        return this.array(limit, depth + 1);
      case 5:
        return this.binary(limit);
      case 7:
        return new ObjectId(this.copy(12, limit));
      case 8:
        return this.source[this.take(1, limit)] === 1;
      case 9:
        return dateOf(Number(this.source.readBigInt64LE(this.take(8, limit))));
      case 10:
        return null;
      case 11:
        return new BSONRegExp(this.terminated(limit), this.terminated(limit));
      case 16:
        return new Int32(this.source.readInt32LE(this.take(4, limit)));
      case 17:
        return new Timestamp(this.long(limit));
      case 18:
        return this.long(limit);
      default:
        throw type in REFUSED_TYPES
          ? refused(`the BSON type ${String(REFUSED_TYPES[type])}`)
          : invalid(`the BSON type ${type} is not known`);
    }
  }

  private long(limit: number): Long {
    const at = this.take(8, limit);
    return Long.fromBits(this.source.readInt32LE(at), this.source.readInt32LE(at + 4));
  }

  private binary(limit: number): Binary {
    const size = this.size(limit);
    const subtype = this.source[this.take(1, limit)] ?? 0;
    return new Binary(this.copy(size, limit), subtype);
  }

  private text(limit: number): string {
    const size = this.size(limit);
    const at = this.take(size, limit);
    if (size < 1 || this.source[at + size - 1] !== 0) throw invalid('a string has a wrong size');
    return this.utf8(at, at + size - 1);
  }

  private terminated(limit: number): string {
    const at = this.at;
    const end = this.zeroFrom(at, limit);
    this.at = end + 1;
    return this.utf8(at, end);
  }

  private zeroFrom(start: number, limit: number): number {
    let end = start;
    while (end < limit && this.source[end] !== 0) end++;
    if (end < limit) return end;
    throw invalid('a name has no end');
  }

  private utf8(from: number, to: number): string {
    const text = this.source.toString('utf8', from, to);
    if (text.includes('\uFFFD') && !isUtf8(this.source.subarray(from, to))) {
      throw invalid('a string is not valid UTF-8');
    }
    return text;
  }

  private size(limit: number): number {
    return this.source.readInt32LE(this.take(4, limit));
  }

  private copy(size: number, limit: number): Buffer {
    const at = this.take(size, limit);
    return Buffer.from(this.source.subarray(at, at + size));
  }

  /** @returns the offset of the next `size` bytes */
  private take(size: number, limit: number): number {
    const at = this.at;
    if (size < 0 || at + size > limit) throw invalid('a value is longer than its document');
    this.at = at + size;
    return at;
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

function dateOf(milliseconds: number): Date {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) throw invalid('a date lies beyond the year 275760');
  return date;
}

function invalid(message: string): CommandError {
  return new CommandError('InvalidBSON', message);
}
