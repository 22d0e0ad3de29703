import { decode } from '../query/document';
import { compileFilter } from '../query/match';
import { compileSort, SORT_LIMIT_BYTES, sortTooLarge, type SortKey } from '../query/sort';
import type { Document } from '../query/value';
import type { Reader } from './access';
import type { Collection } from './catalogue';
import { planFor, scan, type Found } from './scan';

/** Which documents, in which order. */
export interface Question {
  readonly filter: Document;
  readonly sort: Document;
  readonly skip?: number | undefined;
  /** Absent or 0: all. */
  readonly limit?: number | undefined;
}

/** A document that matches; decoded where that had to be done to know. */
export interface Match extends Found {
  readonly document?: Document;
}

/** Documents that are passed over before the reader is given an opportunity to do something else. */
const BREATH = 256;

/**
 * The documents that answer a question. From time to time it yields undefined: nothing was found so far, and whoever
 * reads may let others have their turn.
 *
 * @throws CommandError for filters and sorts outside the profile, and for a sort too large for memory
 */
export function* matching(
  reader: Reader,
  collection: Collection,
  { filter, sort, skip = 0, limit = 0 }: Question,
): Generator<Match | undefined> {
  const plan = planFor(reader, collection, { filter, sort });
  const found = filtered(scan(reader, collection, plan), plan.covers ? undefined : compileFilter(filter));
  const end = limit > 0 ? skip + limit : Infinity;
  let count = 0;
  for (const match of plan.sorted ? found : sorted(found, sort, end)) {
    if (match && ++count <= skip) continue;
    yield match;
    if (count >= end) return;
  }
}

function* filtered(
  found: Iterable<Found>,
  matches: ((document: Document) => boolean) | undefined,
): Generator<Match | undefined> {
  let passed = 0;
  for (const each of found) {
    const document = matches && decode(each.bytes);
    if (!document || matches(document)) yield document ? { ...each, document } : each;
    else if (++passed % BREATH === 0) yield undefined;
  }
}

interface Item {
  readonly match: Match;
  readonly key: SortKey;
}

/** Sorts in memory, keeping no more than the first `end` documents. */
function* sorted(
  matches: Iterable<Match | undefined>,
  sort: Document,
  end: number,
): Generator<Match | undefined> {
  const sorter = compileSort(sort);
  const byKey = (left: Item, right: Item): number => sorter.compare(left.key, right.key);
  const items: Item[] = [];
  let bytes = 0;
  for (const match of matches) {
    if (!match) {
      yield undefined;
      continue;
    }
    items.push({ match, key: sorter.keyOf(match.document ?? decode(match.bytes)) });
    bytes += match.bytes.length;
    if (items.length > 2 * end || bytes > SORT_LIMIT_BYTES) {
      items.sort(byKey);
      for (const { match: dropped } of items.splice(end)) bytes -= dropped.bytes.length;
      if (bytes > SORT_LIMIT_BYTES) throw sortTooLarge();
    }
  }
  for (const { match } of items.sort(byKey)) yield match;
}

/** The first match, for writes that change one document. */
export function firstMatch(reader: Reader, collection: Collection, question: Question): Match | undefined {
  for (const match of matching(reader, collection, { ...question, limit: 1 })) if (match) return match;
  return undefined;
}

/** The keys of all matches; taken before the first of them is changed, so that no change is met again. */
export function allMatches(reader: Reader, collection: Collection, question: Question): Buffer[] {
  const keys: Buffer[] = [];
  for (const match of matching(reader, collection, question)) {
    if (match) keys.push(match.idKey);
  }
  return keys;
}
