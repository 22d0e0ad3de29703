import type { Model, QueryFilter } from 'mongoose';
import { MOST_COUNTED } from '../shared/paging';
import { type Bounded, readBounded } from './bounded-read';
import { boundsOf, type KeyedList, type KeyedReading, readKeyed } from './keyed-reading';
import { MOST_EXAMINED } from './most-examined';

/** A list of which an index leads to some of its documents alone. */
export interface FilteredKeyedList extends KeyedList {
  /** What each document is asked to which the index leads; nothing when absent. */
  readonly besides?: Readonly<Record<string, unknown>> | undefined;
}

/** Reads a stretch of a list, and examines no more index entries for it than a bound. */
export async function readFiltered<Item>(
  model: Model<Item>,
  { besides, ...list }: FilteredKeyedList,
  reading: KeyedReading,
): Promise<Bounded<Item>> {
  if (besides === undefined) return { found: await readKeyed(model, list, reading) };
  const all = { ...list, filter: { ...list.filter, ...besides } };
  return readBounded(reading.limit, async (n) => {
    const until = await positionOf(model, list, { ...reading, skip: n - 1, limit: 2 });
    const bound = until === undefined ? {} : { [reading.order === 'ASC' ? 'until' : 'from']: until };
    return { until, read: () => readKeyed(model, all, { ...reading, ...bound }) };
  });
}

/** How many documents there are, exactly up to a limit; `null` beyond, and where more would have to be examined. */
export async function countFiltered<Item>(
  model: Model<Item>,
  { key, filter = {}, besides }: FilteredKeyedList,
  range: Pick<KeyedReading, 'from' | 'before'> = {},
): Promise<number | null> {
  const led = { ...filter, ...boundsOf(key, range) };
  const count = (asked: object, limit: number) =>
    model.countDocuments(asked as QueryFilter<Item>, { limit: limit + 1 });
  const counted = await count(led, MOST_COUNTED);
  if (counted > MOST_COUNTED) return null;
  return besides === undefined ? counted : count({ ...led, ...besides }, MOST_EXAMINED);
}

/** The key of the document that is the last before the limit, from the index alone; `undefined` where no other follows it. */
async function positionOf<Item>(
  model: Model<Item>,
  { key, filter }: KeyedList,
  reading: KeyedReading,
): Promise<string | undefined> {
  const list = { key, fields: { _id: 0, [key]: 1 } as const, ...(filter && { filter }) };
  const [last, next] = await readKeyed(model, list, reading);
  return last && next ? String((last as Readonly<Record<string, unknown>>)[key]) : undefined;
}
