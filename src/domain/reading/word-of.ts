import type { Variant } from '../article/variant';
import { textOf } from './text-of';

/** @returns prefix, radical and suffix of a variant as one word in NFC; undefined when it has none of them */
export function wordOf({ prefix, radical, suffix }: Partial<Variant>): string | undefined {
  return textOf([prefix, radical, suffix].join(''));
}
