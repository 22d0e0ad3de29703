import type { Expression, Test } from '../filter';
import { isBefore, type Path } from '../path';
import { intervalsOf, isFull, isWithin, NULL_POINT, type Interval } from './interval';

/** What every matching document offers: a value inside one of the intervals, at a path. */
export interface Constraint {
  readonly path: Path;
  readonly intervals: readonly Interval[];
  /** Whether `null` lies inside, which stands for missing fields too: not all documents with such a key match. */
  readonly hasNull: boolean;
  /** Whether matching documents hold something at the path. */
  readonly isPresent: boolean;
}

export interface Constraints {
  readonly constraints: readonly Constraint[];
  /** Whether the filter says more than these. */
  readonly hasMore: boolean;
}

/** The clauses of a filter that can bound an index: those that must all hold. */
export function constraintsOf(expression: Expression): Constraints {
  if (expression.kind === 'test') return ofTest(expression.path, expression.test);
  if (expression.kind === 'not' || (expression.kind === 'or' && expression.of.length > 1))
    return { constraints: [], hasMore: true };
  const parts = expression.of.map(constraintsOf);
  return {
    constraints: parts.flatMap(({ constraints }) => constraints),
    hasMore: parts.some(({ hasMore }) => hasMore),
  };
}

function ofTest(path: Path, test: Test): Constraints {
  const intervals = intervalsOf(test);
  const hasNull = intervals.some((interval) => isWithin(NULL_POINT, interval));
  const isPresent = test.kind === 'exists' || !hasNull;
  return { constraints: [{ path, intervals, hasNull, isPresent }], hasMore: false };
}

/**
 * Whether one key of a document must lie inside both: not when they share an array on the way, of which each may
 * speak of another element.
 *
 * @param arrays paths at which some document of the index holds an array
 */
export function areCompatible(left: Constraint, right: Constraint, arrays: readonly Path[]): boolean {
  return !arrays.some((array) => isBefore(array, left.path) && isBefore(array, right.path));
}

/** Whether documents that meet the constraints all pass the filter of a partial index. */
export function isImplied(partial: Constraints, constraints: readonly Constraint[]): boolean {
  return (
    !partial.hasMore && partial.constraints.every((want) => constraints.some((have) => entails(have, want)))
  );
}

function entails(have: Constraint, want: Constraint): boolean {
  if (!isSame(have.path, want.path)) return false;
  if (want.intervals.some(isFull)) return have.isPresent;
  return have.intervals.every((inner) => want.intervals.some((outer) => isWithin(inner, outer)));
}

export function isSame(left: Path, right: Path): boolean {
  return left.length === right.length && isBefore(left, right);
}
