import { type ClientSession, trusted } from 'mongoose';
import type { Models } from '../models';
import type { CounterRecord } from '../records';

/** The counter of a dictionary's article numbers. */
export const articleNumbers = (dictionaryId: string): string => `article:${dictionaryId}`;

/** The counter of the numbers of dictionaries. */
export const DICTIONARY_NUMBERS = 'dictionary';

/** The counter of the numbers of users. */
export const USER_NUMBERS = 'user';

/**
 * How far the time of a change may be ahead of the clock, in seconds: longer than a transaction lasts. Nobody is told a time that
 * is still to come, so that changes may share one from there on.
 */
const FURTHEST = 120;

/** The first whole second that is wholly behind what happens now. */
export function nextSecond(): number {
  return Math.floor(Date.now() / 1000) + 1;
}

/** A time that is no earlier than that of any change before: for all dictionaries at once. */
export const latestSecond = (): number => nextSecond() + FURTHEST;

/** What a change counts: numbers of new articles and places in the sequence, or something else that lists show. */
type Counted = { readonly value: number; readonly seq: number } | { readonly touched: 1 };

/**
 * Counts a change of what lists of the articles of a dictionary show. Each gets a time of its own in whole seconds, ahead of the
 * clock if need be: by their times, no two states of a list are taken for the same.
 *
 * @returns the counter as it was before
 */
export async function countChange(
  { counters }: Pick<Models, 'counters'>,
  dictionaryId: string,
  counted: Counted,
  session?: ClientSession,
): Promise<Partial<CounterRecord>> {
  const options = session ? { session } : {};
  const _id = articleNumbers(dictionaryId);
  const next = nextSecond();
  const before = await counters
    .findOneAndUpdate(
      { _id },
      { $inc: counted, $set: { changedAt: next } },
      { ...options, upsert: 'seq' in counted, returnDocument: 'before' },
    )
    .lean<CounterRecord>();
  const last = before?.changedAt ?? 0;
  if (last >= next)
    await counters.updateOne({ _id }, { $set: { changedAt: Math.min(last + 1, latestSecond()) } }, options);
  return before ?? {};
}

/** Notes that lists of the articles of some dictionaries show something else, although no article has changed. */
export async function touchLists(
  models: Pick<Models, 'counters'>,
  dictionaryIds: readonly string[],
  session?: ClientSession,
): Promise<void> {
  for (const id of dictionaryIds) await countChange(models, id, { touched: 1 }, session);
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

  /** Reserves numbers up to `value`, which an import uses. */
  async reserve(name: string, value: number): Promise<void> {
    await this.models.counters.updateOne({ _id: name }, { $setOnInsert: { value } }, { upsert: true });
    await this.models.counters.updateOne({ _id: name, value: trusted({ $lt: value }) }, { $set: { value } });
  }
}
