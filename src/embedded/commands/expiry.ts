import type { Document, Value } from '../query/value';
import { catalogueOf, collectionOf, type Collection, type Index } from '../store/catalogue';
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
function expired({ key, partialFilterExpression }: Index, limit: number): Document {
  const [path = ''] = key.keys();
  const isOld = new Map<string, Value>([[path, new Map([['$lte', new Date(limit)]])]]);
  return partialFilterExpression ? new Map([['$and', [isOld, partialFilterExpression]]]) : isOld;
}

function removePiece(store: Store, namespace: string, filter: Document): Promise<number> {
  const question = { filter, sort: new Map(), limit: PIECE };
  return store.write(function* (writer) {
    const target = { writer, collection: () => collectionOf(writer, namespace) };
    return (yield* changeMatching(target, question, () => undefined)).length;
  });
}
