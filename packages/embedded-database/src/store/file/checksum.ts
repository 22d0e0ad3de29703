import { crc32 } from 'node:zlib';
import { CommandError } from '../../errors';
import { countKey } from './keys';

/**
 * Size of the CRC-32 before each stored document, in bytes. It covers the key and the bytes, so that no other document
 * can take its place.
 */
const CHECKSUM_BYTES = 4;
const COUNT_BYTES = 6;

/** A value with its checksum, as it is stored. */
export function withChecksum(key: Buffer, bytes: Buffer): Buffer {
  const value = Buffer.allocUnsafe(CHECKSUM_BYTES + bytes.length);
  value.writeUInt32LE(crc32(bytes, crc32(key)));
  value.set(bytes, CHECKSUM_BYTES);
  return value;
}

/**
 * Returns the content of a stored value, as a view of the same memory.
 *
 * @param value undefined if nothing is stored, although something should be
 * @param what the content, for the message
 * @throws CommandError DataCorruptionDetected if it is not what was written under this key
 */
export function verifiedContent(key: Buffer, value: Buffer | undefined, what: string): Buffer {
  if (!value) throw damaged(`${what} is missing`);
  const bytes = contentWithoutCheck(value);
  if (value.length > CHECKSUM_BYTES && crc32(bytes, crc32(key)) === value.readUInt32LE()) return bytes;
  throw damaged(`${what} is not as it was written (its checksum differs)`);
}

/** The content of a stored value, without checking it. */
export function contentWithoutCheck(value: Buffer): Buffer {
  // Both ends are passed, because of a view into LMDB only `length` is correct.
  return value.subarray(CHECKSUM_BYTES, value.length);
}

export function damaged(what: string): CommandError {
  const message = `The data are damaged: ${what}. Restore them from a backup`;
  return new CommandError('DataCorruptionDetected', message);
}

/** A collection whose documents are counted. */
export interface Counted {
  readonly keyspace: number;
  readonly namespace: string;
}

/** @throws CommandError DataCorruptionDetected */
export function storedCount(
  reader: { get(key: Buffer): Buffer | undefined },
  { keyspace, namespace }: Counted,
): number {
  const key = countKey(keyspace);
  return verifiedContent(key, reader.get(key), `the number of documents of ${namespace}`).readUIntLE(
    0,
    COUNT_BYTES,
  );
}

export function putCount(
  writer: { put(key: Buffer, value: Buffer): void },
  keyspace: number,
  count: number,
): void {
  const bytes = Buffer.alloc(COUNT_BYTES);
  bytes.writeUIntLE(count, 0, COUNT_BYTES);
  writer.put(countKey(keyspace), withChecksum(countKey(keyspace), bytes));
}
