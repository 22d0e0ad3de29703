import { type ClientSession, trusted } from 'mongoose';
import type { Models } from '../models';

/** The counter of a dictionary's article numbers. */
export const articleNumbers = (dictionaryId: string): string => `article:${dictionaryId}`;

/** The counter of the numbers of dictionaries. */
export const DICTIONARY_NUMBERS = 'dictionary';

/** The counter of the numbers of users. */
export const USER_NUMBERS = 'user';

/** Notes that lists of the articles of some dictionaries show something else, although no article has changed. */
export async function touchLists(
  { counters }: Pick<Models, 'counters'>,
  dictionaryIds: readonly string[],
  session?: ClientSession,
): Promise<void> {
  if (dictionaryIds.length === 0) return;
  await counters.updateMany(
    { _id: trusted({ $in: dictionaryIds.map(articleNumbers) }) },
    { $inc: { touched: 1 } },
    session ? { session } : {},
  );
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
