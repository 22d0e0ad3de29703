import type { Expression } from './filter';
import { type CompiledIndex, keyPatternOf } from './index-keys';
import {
  type Bounds,
  type Constraints,
  constraintsOf,
  indexBoundsOf,
  isPoints,
  type Range,
  rangesOf,
} from './plan/bounds';
import type { Interval } from './plan/interval';
import type { Document } from './value';

/** Maximum number of ranges that are merged. Source: internalQueryMaxScansToExplode of the MongoDB server. */
const MAX_MERGED_RANGES = 200;

/** Describes how reading an index along its ranges produces a sort order. */
interface Sorting {
  readonly isSorted: boolean;
  /** Whether the ranges must be merged by the bytes after their shared ones. */
  readonly isMerged: boolean;
}

const UNSORTED: Sorting = { isSorted: false, isMerged: false };

interface SortInput {
  readonly sort: readonly string[];
  readonly fields: readonly string[];
  readonly bounds: Bounds;
  /**
   * Fields in which a document has an array: it may sort by another key than the one that was found. Truncated keys
   * have no order.
   */
  readonly marks: ReadonlySet<string>;
}

/**
 * Finds the sort in the fields of an index: at its beginning, or after leading fields that are bounded to single
 * values. The sort may also contain these.
 */
function sortingOf({ sort, fields, bounds, marks }: SortInput): Sorting {
  if (sort.length === 0 || ['', ...sort].some((field) => marks.has(field))) return UNSORTED;
  const points = bounds.intervals.filter(isPoints);
  const constants = fields.filter((_, at) => (points[at]?.length ?? Infinity) <= 1);
  for (let skipped = 0; skipped <= points.length; skipped++) {
    const isMerged = points.slice(0, skipped).some((intervals) => intervals.length > 1);
    const isPossible = !isMerged || (skipped === points.length && bounds.count <= MAX_MERGED_RANGES);
    if (isPossible && gives(fields.slice(skipped), sort, constants)) return { isSorted: true, isMerged };
  }
  return UNSORTED;
}

/** Whether the index order is the sort order. */
function gives(fields: readonly string[], sort: readonly string[], constants: readonly string[]): boolean {
  const variableFields = fields.filter((field) => !constants.includes(field));
  return sort
    .filter((field) => !constants.includes(field))
    .every((field, at) => field === variableFields[at]);
}

/** An index with the properties of its documents. */
export interface PlannedIndex extends CompiledIndex {
  readonly name: string;
  readonly isUnique: boolean;
  /** Fields in which its documents may have arrays. The empty name represents truncated keys. */
  readonly marks: ReadonlySet<string>;
}

export interface PlanInput<Index extends PlannedIndex> {
  readonly filter: Expression;
  readonly sort: Document;
  readonly indexes: readonly Index[];
}

/** The plan by which the documents of a query are found. */
export interface Plan<Index extends PlannedIndex> {
  /** The index to read; without one, all documents are read, in any order. */
  readonly index?: Index;
  /** Disjoint parts of the index, in its order. Without a range, nothing can match. */
  readonly ranges: readonly Range[];
  /** Whether the ranges are read from the last to the first, each backwards. */
  readonly reverse: boolean;
  /** Whether the ranges are merged, by memcmp of the bytes after the `shared` ones of each. */
  readonly merge: boolean;
  /** Whether each range contains at most one key of a unique index, which is its lower bound. */
  readonly isLookup: boolean;
  /** Whether every found document matches, so that the filter need not be evaluated. */
  readonly covers: boolean;
  /** Whether the documents come in the order of the sort. Always true without a sort. */
  readonly sorted: boolean;
  /** Whether a document may be found more than once. */
  readonly multikeyDedupe: boolean;
  /** Whether one range may find it more than once. */
  readonly hasDoublesWithin: boolean;
  /**
   * Whether the keys of a document end in the same bytes in all ranges, after the shared bytes. One key then shows
   * whether another range contains the document.
   */
  readonly hasSameEnds: boolean;
}

/** Chooses the index with the tightest bounds, otherwise the one that gives the sort order. */
export function planQuery<Index extends PlannedIndex>({
  filter,
  sort,
  indexes,
}: PlanInput<Index>): Plan<Index> {
  const input = constraintsOf(filter);
  const order = keyPatternOf(sort);
  const { constraints, hasMore } = input;
  const bounded = new Set(constraints.map(({ field }) => field));
  let best: Candidate<Index> | undefined;
  for (const index of indexes) {
    // Most indexes of a collection begin with a field that the filter does not contain.
    if (sort.size === 0 && !bounded.has(index.fields[0] ?? '')) continue;
    const candidate = candidateOf(index, input, order);
    if (candidate.score > (best?.score ?? 0)) best = candidate;
  }
  if (best !== undefined) return planOf(best, input, order);
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
  // Undefined for a field that the ranges do not bound.
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
    // A document with an array has one entry for each value.
    multikeyDedupe: !ofArrays.every((values) => isValues(values) && values.length === 1),
    hasDoublesWithin: !ofArrays.every(isValues),
    // A truncated key ends in a digest of the whole key. A key of a unique index does not end in the `_id` of the
    // document.
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

/** A field that is bounded to one value counts most, to several values a little less, to a range half. */
function boundScore({ intervals }: Bounds): number {
  return intervals.reduce((score, ofField) => {
    if (!isPoints(ofField)) return score + 6;
    return score + (ofField.length > 1 ? 9 : 10);
  }, 0);
}
