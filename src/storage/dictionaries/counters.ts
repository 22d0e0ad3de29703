import { type ClientSession, trusted } from 'mongoose';
import { nativeCollection, type Models } from '../models';
import type { CounterRecord } from '../records';

/** The counter of a dictionary's article numbers. */
export const articleNumbers = (dictionaryId: string): string => `article:${dictionaryId}`;

/** The counter of the numbers of dictionaries. */
export const DICTIONARY_NUMBERS = 'dictionary';

/** The counter of the numbers of users. */
export const USER_NUMBERS = 'user';

/**
 * Maximum time by which the time of a change may be ahead of the clock, in seconds: longer than a transaction lasts.
 * Changes beyond it may share one time, because times in the future are never reported.
 */
const FURTHEST_SECONDS_AHEAD = 120;

/** The next whole second, which is after everything that happens now. */
export function nextSecond(): number {
  return Math.floor(Date.now() / 1000) + 1;
}

/** A time that is not earlier than that of any previous change of any dictionary. */
export const latestSecond = (): number => nextSecond() + FURTHEST_SECONDS_AHEAD;

/** The counters that a change increments: article number and sequence number, or the revision of other listed data. */
type Counted = { readonly value: number; readonly seq: number } | { readonly touched: 1 };

/**
 * Counts changes of the article lists of dictionaries, by two commands. Each change gets a different time in whole seconds, ahead of the
 * clock if necessary, so that no two states of a list have the same time. Concurrent transactions that count in the same dictionary
 * conflict, and one of them is repeated.
 *
 * @param counted by dictionary
 * @returns the counters as they were before, by dictionary
 */
export async function countChanges(
  { counters }: Pick<Models, 'counters'>,
  counted: ReadonlyMap<string, Counted>,
  session: ClientSession,
): Promise<ReadonlyMap<string, Partial<CounterRecord>>> {
  if (counted.size === 0) return new Map();
  const documents = nativeCollection(counters);
  const names = [...counted.keys()].map(articleNumbers);
  const found = await documents.find({ _id: { $in: names } }, { session }).toArray();
  const stored = new Map(found.map((record) => [record._id, record]));
  const before = new Map(
    [...counted.keys()].map((id): [string, Partial<CounterRecord>] => [
      id,
      stored.get(articleNumbers(id)) ?? {},
    ]),
  );
  await documents.bulkWrite(
    [...counted].map(([id, change]) => ({
      updateOne: {
        filter: { _id: articleNumbers(id) },
        update: { $inc: change, $set: { changedAt: timeBehind(before.get(id)?.changedAt) } },
        upsert: 'seq' in change,
      },
    })),
    { session, ordered: false },
  );
  return before;
}

/** The time of a change in whole seconds, later than the time of the previous change. */
function timeBehind(last = 0): number {
  return Math.max(nextSecond(), Math.min(last + 1, latestSecond()));
}

/** Counts a change of article lists of some dictionaries although no article has changed. */
export async function touchLists(
  models: Pick<Models, 'counters'>,
  dictionaryIds: readonly string[],
  session: ClientSession,
): Promise<void> {
  await countChanges(models, new Map(dictionaryIds.map((id) => [id, { touched: 1 }])), session);
}

/** Counters that only grow. They are outside transactions: a number is never assigned twice. */
export class Counters {
  constructor(private readonly models: Pick<Models, 'counters'>) {}

  /** The first of `amount` new numbers. */
  async take(name: string, amount = 1): Promise<number> {
    const record = await this.models.counters
      .findOneAndUpdate({ _id: name }, { $inc: { value: amount } }, { upsert: true, returnDocument: 'after' })
      .lean();
    return record.value - amount + 1;
  }

  /** Reserves the numbers up to `value`, for an import. */
  async reserve(name: string, value: number): Promise<void> {
    await this.models.counters.updateOne({ _id: name }, { $setOnInsert: { value } }, { upsert: true });
    await this.models.counters.updateOne({ _id: name, value: trusted({ $lt: value }) }, { $set: { value } });
  }
}
