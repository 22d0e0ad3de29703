import type { Expression } from './filter';
import { keyPatternOf, type CompiledIndex } from './index-keys';
import {
  indexBoundsOf,
  constraintsOf,
  isPoints,
  rangesOf,
  type Bounds,
  type Constraints,
  type Range,
} from './plan/bounds';
import type { Interval } from './plan/interval';
import { sortingOf, type Sorting } from './plan/sorting';
import type { Document } from './value';

/** An index with the properties of its documents. */
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

/** The plan by which the documents of a query are found. */
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
  /** Whether it may be found more than once by one of the ranges. */
  readonly hasDoublesWithin: boolean;
  /** Whether the keys of a document end alike in all ranges, behind the bytes that a range shares: one tells whether another has it. */
  readonly hasSameEnds: boolean;
}

/** Chooses the index that bounds the most, else the one that gives the sort. */
export function planQuery<Index extends PlannedIndex>({ filter, sort, indexes }: Query<Index>): Plan<Index> {
  const asked = constraintsOf(filter);
  const order = keyPatternOf(sort);
  const { constraints, hasMore } = asked;
  const bounded = new Set(constraints.map(({ field }) => field));
  let best: Candidate<Index> | undefined;
  for (const index of indexes) {
    // Most indexes of a collection begin with a field that the filter does not contain.
    if (sort.size === 0 && !bounded.has(index.fields[0] ?? '')) continue;
    const candidate = candidateOf(index, asked, order);
    if (candidate.score > (best?.score ?? 0)) best = candidate;
  }
  if (best !== undefined) return planOf(best, asked, order);
  const covers = constraints.length === 0 && !hasMore;
  const all = { ranges: [], reverse: false, merge: false, isLookup: false };
  return {
    ...all,
    covers,
    sorted: sort.size === 0,
    multikeyDedupe: false,
    hasDoublesWithin: false,
    hasSameEnds: false,
  };
}

interface Candidate<Index extends PlannedIndex> {
  readonly index: Index;
  readonly bounds: Bounds;
  readonly sorting: Sorting;
  /** Whether its ranges are single keys of a unique index. */
  readonly isUniquePoints: boolean;
  readonly score: number;
}

type Order = ReturnType<typeof keyPatternOf>;

function candidateOf<Index extends PlannedIndex>(
  index: Index,
  { constraints }: Constraints,
  { fields: sort }: Order,
): Candidate<Index> {
  const { fields, marks, isUnique } = index;
  const bounds = indexBoundsOf(fields, constraints, marks);
  const sorting = sortingOf({ sort, fields, bounds, marks });
  const isUniquePoints =
    isUnique && bounds.intervals.length === fields.length && bounds.intervals.every(isPoints);
  const isOne = isUniquePoints && bounds.count <= 1;
  const score = boundScore(bounds) + (isOne ? 100 : 0) + (sorting.isSorted ? 5 : 0);
  return { index, bounds, sorting, isUniquePoints, score };
}

function planOf<Index extends PlannedIndex>(
  { index, bounds, sorting: { isSorted, isMerged }, isUniquePoints }: Candidate<Index>,
  { constraints, hasMore }: Constraints,
  { fields: sort, isReverse }: Order,
): Plan<Index> {
  const isLookup = isUniquePoints && !isMerged;
  // Undefined for those that the ranges leave open.
  const ofArrays = index.fields.flatMap((field, at) =>
    index.marks.has(field) ? [bounds.intervals[at]] : [],
  );
  return {
    index,
    ranges: rangesOf(bounds.intervals, isLookup),
    reverse: isSorted && isReverse,
    merge: isMerged,
    isLookup,
    covers: !hasMore && constraints.every((each) => !each.hasNull && bounds.used.has(each)),
    sorted: isSorted || sort.length === 0,
    // Of an array, a document has one entry for each value.
    multikeyDedupe: !ofArrays.every((values) => isValues(values) && values.length === 1),
    hasDoublesWithin: !ofArrays.every(isValues),
    // A key that was cut ends in a digest of all of it. A unique one does not end in the name of the document.
    hasSameEnds:
      !index.isUnique &&
      !index.marks.has('') &&
      bounds.intervals.every(isPoints) &&
      !index.fields.slice(bounds.intervals.length).some((field) => index.marks.has(field)),
  };
}

function isValues(ofField: readonly Interval[] | undefined): ofField is readonly Interval[] {
  return ofField !== undefined && isPoints(ofField);
}

/** A field bounded to one value counts most, to several a little less, to a range half. */
function boundScore({ intervals }: Bounds): number {
  return intervals.reduce((score, ofField) => {
    if (!isPoints(ofField)) return score + 6;
    return score + (ofField.length > 1 ? 9 : 10);
  }, 0);
}
