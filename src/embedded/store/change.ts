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

/** What became of the documents that matched. */
export interface Changes {
  readonly matched: number;
  /** Those of them that are not as they were. */
  readonly modified: number;
  readonly first?: { readonly before: Document; readonly after: Document | undefined } | undefined;
  /** What an upsert has added. */
  readonly inserted?: Document;
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
  const whole: Document = isFirst ? document : new Map([['_id', id], ...document]);
  if (!collection) return whole;
  const after = toStored(collection, whole, isFirst ? bytes : undefined);
  exchange(writer, collection, prepareExchange(collection, { after }));
  return whole;
}

/**
 * Changes the documents that match: as many as the limit says.
 *
 * @param change gives the new document (the same one: nothing is written), or undefined to remove it
 * @throws Busy before anything is changed
 */
export function changeMatching(
  { writer, collection }: Target,
  question: Question,
  change: (document: Document) => Document | undefined,
): Changes {
  // Taken before the first of them is changed, so that no change is met again.
  const idKeys: Buffer[] = [];
  for (const match of matching(writer, collection, question)) if (match) idKeys.push(match.idKey);
  if (!collection) return { matched: 0, modified: 0 };
  const prepare = (idKey: Buffer): Exchange => {
    const before = readStored(writer, collection, idKey);
    const document = before && change(before.document);
    const after = document === before?.document ? before : document && toStored(collection, document);
    return prepareExchange(collection, { before, after });
  };
  if (idKeys.length > 1 && writer.isContended) {
    for (const idKey of idKeys) claimExchange(writer, prepare(idKey));
  }
  let modified = 0;
  let first: Changes['first'];
  for (const idKey of idKeys) {
    const prepared = prepare(idKey);
    const { before, after } = prepared;
    exchange(writer, collection, prepared);
    if (before !== after) modified++;
    if (before) first ??= { before: before.document, after: after?.document };
  }
  return { matched: idKeys.length, modified, first };
}

/** Updates the documents that match; when there are none, an upsert inserts what the update makes of the filter. */
export function updateMatching(
  target: Target,
  question: Question,
  { update, upsert }: { readonly update: Update; readonly upsert: boolean },
): Changes {
  const changes = changeMatching(target, question, (document) => update.apply(document));
  if (changes.matched > 0 || !upsert) return changes;
  return { ...changes, inserted: insert(target, update.apply(update.seed(question.filter), true)) };
}
