import { ObjectId } from 'bson';
import { assertValidId, type Update } from '../query/update';
import type { Document } from '../query/value';
import type { Writer } from './access';
import type { Collection } from './collection';
import { claimExchange, exchange, prepareExchange, readStored, toStored, type Exchange } from './documents';
import { matching, type Question } from './match';

/** What a write works on. */
export interface Target {
  readonly writer: Writer;
  /** undefined: there is none of that name. */
  readonly collection: Collection | undefined;
}

/** What became of one document. */
export interface Changed {
  readonly before: Document;
  readonly after?: Document | undefined;
}

/**
 * Stores a new document; `_id` is added when it has none, and comes first.
 *
 * @param bytes the document as BSON, when it is known and `_id` is its first field
 * @throws CommandError DuplicateKey, InvalidIdField, BSONObjectTooLarge, CannotIndexParallelArrays; Busy
 */
export function insert({ writer, collection }: Target, document: Document, bytes?: Buffer): Document {
  const id = document.get('_id') ?? (document.has('_id') ? null : new ObjectId());
  assertValidId(id);
  const isFirst = document.keys().next().value === '_id';
  const whole: Document = isFirst
    ? document
    : new Map([['_id', id], ...[...document].filter(([name]) => name !== '_id')]);
  if (!collection) return whole;
  const after = toStored(collection, whole, isFirst ? bytes : undefined);
  exchange(writer, collection, prepareExchange(collection, { after }));
  return whole;
}

/**
 * Changes the documents that match: as many as the limit says, the first of them by the sort.
 *
 * @param change gives the new document (the same one: nothing is written), or undefined to remove it
 * @param onChanged is told what became of each document that matched
 * @throws Busy before anything is changed
 */
export function changeMatching(
  { writer, collection }: Target,
  question: Question,
  change: (document: Document) => Document | undefined,
  onChanged: (changed: Changed) => void,
): void {
  if (!collection) return;
  const prepare = (idKey: Buffer): Exchange => {
    const before = readStored(writer, collection, idKey);
    const document = before && change(before.document);
    const after = document === before?.document ? before : document && toStored(collection, document);
    return prepareExchange(collection, { before, after });
  };
  // Taken before the first of them is changed, so that no change is met again.
  const idKeys: Buffer[] = [];
  for (const match of matching(writer, collection, question)) if (match) idKeys.push(match.idKey);
  if (idKeys.length > 1 && writer.isContended) {
    for (const idKey of idKeys) claimExchange(writer, prepare(idKey));
  }
  for (const idKey of idKeys) {
    const prepared = prepare(idKey);
    exchange(writer, collection, prepared);
    if (prepared.before) onChanged({ before: prepared.before.document, after: prepared.after?.document });
  }
}

/** Inserts what an upsert makes of its filter when nothing matched. */
export function insertUpserted(target: Target, update: Update, filter: Document): Document {
  return insert(target, update.apply(update.seed(filter), { isInsert: true }));
}
