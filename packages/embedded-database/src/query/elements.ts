import { CommandError } from '../errors';

/** Lengths of the values of a type that are all of one length, in bytes. Source: bsonspec.org, version 1.1. */
const FIXED_LENGTHS: Readonly<Record<number, number>> = {
  1: 8,
  7: 12,
  8: 1,
  9: 8,
  10: 0,
  16: 4,
  17: 8,
  18: 8,
};

const [STRING, OBJECT, ARRAY, BINARY] = [2, 3, 4, 5];

/**
 * Returns the offset of the value of an element. Elements of stored documents are located without decoding them: a page of
 * a hundred documents has thousands of them.
 */
export function valueAfter(source: Buffer, element: number): number {
  let at = element + 1;
  while (at < source.length && source[at] !== 0) at++;
  return at + 1;
}

/**
 * Returns the end of the element whose value begins at `value`.
 *
 * @param end of the document that it is in
 * @throws CommandError InvalidBSON when it would end before its beginning or beyond the document
 */
export function elementAfter(source: Buffer, { element, value, end }: ElementSpan): number {
  const next = value + valueSizeOf(source, element, value);
  if (next > value - 1 && next <= end) return next;
  throw new CommandError('InvalidBSON', 'a value lies beyond its document');
}

export interface ElementSpan {
  readonly element: number;
  readonly value: number;
  readonly end: number;
}

function valueSizeOf(source: Buffer, element: number, value: number): number {
  const type = source[element] ?? 0;
  const fixed = FIXED_LENGTHS[type];
  if (fixed !== undefined) return fixed;
  if (type === OBJECT || type === ARRAY) return source.readInt32LE(value);
  if (type === STRING) return 4 + source.readInt32LE(value);
  if (type === BINARY) return 5 + source.readInt32LE(value);
  // A regular expression: two texts that end with a zero.
  return source.indexOf(0, source.indexOf(0, value) + 1) + 1 - value;
}
