import type { Path } from '../path';
import type { Value } from '../value';

/** What is asked of one value. `prefix` is the regular expression `^text`. */
export type Test =
  | { readonly kind: Comparison; readonly operand: Value }
  | { readonly kind: 'in'; readonly operands: readonly Value[] }
  | { readonly kind: 'prefix'; readonly text: string }
  | { readonly kind: 'exists' };

export type Comparison = 'eq' | 'gt' | 'gte' | 'lt' | 'lte';

/**
 * A filter after parsing; $ne, $nin, $not and a negative $exists are a `nor`. `elements` is $elemMatch: its own
 * expression asks of documents and arrays by paths inside them (`objects`), or of the element itself by empty paths.
 */
export type Expression =
  | { readonly kind: 'and' | 'or' | 'nor'; readonly of: readonly Expression[] }
  | { readonly kind: 'test'; readonly path: Path; readonly test: Test }
  | { readonly kind: 'elements'; readonly path: Path; readonly objects: boolean; readonly each: Expression };

export function not(...of: readonly Expression[]): Expression {
  return { kind: 'nor', of };
}
