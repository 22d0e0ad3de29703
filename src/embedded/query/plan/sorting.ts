import { isBefore, type Path } from '../path';
import { isPoints, type Bounds } from './bounds';
import { isSame } from './constraint';

/** Ranges that may be read side by side. Source: internalQueryMaxScansToExplode of the MongoDB server. */
const MAX_MERGED = 200;

/** How reading an index along its ranges gives a sort. */
export interface Sorting {
  readonly isSorted: boolean;
  /** Whether the ranges must be merged by what follows their shared bytes. */
  readonly isMerged: boolean;
}

const UNSORTED: Sorting = { isSorted: false, isMerged: false };

interface Question {
  readonly sort: readonly Path[];
  readonly fields: readonly Path[];
  readonly bounds: Bounds;
  /** Paths at which some document holds an array: it sorts by other keys than those found. */
  readonly arrays: readonly Path[];
}

/**
 * Looks for the sort in the fields of an index: after none of them, or after leading ones that are bounded to single
 * values, over which the sort may also step.
 */
export function sortingOf({ sort, fields, bounds, arrays }: Question): Sorting {
  if (sort.some((path) => arrays.some((array) => isBefore(array, path)))) return UNSORTED;
  const points = bounds.intervals.filter(isPoints).length;
  const constants = fields.slice(0, points).filter((_, at) => (bounds.intervals[at]?.length ?? 0) <= 1);
  for (let skipped = 0; skipped <= points; skipped++) {
    const isMerged = bounds.intervals.slice(0, skipped).some((intervals) => intervals.length > 1);
    const isPossible = !isMerged || (skipped === points && bounds.ranges.length <= MAX_MERGED);
    if (isPossible && gives(fields.slice(skipped), sort, constants)) return { isSorted: true, isMerged };
  }
  return UNSORTED;
}

/** Whether documents in the order of the fields are in that of the sort. */
function gives(fields: readonly Path[], sort: readonly Path[], constants: readonly Path[]): boolean {
  const isOpen = (path: Path) => !constants.some((constant) => isSame(constant, path));
  const given = fields.filter(isOpen);
  return sort.filter(isOpen).every((path, at) => isSame(path, given[at] ?? []));
}
