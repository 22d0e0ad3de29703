import { ObjectId } from 'bson';
import { compileFilter } from '../query/match';
import { assertValidId, type Update } from '../query/update';
import type { Document } from '../query/value';
import type { Steps, Writer } from './access';
import type { Collection } from './catalogue';
import { exchange, readStored, toStored, type Stored } from './documents';
import { inRoom } from './keys';
import { allMatches, firstMatch, type Question } from './match';

/** What a write works on: the collection is asked for anew after each wait, for it may have changed. */
export interface Target {
  readonly writer: Writer;
  readonly collection: () => Collection | undefined;
}

/** What became of one document. */
export interface Changed {
  readonly before?: Document;
  readonly after?: Document;
  /** Whether something was written. */
  readonly isModified: boolean;
}

/**
 * Stores a new document; `_id` is added when it has none, and comes first.
 *
 * @param bytes the document as BSON, when it is known and `_id` is its first field
 * @throws CommandError DuplicateKey, InvalidIdField, BSONObjectTooLarge, CannotIndexParallelArrays
 */
export function* insert({ writer, collection }: Target, document: Document, bytes?: Buffer): Steps<Document> {
  const id = document.get('_id') ?? (document.has('_id') ? null : new ObjectId());
  assertValidId(id);
  const isFirst = document.keys().next().value === '_id';
  const whole: Document = isFirst
    ? document
    : new Map([['_id', id], ...[...document].filter(([name]) => name !== '_id')]);
  for (;;) {
    const current = collection();
    if (!current) return whole;
    const after = toStored(current, whole, isFirst ? bytes : undefined);
    yield* writer.claim([after.key]);
    const latest = collection() ?? current;
    if (latest === current && (yield* exchange(writer, current, { after }))) return whole;
  }
}

/**
 * Changes the documents that match: as many as the limit says, the first of them by the sort.
 *
 * @param change gives the new document (the same one: nothing is written), or undefined to remove it
 * @returns what became of each document that matched
 */
export function* changeMatching(
  target: Target,
  question: Question,
  change: (document: Document) => Document | undefined,
): Steps<Changed[]> {
  const work = { matches: compileFilter(question.filter), change };
  if (question.limit === 1) {
    const changed = yield* changeFirst(target, question, work);
    return changed ? [changed] : [];
  }
  const collection = target.collection();
  const all: Changed[] = [];
  for (const idKey of collection ? allMatches(target.writer, collection, question) : []) {
    const changed = yield* changeOne(target, idKey, work);
    if (changed) all.push({ isModified: changed.isModified });
  }
  return all;
}

/** Looks for the first match again when a wait has made it none. */
function* changeFirst(target: Target, question: Question, work: Work): Steps<Changed | undefined> {
  for (;;) {
    const collection = target.collection();
    const first = collection && firstMatch(target.writer, collection, question);
    if (!first) return undefined;
    const changed = yield* changeOne(target, first.idKey, work);
    if (changed) return changed;
  }
}

interface Work {
  readonly matches: (document: Document) => boolean;
  readonly change: (document: Document) => Document | undefined;
}

/** @returns undefined when the document is gone, or does not match any more after a wait */
function* changeOne({ writer, collection }: Target, idKey: Buffer, work: Work): Steps<Changed | undefined> {
  for (;;) {
    const current = collection();
    if (!current) return undefined;
    if (yield* writer.claim([inRoom(current.room, idKey)])) continue;
    const before = readStored(writer, current, idKey);
    if (!before || !work.matches(before.document)) return undefined;
    const document = work.change(before.document);
    if (document === before.document) return { before: document, after: document, isModified: false };
    const after: Stored | undefined = document && toStored(current, document);
    if (!(yield* exchange(writer, current, { before, after }))) continue;
    return { before: before.document, ...(document && { after: document }), isModified: true };
  }
}

/** Inserts what an upsert makes of its filter when nothing matched. */
export function* insertUpserted(target: Target, update: Update, filter: Document): Steps<Document> {
  return yield* insert(target, update.apply(update.seed(filter), { isInsert: true }));
}
