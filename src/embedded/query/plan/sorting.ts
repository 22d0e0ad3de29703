import type { KeyField } from '../key-field';
import type { Path } from '../path';
import { isBefore } from './constraint';
import type { Bounds } from './bounds';

/** Ranges that may be read side by side. Source: internalQueryMaxScansToExplode of the MongoDB server. */
const MAX_MERGED = 200;

/** How reading an index along its ranges gives a sort. */
export interface Sorting {
  readonly isSorted: boolean;
  /** Whether the keys run backwards. */
  readonly isReverse: boolean;
  /** Whether the ranges must be merged by what follows their shared bytes. */
  readonly isMerged: boolean;
}

const UNSORTED: Sorting = { isSorted: false, isReverse: false, isMerged: false };

interface Question {
  readonly sort: readonly KeyField[];
  readonly fields: readonly KeyField[];
  readonly bounds: Bounds;
  /** Paths at which some document holds an array: it sorts by other keys than those found. */
  readonly arrays: readonly Path[];
}

/**
 * Looks for the sort in the fields of an index: after none of them, or after leading ones that are bounded to single
 * values, over which the sort may also step.
 */
export function sortingOf(question: Question): Sorting {
  const { sort, fields, bounds, arrays } = question;
  if (sort.length === 0) return { ...UNSORTED, isSorted: true };
  if (sort.some(({ path }) => arrays.some((array) => isBefore(array, path)))) return UNSORTED;
  const points = bounds.intervals.filter((intervals) => intervals.every(({ isPoint }) => isPoint)).length;
  for (let skipped = 0; skipped <= points; skipped++) {
    const constants = fields.slice(0, points).filter((_, at) => (bounds.intervals[at]?.length ?? 0) <= 1);
    const isMerged = bounds.intervals.slice(0, skipped).some((intervals) => intervals.length > 1);
    const sign = signOf(sort, fields.slice(skipped), constants);
    const isPossible = !isMerged || (skipped === points && bounds.ranges.length <= MAX_MERGED);
    if (sign !== 0 && isPossible) return { isSorted: true, isReverse: sign < 0, isMerged };
  }
  return UNSORTED;
}

/** 1 or -1 when the fields give the sort forwards or backwards, else 0. */
function signOf(
  sort: readonly KeyField[],
  fields: readonly KeyField[],
  constants: readonly KeyField[],
): number {
  const isConstant = (field: KeyField) => constants.some((constant) => nameOf(constant) === nameOf(field));
  const wanted = sort.filter((field) => !isConstant(field));
  const given = fields.filter((field) => !isConstant(field));
  const sign = (wanted[0]?.direction ?? 1) * (given[0]?.direction ?? 1);
  const fits = wanted.every((field, at) => {
    const other = given[at];
    return other && nameOf(field) === nameOf(other) && field.direction * other.direction === sign;
  });
  return fits ? sign : 0;
}

function nameOf({ path }: KeyField): string {
  return path.join('.');
}
