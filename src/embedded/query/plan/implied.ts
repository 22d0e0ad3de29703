import type { Document } from '../value';
import { parseFilter } from '../filter/parse';
import { constraintsOf, type Constraint } from './constraint';
import { isFull, isWithin, NULL_POINT } from './interval';

/** Whether documents that meet the constraints all pass the filter of a partial index. */
export function isImplied(partial: Document, constraints: readonly Constraint[]): boolean {
  const wanted = constraintsOf(parseFilter(partial));
  return (
    !wanted.hasMore && wanted.constraints.every((want) => constraints.some((have) => entails(have, want)))
  );
}

/** Null stands for more than itself, and for different things inside and outside of $elemMatch. */
function entails(have: Constraint, want: Constraint): boolean {
  if (have.path.join('.') !== want.path.join('.')) return false;
  if (want.intervals.some(isFull)) return have.isPresent;
  const isInside = have.intervals.every((inner) => want.intervals.some((outer) => isWithin(inner, outer)));
  const hasNull = have.intervals.some((interval) => isWithin(NULL_POINT, interval));
  return isInside && (have.scope.parent === undefined || !hasNull);
}
