import { isPoints, type Bounds } from './bounds';

/** Ranges that may be read side by side. Source: internalQueryMaxScansToExplode of the MongoDB server. */
const MAX_MERGED_RANGES = 200;

/** Describes how reading an index along its ranges produces a sort order. */
export interface Sorting {
  readonly isSorted: boolean;
  /** Whether the ranges must be merged by what follows their shared bytes. */
  readonly isMerged: boolean;
}

const UNSORTED: Sorting = { isSorted: false, isMerged: false };

interface Question {
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
export function sortingOf({ sort, fields, bounds, marks }: Question): Sorting {
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

/** Whether documents in the order of the fields are in that of the sort. */
function gives(fields: readonly string[], sort: readonly string[], constants: readonly string[]): boolean {
  const given = fields.filter((field) => !constants.includes(field));
  return sort.filter((field) => !constants.includes(field)).every((field, at) => field === given[at]);
}
