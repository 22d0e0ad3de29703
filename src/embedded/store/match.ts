import { CommandError } from '../errors';
import { decode } from '../query/decode';
import { type Expression, fieldsOf, parseFilter } from '../query/filter';
import { matcherOf } from '../query/match';
import { planQuery } from '../query/plan';
import { projectFields } from '../query/project';
import { compileSort } from '../query/sort';
import type { Document } from '../query/value';
import type { Reader } from './access';
import type { Collection } from './collection';
import { scan, type Found } from './scan';

/** Which documents, in which order. */
export interface Question {
  readonly filter: Document;
  readonly sort?: Document;
  readonly skip?: number | undefined;
  /** Absent or 0: all. */
  readonly limit?: number | undefined;
}

/** Documents that are passed over before the reader is given an opportunity to do something else. */
const BREATH = 256;

/** Bytes of documents that a sort in memory may hold. */
const SORT_LIMIT_BYTES = 32 * 1024 * 1024;

/**
 * The documents that answer a question, none without a collection. From time to time it yields undefined: nothing was found so far, and whoever
 * reads may let others have their turn.
 *
 * @throws CommandError for filters and sorts outside the profile, and for a sort too large for memory
 */
export function* matching(
  reader: Reader,
  collection: Collection | undefined,
  { filter, sort = new Map(), skip = 0, limit = 0 }: Question,
): Generator<Found | undefined> {
  const expression = parseFilter(filter);
  const indexes = collection ? [collection.idIndex, ...collection.indexes] : [];
  const plan = planQuery({ filter: expression, sort, indexes });
  if (!collection) return;
  const scanned = scan(reader, collection, plan);
  const found = plan.covers ? scanned : filtered(scanned, expression);
  const end = limit > 0 ? skip + limit : Infinity;
  let count = 0;
  for (const match of plan.sorted ? found : sorted(found, sort, end)) {
    if (match && ++count > skip) yield match;
    else if (!match || count % BREATH === 0) yield undefined;
    if (count >= end) return;
  }
}

/** Decodes only the fields that the filter names: of a large document they are a small part. */
function* filtered(found: Iterable<Found>, expression: Expression): Generator<Found | undefined> {
  const matches = matcherOf(expression);
  const project = projectFields(fieldsOf(expression));
  let passed = 0;
  for (const each of found) {
    if (matches(decode(each.made(project)))) yield each;
    else if (++passed % BREATH === 0) yield undefined;
  }
}

interface Item {
  readonly match: Found;
  readonly key: Buffer;
}

/** Sorts in memory, keeping no more than the first `end` documents. */
function* sorted(
  matches: Iterable<Found | undefined>,
  sort: Document,
  end: number,
): Generator<Found | undefined> {
  const sorter = compileSort(sort);
  const byKey = (left: Item, right: Item): number => sorter.compare(left.key, right.key);
  const items: Item[] = [];
  let bytes = 0;
  for (const match of matches) {
    if (!match) {
      yield undefined;
      continue;
    }
    items.push({ match, key: sorter.keyOf(match.document) });
    bytes += match.bytes.length;
    if (items.length > 2 * end || bytes > SORT_LIMIT_BYTES) {
      items.sort(byKey);
      for (const { match: dropped } of items.splice(end)) bytes -= dropped.bytes.length;
      if (bytes > SORT_LIMIT_BYTES) throw sortTooLarge();
    }
  }
  for (const { match } of items.sort(byKey)) yield match;
}

function sortTooLarge(): CommandError {
  const message = `Sort exceeded memory limit of ${SORT_LIMIT_BYTES} bytes, and there is no index for it`;
  return new CommandError('QueryExceededMemoryLimitNoDiskUseAllowed', message);
}
