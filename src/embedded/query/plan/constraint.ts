import type { Expression, Test } from '../filter';
import { isBefore, type Path } from '../path';
import { intervalsOf, isFull, isWithin, NULL_POINT, type Interval } from './interval';

/** Where a clause speaks: of the document, or of one element of the array at `path`. */
export interface Scope {
  readonly path: Path;
  readonly parent?: Scope;
}

/** What every matching document offers: a value inside one of the intervals, at a path. */
export interface Constraint {
  readonly path: Path;
  readonly scope: Scope;
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

const NOTHING: Constraints = { constraints: [], hasMore: true };

/** The clauses of a filter that can bound an index: those that must all hold. */
export function constraintsOf(expression: Expression, scope: Scope = { path: [] }): Constraints {
  switch (expression.kind) {
    case 'test':
      return ofTest([...scope.path, ...expression.path], expression.test, scope);
    case 'elements': {
      // An index does not enter arrays that are elements themselves, so that $elemMatch inside such a one bounds nothing.
      if (expression.path.length === 0) return NOTHING;
      const inner = { path: [...scope.path, ...expression.path], parent: scope };
      return { constraints: constraintsOf(expression.each, inner).constraints, hasMore: true };
    }
    case 'not':
      return NOTHING;
    default: {
      if (expression.kind === 'or' && expression.of.length > 1) return NOTHING;
      const parts = expression.of.map((clause) => constraintsOf(clause, scope));
      return {
        constraints: parts.flatMap(({ constraints }) => constraints),
        hasMore: parts.some(({ hasMore }) => hasMore),
      };
    }
  }
}

function ofTest(path: Path, test: Test, scope: Scope): Constraints {
  const intervals = intervalsOf(test);
  const hasNull = intervals.some((interval) => isWithin(NULL_POINT, interval));
  const isPresent = test.kind === 'exists' || !hasNull;
  return { constraints: [{ path, scope, intervals, hasNull, isPresent }], hasMore: false };
}

/**
 * Whether one key of a document must lie inside both: not when they share an array on the way, of which each may
 * speak of another element.
 *
 * @param arrays paths at which some document of the index holds an array
 */
export function areCompatible(left: Constraint, right: Constraint, arrays: readonly Path[]): boolean {
  const fixed = commonScope(left.scope, right.scope).path.length;
  return !arrays.some(
    (array) => array.length > fixed && isBefore(array, left.path) && isBefore(array, right.path),
  );
}

function commonScope(left: Scope, right: Scope): Scope {
  const outer = new Set<Scope>();
  for (let scope: Scope | undefined = left; scope; scope = scope.parent) outer.add(scope);
  let scope = right;
  while (!outer.has(scope) && scope.parent) scope = scope.parent;
  return scope;
}

/** Whether documents that meet the constraints all pass the filter of a partial index. */
export function isImplied(partial: Constraints, constraints: readonly Constraint[]): boolean {
  return (
    !partial.hasMore && partial.constraints.every((want) => constraints.some((have) => entails(have, want)))
  );
}

/** Null stands for more than itself, and for different things inside and outside of $elemMatch. */
function entails(have: Constraint, want: Constraint): boolean {
  if (!isSame(have.path, want.path)) return false;
  if (want.intervals.some(isFull)) return have.isPresent;
  const isInside = have.intervals.every((inner) => want.intervals.some((outer) => isWithin(inner, outer)));
  return isInside && (have.scope.parent === undefined || !have.hasNull);
}

export function isSame(left: Path, right: Path): boolean {
  return left.length === right.length && isBefore(left, right);
}
