import { encode } from '../document';
import { compare } from '../order';
import type { Value } from '../value';

/** Whether two values are the same in every byte; 1 and 1.0 only compare equal. */
export function isIdentical(left: Value, right: Value): boolean {
  return compare(left, right) === 0 && bytesOf(left).equals(bytesOf(right));
}

function bytesOf(value: Value): Buffer {
  return encode(new Map([['', value]]));
}
