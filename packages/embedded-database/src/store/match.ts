import { decode } from '../query/decode';
import { type Expression, fieldsOf, parseFilter } from '../query/filter';
import { matcherOf } from '../query/match';
import { planQuery } from '../query/plan';
import { projectFields } from '../query/project';
import type { Document } from '../query/value';
import type { Reader } from './access';
import type { Collection } from './collection';
import { scan, type Found } from './scan';
import { sorted } from './sort';

/** Which documents, in which order. */
export interface Question {
  readonly filter: Document;
  readonly sort?: Document | undefined;
  readonly skip?: number | undefined;
  /** Absent or 0: all. */
  readonly limit?: number | undefined;
}

/** Where to read. */
export interface ReadSource {
  readonly reader: Reader;
  /** undefined: there is none of that name. */
  readonly collection: Collection | undefined;
}

/**
 * The documents that answer a question, none without a collection. Where `isDue` holds and nothing was found so far it
 * yields undefined, so that the reader can let other commands run.
 *
 * @throws CommandError for filters and sorts outside the profile, and for a sort too large for memory
 */
export function* matching(
  { reader, collection }: ReadSource,
  { filter, sort = new Map(), skip = 0, limit = 0 }: Question,
  isDue: () => boolean,
): Generator<Found | undefined> {
  const expression = parseFilter(filter);
  const indexes = collection ? [collection.idIndex, ...collection.indexes] : [];
  const plan = planQuery({ filter: expression, sort, indexes });
  if (!collection) return;
  const scanned = scan(reader, collection, plan);
  // While it is read, what it stands for may change: an index entry says nothing of the document then.
  const isSure = plan.covers && !reader.isChanging;
  const found = isSure ? scanned : filtered(scanned, expression, isDue);
  const end = limit > 0 ? skip + limit : Infinity;
  let count = 0;
  for (const match of plan.sorted ? found : sorted(found, { sort, end }, isDue)) {
    if (match && ++count > skip) yield match;
    else if (!match || isDue()) yield undefined;
    if (count >= end) return;
  }
}

function* filtered(
  found: Iterable<Found>,
  expression: Expression,
  isDue: () => boolean,
): Generator<Found | undefined> {
  const matches = matcherOfFound(expression);
  for (const each of found) {
    if (matches(each)) yield each;
    else if (isDue()) yield undefined;
  }
}

/** Decodes only the fields that the filter names: of a large document they are a small part. */
export function matcherOfFound(expression: Expression): (found: Found) => boolean {
  const matches = matcherOf(expression);
  const project = projectFields(fieldsOf(expression));
  return (found) => matches(decode(found.made(project)));
}
