import { trusted, type Model, type QueryFilter } from 'mongoose';
import { type SortOrder, MAX_EXAMINED } from '../../shared/paging';
import { currentWork } from '../../shared/work';

export type Filter = Readonly<Record<string, unknown>>;

/** A range of keys: from a key (inclusive) and before another. */
export interface KeyRange<Key = string> {
  readonly from?: Key | undefined;
  readonly before?: Key | undefined;
}

/** A query for a range of documents in the order of a unique key. */
export interface RangeQuery<Key = string> extends KeyRange<Key> {
  readonly after?: Key | undefined;
  readonly order: SortOrder;
  /** The last key to examine, in the order of the query. */
  readonly upTo?: Key | undefined;
  readonly skip?: number | undefined;
  readonly limit: number;
}

export interface KeyedList {
  /** The field by which the list is sorted. The index has the fields of the filter before it. */
  readonly key: string;
  readonly filter?: Filter;
  /** The projection. Defaults to all stored fields. */
  readonly fields?: Readonly<Record<string, 0 | 1>>;
}

/** Reads a range of a list in the order of its key. */
export function readKeyed<Item, Key = string>(
  model: Model<Item>,
  list: KeyedList,
  query: RangeQuery<Key>,
): Promise<Item[]> {
  const { filter, fields, sort, skip, limit } = findQueryOf(list, query);
  return model
    .find(filter as QueryFilter<Item>, fields)
    .sort(sort)
    .skip(skip)
    .limit(limit)
    .lean<Item[]>()
    .exec();
}

/** Batch sizes for reading documents of unknown sizes. */
export interface Steps<Item> {
  /** Documents in one reply, which are decoded without a pause. */
  readonly atOnce: number;
  readonly bytesOf: (item: Item) => number;
}

/**
 * Reads a range of large documents for a response that is built in memory, a few at a time.
 *
 * @throws Failure TOO_LARGE as soon as the request has read too much
 */
export async function readKeyedInSteps<Item, Key = string>(
  model: Model<Item>,
  list: KeyedList,
  query: RangeQuery<Key>,
  { atOnce, bytesOf }: Steps<Item>,
): Promise<Item[]> {
  const { filter, fields, ...page } = findQueryOf(list, query);
  const work = currentWork();
  const items: Item[] = [];
  // A cursor of mongoose stays open if its reader stops early; the cursor of the driver is closed.
  const cursor = model.collection.find(filter, { projection: fields, ...page, batchSize: atOnce });
  for await (const item of cursor as unknown as AsyncIterable<Item>) {
    work?.addToRead(bytesOf(item));
    items.push(item);
  }
  return items;
}

function findQueryOf<Key>({ key, filter = {}, fields = { _id: 0 } }: KeyedList, query: RangeQuery<Key>) {
  const { order, skip = 0, limit } = query;
  const sort: Record<string, 1 | -1> = { [key]: order === 'ASC' ? 1 : -1 };
  return { filter: { ...filter, ...rangeFilter(key, query) }, fields, sort, skip, limit };
}

/** The number of documents of a filter that an index answers alone; `null` if it exceeds the maximum. */
export async function countKeyed<Item>(model: Model<Item>, filter: Filter): Promise<number | null> {
  const bound = { limit: MAX_EXAMINED + 1 };
  const counted = await model.countDocuments(filter as QueryFilter<Item>, bound).exec();
  return counted > MAX_EXAMINED ? null : counted;
}

/** The filter of a range; empty if the range has no bounds. */
export function rangeFilter<Key>(
  key: string,
  { after, before, from, upTo, order = 'ASC' }: Partial<RangeQuery<Key>>,
): Filter {
  // In descending order, the last key to examine is a lower bound.
  const [first, last] = order === 'ASC' ? [from, upTo] : [upTo ?? from, undefined];
  const bounds = {
    ...(after === undefined ? {} : { $gt: after }),
    ...(before === undefined ? {} : { $lt: before }),
    ...(first === undefined ? {} : { $gte: first }),
    ...(last === undefined ? {} : { $lte: last }),
  };
  return Object.keys(bounds).length === 0 ? {} : { [key]: trusted(bounds) };
}
