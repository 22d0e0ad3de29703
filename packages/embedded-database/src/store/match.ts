import { decode } from '../query/decode';
import { type Expression, fieldsOf, parseFilter } from '../query/filter';
import { matcherOf } from '../query/match';
import { planQuery, type Plan } from '../query/plan';
import { projectFields } from '../query/project';
import type { Document } from '../query/value';
import type { Reader } from './access';
import type { Collection, Index } from './collection';
import type { KeyRange } from './file/keys';
import { countableRanges, scan, type ScannedDocument } from './scan';
import { sorted } from './sort';

/** Maximum number of entries skipped in one step, during which nothing else runs. */
export const MAX_SKIPPED_AT_ONCE = 10_000;

/** A query: a filter, a sort and a range. */
export interface Query {
  readonly filter: Document;
  readonly sort?: Document | undefined;
  readonly skip?: number | undefined;
  /** Maximum number of documents; absent or 0 for all. */
  readonly limit?: number | undefined;
}

/** Source of a read. */
export interface ReadSource {
  readonly reader: Reader;
  /** The collection; undefined if it does not exist. */
  readonly collection: Collection | undefined;
}

/** A query with its plan. */
export interface PlannedQuery extends ReadSource {
  readonly query: Query;
  readonly expression: Expression;
  readonly plan: Plan<Index>;
  /** Whether every index entry that the plan reads belongs to a matching document. */
  readonly isSure: boolean;
}

/** @throws CommandError for filters and sorts outside the profile */
export function plannedQuery({ reader, collection }: ReadSource, query: Query): PlannedQuery {
  const { filter, sort = new Map() } = query;
  const expression = parseFilter(filter);
  const indexes = collection ? [collection.idIndex, ...collection.indexes] : [];
  const plan = planQuery({ filter: expression, sort, indexes });
  // The document may change during the read, so an index entry alone does not suffice.
  return { reader, collection, query, expression, plan, isSure: plan.covers && !reader.isChanging };
}

/**
 * The ranges whose entries are the matching documents, each once in a range, if they can be counted without reading
 * them.
 */
export function countable({ reader, plan, isSure }: PlannedQuery): readonly KeyRange[] | undefined {
  return isSure && reader.skipper ? countableRanges(plan) : undefined;
}

/**
 * The documents that match a query; none without a collection. Yields undefined while nothing is found and `isDue` is
 * true, so that the reader can let other commands run.
 *
 * @throws CommandError for filters and sorts that are not in the profile, and for a sort that is too large for memory
 */
export function matching(
  source: ReadSource,
  query: Query,
  isDue: () => boolean,
): Generator<ScannedDocument | undefined> {
  return matchingPlanned(plannedQuery(source, query), isDue);
}

export function* matchingPlanned(
  planned: PlannedQuery,
  isDue: () => boolean,
): Generator<ScannedDocument | undefined> {
  const { reader, collection, query, expression, plan, isSure } = planned;
  if (!collection) return;
  const { sort = new Map(), skip = 0, limit = 0 } = query;
  const isPassable = plan.sorted && countable(planned)?.length === 1;
  const passed = isPassable ? Math.min(skip, MAX_SKIPPED_AT_ONCE) : 0;
  const scanned = scan(reader, collection, plan, passed);
  const candidates = isSure ? scanned : filtered(scanned, expression, isDue);
  const end = limit > 0 ? skip + limit : Infinity;
  let count = passed;
  for (const match of plan.sorted ? candidates : sorted(candidates, { sort, end }, isDue)) {
    if (match && ++count > skip) yield match;
    else if (!match || isDue()) yield undefined;
    if (count >= end) return;
  }
}

function* filtered(
  candidates: Iterable<ScannedDocument>,
  expression: Expression,
  isDue: () => boolean,
): Generator<ScannedDocument | undefined> {
  const matches = matcherOfStored(expression);
  for (const candidate of candidates) {
    if (matches(candidate)) yield candidate;
    else if (isDue()) yield undefined;
  }
}

/** Decodes only the fields in the filter, which are a small part of a large document. */
export function matcherOfStored(expression: Expression): (stored: ScannedDocument) => boolean {
  const matches = matcherOf(expression);
  const project = projectFields(fieldsOf(expression));
  return (stored) => matches(decode(stored.mapped(project)));
}
