import type { Expression } from './filter';
import { keyPatternOf, type CompiledIndex } from './index-keys';
import { boundsOf, constraintsOf, isPoints, type Bounds, type Constraints, type Range } from './plan/bounds';
import { sortingOf } from './plan/sorting';
import type { Document } from './value';

/** An index as it stands: its definition and what its documents have brought into it. */
export interface PlannedIndex extends CompiledIndex {
  readonly name: string;
  readonly isUnique: boolean;
  /** Fields in which its documents hold arrays, perhaps more of them; the empty name stands for keys that were cut. */
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
  const asked = constraintsOf(filter);
  const order = keyPatternOf(sort);
  const all = { ranges: [], reverse: false, merge: false, isLookup: false, multikeyDedupe: false };
  const { constraints, hasMore } = asked;
  let best: Plan<Index> = { ...all, covers: constraints.length === 0 && !hasMore, sorted: sort.size === 0 };
  let most = 0;
  for (const index of indexes) {
    const { plan, score } = candidateOf(index, asked, order);
    if (score <= most) continue;
    most = score;
    best = { index, ...plan };
  }
  return best;
}

interface Candidate {
  readonly plan: Omit<Plan<PlannedIndex>, 'index'>;
  readonly score: number;
}

function candidateOf(
  { fields, marks, isUnique }: PlannedIndex,
  { constraints, hasMore }: Constraints,
  { fields: sort, isReverse }: ReturnType<typeof keyPatternOf>,
): Candidate {
  const bounds = boundsOf(fields, constraints, marks);
  const { isSorted, isMerged } = sortingOf({ sort, fields, bounds, marks });
  const isLookup = isUnique && bounds.intervals.length === fields.length && bounds.intervals.every(isPoints);
  return {
    plan: {
      ranges: bounds.ranges,
      reverse: isSorted && isReverse,
      merge: isMerged,
      isLookup: isLookup && !isMerged,
      covers: !hasMore && constraints.every((each) => !each.hasNull && bounds.used.has(each)),
      sorted: isSorted || sort.length === 0,
      multikeyDedupe: fields.some((field) => marks.has(field)),
    },
    score: boundScore(bounds) + (isLookup && bounds.ranges.length <= 1 ? 100 : 0) + (isSorted ? 5 : 0),
  };
}

/** A field bounded to one value counts most, to several a little less, to a range half. */
function boundScore({ intervals }: Bounds): number {
  return intervals.reduce((score, ofField) => {
    if (!isPoints(ofField)) return score + 6;
    return score + (ofField.length > 1 ? 9 : 10);
  }, 0);
}
