import { parseFilter } from './filter/parse';
import type { IndexSpec } from './index-keys';
import { keyFieldsOf, type KeyField } from './key-field';
import { pathOf } from './path';
import { boundsOf, type Bounds, type Range } from './plan/bounds';
import { isFull } from './plan/interval';
import { constraintsOf, type Constraints } from './plan/constraint';
import { isImplied } from './plan/implied';
import { sortingOf, type Sorting } from './plan/sorting';
import type { Document } from './value';

/** An index as it stands: its definition and what its documents have brought into it. */
export interface PlannedIndex extends IndexSpec {
  readonly name: string;
  readonly unique?: boolean;
  /** Union of IndexKeys.multikey over its documents; it may hold more. */
  readonly multikey: Iterable<string>;
  /** Whether it holds, or held, keys that are not exact; such keys give no order. */
  readonly hasCutKeys: boolean;
}

export interface Query {
  readonly filter: Document;
  readonly sort: Document;
  readonly indexes: readonly PlannedIndex[];
}

/** How to find the documents of a query. */
export interface Plan {
  /** The index to read; without one, all documents are read, in any order. */
  readonly index?: string;
  /** Disjoint parts of the index, in its order; no range at all means that nothing can match. */
  readonly ranges: readonly Range[];
  /** Read the ranges from the last to the first, each backwards. */
  readonly reverse: boolean;
  /** Read the ranges side by side, always taking the next by memcmp of what follows `shared` bytes of each. */
  readonly merge: boolean;
  /** Whether every document found matches, so that the filter need not be asked. */
  readonly covers: boolean;
  /** Whether the documents come in the order of the sort; always so without a sort. */
  readonly sorted: boolean;
  /** Whether a document may be found more than once. */
  readonly multikeyDedupe: boolean;
}

/**
 * Chooses the index that bounds the most, else the one that gives the sort.
 *
 * @throws CommandError as parseFilter and keyFieldsOf do
 */
export function planQuery({ filter, sort, indexes }: Query): Plan {
  const asked = constraintsOf(parseFilter(filter));
  const sortFields = keyFieldsOf(sort);
  const candidates = indexes.flatMap((index) => candidateOf(index, asked, sortFields));
  const best = candidates.reduce<Candidate | undefined>(
    (a, b) => (a && a.score >= b.score ? a : b),
    undefined,
  );
  if (best && best.score > 0) return best.plan;
  const nothingAsked = asked.constraints.length === 0 && !asked.hasMore;
  const readAll = { ranges: [], reverse: false, merge: false, multikeyDedupe: false };
  return { ...readAll, covers: nothingAsked, sorted: sortFields.length === 0 };
}

interface Candidate {
  readonly plan: Plan;
  readonly score: number;
}

function candidateOf(
  index: PlannedIndex,
  asked: Constraints,
  sort: readonly KeyField[],
): readonly Candidate[] {
  const fields = keyFieldsOf(index.key);
  if (!holdsAll(index, asked, fields)) return [];
  const arrays = [...index.multikey].map(pathOf);
  const bounds = boundsOf(fields, asked.constraints, arrays);
  const hasOrder = bounds.isTight && !index.hasCutKeys;
  const sorting = hasOrder ? sortingOf({ sort, fields, bounds, arrays }) : NO_ORDER;
  const covers =
    bounds.isTight &&
    !asked.hasMore &&
    asked.constraints.every((constraint) => constraint.isExact && bounds.used.has(constraint));
  const plan: Plan = {
    index: index.name,
    ranges: bounds.ranges,
    reverse: sorting.isReverse,
    merge: sorting.isMerged,
    covers,
    sorted: sorting.isSorted || sort.length === 0,
    multikeyDedupe: arrays.length > 0,
  };
  const isOne =
    index.unique === true && bounds.intervals.length === fields.length && bounds.ranges.length <= 1;
  return [
    { plan, score: boundScore(bounds) + (isOne ? 100 : 0) + (sort.length > 0 && sorting.isSorted ? 5 : 0) },
  ];
}

const NO_ORDER: Sorting = { isSorted: false, isReverse: false, isMerged: false };

/** Whether every document that matches is in the index: sparse and partial ones leave documents out. */
function holdsAll(index: PlannedIndex, { constraints }: Constraints, fields: readonly KeyField[]): boolean {
  const names = new Set(fields.map(({ path }) => path.join('.')));
  if (index.sparse && !constraints.some(({ path, isPresent }) => isPresent && names.has(path.join('.'))))
    return false;
  return !index.partialFilterExpression || isImplied(index.partialFilterExpression, constraints);
}

/** A field bounded to one value counts most, to several a little less, to a range half. */
function boundScore({ intervals }: Bounds): number {
  return intervals.reduce((score, ofField) => {
    if (!ofField.every(({ isPoint }) => isPoint)) return score + (ofField.some(isFull) ? 1 : 6);
    return score + (ofField.length > 1 ? 9 : 10);
  }, 0);
}
