import type { Expression, Test } from '../filter/expression';
import { isPosition, type Path } from '../path';
import { intervalsOf, isWithin, NULL_POINT, type Interval } from './interval';

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
  /** Whether all documents with a key inside the intervals match; of $elemMatch, `hasMore` tells that they may not. */
  readonly isExact: boolean;
  /** Whether matching documents hold something at the path. */
  readonly isPresent: boolean;
}

export interface Constraints {
  readonly constraints: readonly Constraint[];
  /** Whether the filter says more than these. */
  readonly hasMore: boolean;
}

/** The clauses of a filter that can bound an index: those that must all hold. */
export function constraintsOf(expression: Expression, scope: Scope = { path: [] }): Constraints {
  switch (expression.kind) {
    case 'test':
      return ofTest([...scope.path, ...expression.path], { test: expression.test, scope });
    case 'elements':
      return ofElements(expression, scope);
    case 'nor':
      return { constraints: [], hasMore: expression.of.length > 0 };
    default:
      if (expression.kind === 'or' && expression.of.length > 1) return { constraints: [], hasMore: true };
      return all(expression.of.map((clause) => constraintsOf(clause, scope)));
  }
}

function all(parts: readonly Constraints[]): Constraints {
  return {
    constraints: parts.flatMap(({ constraints }) => constraints),
    hasMore: parts.some(({ hasMore }) => hasMore),
  };
}

/** Positions of arrays are in no index. */
function ofTest(path: Path, { test, scope }: { readonly test: Test; readonly scope: Scope }): Constraints {
  if (path.some(isPosition)) return { constraints: [], hasMore: true };
  const intervals = intervalsOf(test);
  const hasNull = intervals.some((interval) => isWithin(NULL_POINT, interval));
  const isPresent = test.kind === 'exists' || !hasNull;
  return { constraints: [{ path, scope, intervals, isExact: !hasNull, isPresent }], hasMore: false };
}

/** An index does not enter arrays that are elements themselves, so that $elemMatch inside such a one bounds nothing. */
function ofElements({ path, each }: Extract<Expression, { kind: 'elements' }>, parent: Scope): Constraints {
  if (path.length === 0) return { constraints: [], hasMore: true };
  const { constraints } = constraintsOf(each, { path: [...parent.path, ...path], parent });
  return { constraints, hasMore: true };
}

/**
 * Whether one key of a document must lie inside both: not when they share an array on the way, of which each may
 * speak of another element.
 *
 * @param arrays paths at which some document of the index holds an array
 */
export function areCompatible(left: Constraint, right: Constraint, arrays: readonly Path[]): boolean {
  const shared = sharedSteps(left.path, right.path);
  const fixed = commonScope(left.scope, right.scope).path.length;
  return !arrays.some(
    (array) => array.length > fixed && array.length <= shared && isBefore(array, left.path),
  );
}

export function isBefore(shorter: Path, longer: Path): boolean {
  return shorter.every((name, step) => name === longer[step]);
}

function sharedSteps(left: Path, right: Path): number {
  const differs = left.findIndex((name, step) => name !== right[step]);
  return differs < 0 ? left.length : differs;
}

function commonScope(left: Scope, right: Scope): Scope {
  const outer = new Set<Scope>();
  for (let scope: Scope | undefined = left; scope; scope = scope.parent) outer.add(scope);
  let scope = right;
  while (!outer.has(scope) && scope.parent) scope = scope.parent;
  return scope;
}
