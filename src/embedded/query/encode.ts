import type { Binary, BSONRegExp, Double, Int32, Long, ObjectId, Timestamp } from 'bson';
import { ByteWriter } from './byte-writer';
import { MAX_DEPTH, tooDeep } from './decode';
import { isArray, isDocument, typeOf, type Document, type TypeName, type Value } from './value';

const writer = new ByteWriter();

/**
 * Writes BSON.
 *
 * @throws CommandError Overflow when documents and arrays lie too deep inside each other
 */
export function encode(document: Document): Buffer {
  return writer.collect(() => {
    writeDocument(document, MAX_DEPTH);
  });
}

function writeDocument(value: Document | readonly Value[], depth: number): void {
  if (depth < 1) throw tooDeep();
  const start = writer.reserve(4);
  for (const [name, item] of value.entries()) {
    const { code, write } = TYPES[typeOf(item)];
    writer.byte(code);
    writer.utf8(String(name));
    writer.byte(0);
    if (isDocument(item) || isArray(item)) writeDocument(item, depth - 1);
    else write?.(item as never);
  }
  writer.byte(0);
  writer.int32(writer.length - start, start);
}

/** Type bytes (source: bsonspec.org, version 1.1), and how the content of scalars is written. */
const TYPES: Readonly<Record<TypeName, { readonly code: number; readonly write?: (value: never) => void }>> =
  {
    double: {
      code: 1,
      write: ({ value }: Double) => {
        writer.double(value);
      },
    },
    string: { code: 2, write: writeText },
    object: { code: 3 },
    array: { code: 4 },
    binData: {
      code: 5,
      write: ({ buffer, position, sub_type }: Binary) => {
        writer.int32(position);
        writer.byte(sub_type);
        writer.raw(buffer.subarray(0, position));
      },
    },
    objectId: {
      code: 7,
      write: ({ id }: ObjectId) => {
        writer.raw(id);
      },
    },
    bool: {
      code: 8,
      write: (value: boolean) => {
        writer.byte(value ? 1 : 0);
      },
    },
    date: {
      code: 9,
      write: (value: Date) => {
        writer.int64(BigInt(value.getTime()));
      },
    },
    null: { code: 10 },
    regex: {
      code: 11,
      write: ({ pattern, options }: BSONRegExp) => {
        writer.utf8(`${pattern}\0${options}\0`);
      },
    },
    int: {
      code: 16,
      write: ({ value }: Int32) => {
        writer.int32(value);
      },
    },
    timestamp: { code: 17, write: writeLong },
    long: { code: 18, write: writeLong },
  };

function writeText(value: string): void {
  const start = writer.reserve(4);
  writer.utf8(value);
  writer.byte(0);
  writer.int32(writer.length - start - 4, start);
}

function writeLong(value: Long | Timestamp): void {
  writer.int64(BigInt.asIntN(64, value.toBigInt()));
}
