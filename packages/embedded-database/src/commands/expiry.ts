import { amountOf, documentOf } from '../query/value';
import { catalogueOf, collectionOf } from '../store/catalogue';
import { Operation } from '../operation';
import { ChangeStatement, REMOVAL } from '../store/change';
import type { Store } from '../store/store';

/** Maximum number of documents that one commit removes, so that other commands can run in between. */
const DOCUMENTS_PER_COMMIT = 500;

/**
 * Removes documents that have expired according to a TTL index. If transactions have claimed documents of one index,
 * the other indexes are not delayed.
 */
export async function removeExpired(store: Store, now: number): Promise<void> {
  const collections = [...catalogueOf(store.current).collections.values()];
  const all = collections.flatMap(({ namespace, indexes }) =>
    indexes.map(async ({ description, fields }) => {
      const limit = now - amountOf(description.get('expireAfterSeconds')) * 1000;
      if (Number.isNaN(limit)) return;
      while (
        (await removePiece(store, namespace, [fields[0] ?? '', new Date(limit)])) === DOCUMENTS_PER_COMMIT
      );
    }),
  );
  await Promise.all(all);
}

/**
 * Removes the next expired documents of an index. Only dates compare with a date, so documents without a date at the
 * path stay.
 *
 * @returns the number of removed documents
 */
function removePiece(
  store: Store,
  namespace: string,
  [path, limit]: readonly [string, Date],
): Promise<number> {
  const filter = documentOf({ [path]: documentOf({ $lte: limit }) });
  const change = new ChangeStatement({ filter, limit: DOCUMENTS_PER_COMMIT }, REMOVAL);
  const operation = new Operation(store.scheduler);
  return store.write((writer) => {
    const target = { writer, operation, collection: collectionOf(writer, namespace) };
    return change.run(target).matched;
  }, operation);
}
