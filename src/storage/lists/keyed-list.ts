import { trusted, type Model, type QueryFilter } from 'mongoose';
import type { SortOrder } from '../../shared/paging';
import { MOST_EXAMINED } from './most-examined';

export type Filter = Readonly<Record<string, unknown>>;

/** The part of a list that a filter by its own key leaves: from a key on, and before another. */
export interface KeyRange<Key = string> {
  readonly from?: Key | undefined;
  readonly before?: Key | undefined;
}

/** How to read a stretch of documents that are listed by one key that differs for any two of them. */
export interface RangeQuery<Key = string> extends KeyRange<Key> {
  readonly after?: Key | undefined;
  readonly order: SortOrder;
  /** The last key to look at, in the order of the reading. */
  readonly upTo?: Key | undefined;
  readonly skip?: number | undefined;
  readonly limit: number;
}

export interface KeyedList {
  /** The field whose order is that of the list; indexed behind the fields of the filter. */
  readonly key: string;
  readonly filter?: Filter;
  /** Stored fields that leave the database; all of them when absent. */
  readonly fields?: Readonly<Record<string, 0 | 1>>;
}

/** Reads a stretch of a list in the order of its key. */
export function readKeyed<Item, Key = string>(
  model: Model<Item>,
  { key, filter = {}, fields = { _id: 0 } }: KeyedList,
  query: RangeQuery<Key>,
): Promise<Item[]> {
  const { order, skip = 0, limit } = query;
  return model
    .find({ ...filter, ...boundsOf(key, query) } as QueryFilter<Item>, fields)
    .sort({ [key]: order === 'ASC' ? 1 : -1 })
    .skip(skip)
    .limit(limit)
    .lean<Item[]>()
    .exec();
}

/** How many documents a filter has that an index answers alone; `null` where they are more than are examined. */
export async function countKeyed<Item>(model: Model<Item>, filter: Filter): Promise<number | null> {
  const most = { limit: MOST_EXAMINED + 1 };
  const counted = await model.countDocuments(filter as QueryFilter<Item>, most).exec();
  return counted > MOST_EXAMINED ? null : counted;
}

/** The filter of a stretch; none where nothing bounds it. */
export function boundsOf<Key>(
  key: string,
  { after, before, from, upTo, order = 'ASC' }: Partial<RangeQuery<Key>>,
): Filter {
  // Reading downwards, the last key to look at lies within the range.
  const [first, last] = order === 'ASC' ? [from, upTo] : [upTo ?? from, undefined];
  const bounds = {
    ...(after === undefined ? {} : { $gt: after }),
    ...(before === undefined ? {} : { $lt: before }),
    ...(first === undefined ? {} : { $gte: first }),
    ...(last === undefined ? {} : { $lte: last }),
  };
  return Object.keys(bounds).length === 0 ? {} : { [key]: trusted(bounds) };
}
