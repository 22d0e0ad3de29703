import { trusted, type Model, type QueryFilter } from 'mongoose';
import type { SortOrder } from '../shared/paging';

/** How to read a stretch of documents that are listed by one text that differs for any two of them. */
export interface KeyedReading {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** First key that belongs to the stretch. */
  readonly from?: string | undefined;
  /** Last key that belongs to it. */
  readonly until?: string | undefined;
  readonly order: SortOrder;
  readonly skip?: number | undefined;
  readonly limit: number;
}

export interface KeyedList {
  /** The field whose order is that of the list; indexed behind the fields of the filter. */
  readonly key: string;
  readonly filter?: Readonly<Record<string, unknown>>;
  /** Stored fields that leave the database; all of them when absent. */
  readonly fields?: Readonly<Record<string, 0 | 1>>;
}

/** Reads a stretch of a list in the order of its key. */
export function readKeyed<Item>(
  model: Model<Item>,
  { key, filter = {}, fields = { _id: 0 } }: KeyedList,
  { order, skip = 0, limit, ...range }: KeyedReading,
): Promise<Item[]> {
  return model
    .find({ ...filter, ...boundsOf(key, range) } as QueryFilter<Item>, fields)
    .sort({ [key]: order === 'ASC' ? 1 : -1 })
    .skip(skip)
    .limit(limit)
    .lean<Item[]>()
    .exec();
}

/** The filter of a stretch; none where nothing bounds it. */
export function boundsOf(
  key: string,
  { after, before, from, until }: Pick<KeyedReading, 'after' | 'before' | 'from' | 'until'>,
): Readonly<Record<string, unknown>> {
  const bounds = {
    ...(after === undefined ? {} : { $gt: after }),
    ...(before === undefined ? {} : { $lt: before }),
    ...(from === undefined ? {} : { $gte: from }),
    ...(until === undefined ? {} : { $lte: until }),
  };
  return Object.keys(bounds).length === 0 ? {} : { [key]: trusted(bounds) };
}
