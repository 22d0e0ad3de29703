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

/** Ranges that may be read side by side. Source: internalQueryMaxScansToExplode of the MongoDB server. */
const MAX_MERGED_RANGES = 200;

/** Describes how reading an index along its ranges produces a sort order. */
interface Sorting {
  readonly isSorted: boolean;
  /** Whether the ranges must be merged by what follows their shared bytes. */
  readonly isMerged: boolean;
}

const UNSORTED: Sorting = { isSorted: false, isMerged: false };

interface SortInput {
  readonly sort: readonly string[];
  readonly fields: readonly string[];
  readonly bounds: Bounds;
  /** Fields in which some document holds an array: it sorts by other keys than those found. Cut keys have no order. */
  readonly marks: ReadonlySet<string>;
}

/**
 * Looks for the sort in the fields of an index: after none of them, or after leading ones that are bounded to single
 * values, over which the sort may also step.
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

/** Whether the order of the fields is also the order of the sort. */
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
  /** Disjoint parts of the index, in its order; no range at all means that nothing can match. */
  readonly ranges: readonly Range[];
  /** Read the ranges from the last to the first, each backwards. */
  readonly reverse: boolean;
  /** Read the ranges side by side, always taking the next by memcmp of what follows `shared` bytes of each. */
  readonly merge: boolean;
  /** Whether each range holds one key of a unique index at most: its own beginning. */
  readonly isLookup: boolean;
  /** Whether every document found matches, so that the filter need not be evaluated. */
  readonly covers: boolean;
  /** Whether the documents come in the order of the sort; always so without a sort. */
  readonly sorted: boolean;
  /** Whether a document may be found more than once. */
  readonly multikeyDedupe: boolean;
  /** Whether it may be found more than once by one of the ranges. */
  readonly hasDoublesWithin: boolean;
  /** Whether the keys of a document have the same end in all ranges, after the bytes that a range shares. One key then shows whether another range has the document. */
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
  // Undefined for fields that the ranges do not bound.
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
