import type { mongo } from 'mongoose';
import { byCodePoint } from '../../shared/text';

type Collection = mongo.Collection;

/**
 * The distinct values of a text field in some collections, in order. Each is found by an index whose first field it is.
 *
 * @param after the value after which they begin
 */
export async function* distinctValues(
  collections: readonly Collection[],
  field: string,
  after?: string,
): AsyncGenerator<string> {
  let last = after;
  for (;;) {
    const next = await Promise.all(collections.map((collection) => valueAfter(collection, field, last)));
    const [least] = next.filter((value) => value !== undefined).sort(byCodePoint);
    if (least === undefined) return;
    yield least;
    last = least;
  }
}

async function valueAfter(
  collection: Collection,
  field: string,
  last: string | undefined,
): Promise<string | undefined> {
  const [document] = await collection
    .find(last === undefined ? {} : { [field]: { $gt: last } }, { projection: { _id: 0, [field]: 1 } })
    .sort({ [field]: 1 })
    .limit(1)
    .toArray();
  const value: unknown = document?.[field];
  return typeof value === 'string' ? value : undefined;
}
