import { CommandError } from '../errors';

const FIXED: Readonly<Record<number, number>> = { 1: 8, 7: 12, 8: 1, 9: 8, 10: 0, 16: 4, 17: 8, 18: 8 };

/** Bytes that a size does not count: of strings its own four, of binaries those and the subtype. */
const BESIDE_SIZE: Readonly<Record<number, number>> = { 2: 4, 3: 0, 4: 0, 5: 5 };

const REGEX = 11;

/**
 * The length in bytes of a value in BSON that was checked when it was stored. Source: bsonspec.org, version 1.1.
 *
 * @throws CommandError InvalidBSON where the bytes make no sense, so that nobody walks on from there
 */
export function valueSize(source: Buffer, type: number, at: number): number {
  const fixed = FIXED[type];
  if (fixed !== undefined) return fixed;
  const beside = BESIDE_SIZE[type];
  const size = beside === undefined ? sizeOfRegex(source, type, at) : source.readInt32LE(at) + beside;
  if (size > 0 && at + size <= source.length) return size;
  throw new CommandError('InvalidBSON', 'a stored document has a value of a wrong size');
}

function sizeOfRegex(source: Buffer, type: number, at: number): number {
  return type === REGEX ? source.indexOf(0, source.indexOf(0, at) + 1) + 1 - at : 0;
}
