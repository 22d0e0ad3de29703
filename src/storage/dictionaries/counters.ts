import type { Filter } from 'mongodb';
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

/** The counters of a dictionary. Each change of its articles, their lists or its metadata changes them. */
export type DictionaryCounters = Partial<Omit<CounterRecord, '_id' | 'forgotten'>>;

/** A change of the counters of a dictionary, with their state before and after it. */
export interface CountedChange {
  readonly increments: Counted;
  readonly before: DictionaryCounters;
  readonly after: DictionaryCounters;
}

type CountedChanges = ReadonlyMap<string, CountedChange>;

/**
 * Counts changes of the article lists of dictionaries, by two commands. Each change gets a different time in whole seconds, ahead of the
 * clock if necessary, so that no two states of a list have the same time. Concurrent transactions that count in the same dictionary
 * conflict, and one of them is repeated.
 *
 * @param counted by dictionary
 */
export async function countChanges(
  models: Pick<Models, 'counters'>,
  counted: ReadonlyMap<string, Counted>,
  session: ClientSession,
): Promise<CountedChanges> {
  if (counted.size === 0) return new Map();
  const counters = nativeCollection(models.counters);
  const names = [...counted.keys()].map(articleNumbers);
  const records = await counters.find({ _id: { $in: names } }, { session }).toArray();
  const stored = new Map(records.map((record) => [record._id, record]));
  const changes = changesOf(counted, (id) => stored.get(articleNumbers(id)));
  const updates = [...changes].map(([id, change]) => ({
    updateOne: {
      filter: { _id: articleNumbers(id) },
      update: updateTo(change),
      upsert: 'seq' in change.increments,
    },
  }));
  await counters.bulkWrite(updates, { session, ordered: false });
  return changes;
}

/**
 * Counts changes as `countChanges` does, by one command, but only in dictionaries that have the expected counters.
 *
 * @param expected counters of each dictionary of `counted`
 * @returns the number of these dictionaries, and the changes; they are all made if the number is that of `counted`
 */
export async function countExpected(
  models: Pick<Models, 'counters'>,
  counted: ReadonlyMap<string, Counted>,
  {
    expected,
    session,
  }: { readonly expected: ReadonlyMap<string, DictionaryCounters>; readonly session: ClientSession },
): Promise<{ readonly matched: number; readonly changes: CountedChanges }> {
  const changes = changesOf(counted, (id) => expected.get(id));
  const updates = [...changes].map(([id, change]) => {
    const { value = null, seq = null, touched = null, changedAt = null } = change.before;
    // The driver's types do not allow null, which also matches missing fields.
    const filter = { _id: articleNumbers(id), value, seq, touched, changedAt } as Filter<CounterRecord>;
    return { updateOne: { filter, update: updateTo(change) } };
  });
  const options = { session, ordered: false };
  const { matchedCount } = await nativeCollection(models.counters).bulkWrite(updates, options);
  return { matched: matchedCount, changes };
}

function changesOf(
  counted: ReadonlyMap<string, Counted>,
  countersOf: (dictionaryId: string) => DictionaryCounters | undefined,
): CountedChanges {
  return new Map(
    [...counted].map(([id, increments]) => {
      const before = countersOf(id) ?? {};
      return [id, { increments, before, after: countersAfter(before, increments) }];
    }),
  );
}

function countersAfter(before: DictionaryCounters, increments: Counted): DictionaryCounters {
  const { value = 0, seq = 0, touched = 0 } = before;
  const changedAt = timeBehind(before.changedAt);
  return 'touched' in increments
    ? { ...before, changedAt, touched: touched + increments.touched }
    : { ...before, changedAt, value: value + increments.value, seq: seq + increments.seq };
}

function updateTo({ increments, after: { changedAt = nextSecond() } }: CountedChange) {
  return { $inc: increments, $set: { changedAt } };
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
