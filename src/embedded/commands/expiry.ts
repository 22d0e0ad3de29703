import type { Document, Value } from '../query/value';
import { catalogueOf, collectionOf } from '../store/catalogue';
import type { Collection, Index } from '../store/collection';
import { changeMatching } from '../store/change';
import type { Store } from '../store/store';

/** Documents that one commit removes, so that others have their turn. */
const PIECE = 500;

/** Removes the documents whose time has passed by one of the TTL indexes. */
export async function removeExpired(store: Store, now: number): Promise<void> {
  for (const [collection, index] of expiringIndexes(store)) {
    const filter = expired(index, now - (index.expireAfterSeconds ?? 0) * 1000);
    while ((await removePiece(store, collection.namespace, filter)) === PIECE);
  }
}

function expiringIndexes(store: Store): [Collection, Index][] {
  const snapshot = store.snapshot();
  const collections = [...catalogueOf(snapshot).collections.values()];
  snapshot.release();
  return collections.flatMap((collection) =>
    collection.indexes
      .filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)
      .map((index): [Collection, Index] => [collection, index]),
  );
}

/** Only dates are ever compared with a date: documents without one at the path stay. */
function expired({ key, description }: Index, limit: number): Document {
  const [path = ''] = key.keys();
  const isOld = new Map<string, Value>([[path, new Map([['$lte', new Date(limit)]])]]);
  const partial = description.get('partialFilterExpression');
  return partial === undefined ? isOld : new Map([['$and', [isOld, partial]]]);
}

/** @returns how many documents it removed */
function removePiece(store: Store, namespace: string, filter: Document): Promise<number> {
  return store.write((writer) => {
    let count = 0;
    const target = { writer, collection: collectionOf(writer, namespace) };
    changeMatching(
      target,
      { filter, limit: PIECE },
      () => undefined,
      () => {
        count++;
      },
    );
    return count;
  });
}
