import type { Expression } from './filter';
import { keyPatternOf, type CompiledIndex } from './index-keys';
import { pathOf, type Path } from './path';
import { boundsOf, isPoints, type Bounds, type Range } from './plan/bounds';
import { constraintsOf, isImplied, type Constraints } from './plan/constraint';
import { isFull } from './plan/interval';
import { sortingOf } from './plan/sorting';
import type { Document } from './value';

/** An index as it stands: its definition and what its documents have brought into it. */
export interface PlannedIndex extends CompiledIndex {
  readonly name: string;
  readonly isUnique: boolean;
  /** Union of IndexKeys.multikey over its documents; it may hold more. An empty path stands for keys that were cut. */
  readonly marks: ReadonlySet<string>;
}

export interface Query<Index extends PlannedIndex> {
  readonly filter: Expression;
  readonly sort: Document;
  readonly indexes: readonly Index[];
}

/** How to find the documents of a query. */
export interface Plan<Index extends PlannedIndex> {
  /** The index to read; without one, all documents are read, in any order. */
  readonly index?: Index;
  /** Disjoint parts of the index, in its order; no range at all means that nothing can match. */
  readonly ranges: readonly Range[];
  /** Read the ranges from the last to the first, each backwards. */
  readonly reverse: boolean;
  /** Read the ranges side by side, always taking the next by memcmp of what follows `shared` bytes of each. */
  readonly merge: boolean;
  /** Whether each range holds one key of a unique index at most: its own beginning. */
  readonly isLookup: boolean;
  /** Whether every document found matches, so that the filter need not be asked. */
  readonly covers: boolean;
  /** Whether the documents come in the order of the sort; always so without a sort. */
  readonly sorted: boolean;
  /** Whether a document may be found more than once. */
  readonly multikeyDedupe: boolean;
}

/** Chooses the index that bounds the most, else the one that gives the sort. */
export function planQuery<Index extends PlannedIndex>({ filter, sort, indexes }: Query<Index>): Plan<Index> {
  const question = { asked: constraintsOf(filter), ...keyPatternOf(sort) };
  let best: Candidate | undefined;
  let chosen: Index | undefined;
  for (const index of indexes) {
    const candidate = candidateOf(index, question);
    if (!candidate || candidate.score <= (best?.score ?? 0)) continue;
    best = candidate;
    chosen = index;
  }
  if (best && chosen) return { index: chosen, ...best.plan };
  const { constraints, hasMore } = question.asked;
  const readAll = { ranges: [], reverse: false, merge: false, isLookup: false, multikeyDedupe: false };
  return { ...readAll, covers: constraints.length === 0 && !hasMore, sorted: sort.size === 0 };
}

interface Candidate {
  readonly plan: Omit<Plan<PlannedIndex>, 'index'>;
  readonly score: number;
}

interface Question {
  readonly asked: Constraints;
  readonly paths: readonly Path[];
  readonly isReverse: boolean;
}

function candidateOf(index: PlannedIndex, { asked, paths, isReverse }: Question): Candidate | undefined {
  const { fields, marks, isUnique, partial } = index;
  if (partial && !isImplied(partial, asked.constraints)) return undefined;
  const arrays = [...marks].filter((mark) => mark !== '').map(pathOf);
  const bounds = boundsOf(fields, asked.constraints, arrays);
  const hasOrder = paths.length > 0 && !marks.has('');
  const sorting = hasOrder ? sortingOf({ sort: paths, fields, bounds, arrays }) : undefined;
  const isSorted = sorting?.isSorted ?? false;
  const isLookup = isUnique && bounds.intervals.length === fields.length && bounds.intervals.every(isPoints);
  const isMerged = sorting?.isMerged ?? false;
  return {
    plan: {
      ranges: bounds.ranges,
      reverse: isSorted && isReverse,
      merge: isMerged,
      isLookup: isLookup && !isMerged,
      covers: isCovering(bounds, asked),
      sorted: isSorted || paths.length === 0,
      multikeyDedupe: arrays.length > 0,
    },
    score: boundScore(bounds) + (isLookup && bounds.ranges.length <= 1 ? 100 : 0) + (isSorted ? 5 : 0),
  };
}

function isCovering(bounds: Bounds, { constraints, hasMore }: Constraints): boolean {
  return !hasMore && constraints.every((constraint) => !constraint.hasNull && bounds.used.has(constraint));
}

/** A field bounded to one value counts most, to several a little less, to a range half. */
function boundScore({ intervals }: Bounds): number {
  return intervals.reduce((score, ofField) => {
    if (!isPoints(ofField)) return score + (ofField.some(isFull) ? 1 : 6);
    return score + (ofField.length > 1 ? 9 : 10);
  }, 0);
}
