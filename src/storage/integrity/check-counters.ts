import { trusted, type ClientSession } from 'mongoose';
import type { Models } from '../models';
import { DICTIONARY_NUMBERS, USER_NUMBERS, articleNumbers } from '../dictionaries/counters';
import type { CounterRecord, UsageRecord } from '../records';
import { APPLICATION_TOTAL } from '../applications/insert-application';
import { DICTIONARY_TOTAL } from '../dictionaries/dictionary-repository';
import { USER_TOTAL } from '../accounts/user-repository';
import { distinctValues } from '../lists/distinct-values';
import {
  ErrorCounter,
  repairable,
  type Check,
  type Findings,
  type IntegrityCheck,
  type IntegrityProblem,
} from './integrity-check';
import { NO_USAGE } from '../../domain/usage/usage';
import { correctSize, measureUsage } from '../applications/measure-usage';

/** The numbers of votes for and against an object. */
export interface VoteCounts {
  readonly likeCount: number;
  readonly unlikeCount: number;
}

interface Voted extends VoteCounts {
  readonly number: number;
  /** `article`, or `comment:` and the comment's identifier. */
  readonly target: string;
}

interface StoredVote {
  readonly number: number;
  readonly target: string;
  readonly vote: string;
}

const NO_VOTES: VoteCounts = { likeCount: 0, unlikeCount: 0 };

/** The vote counts of a batch of articles. */
export class Votes {
  private constructor(private readonly counts: ReadonlyMap<string, Voted>) {}

  static async read(models: Pick<Models, 'votes'>, filter: object, session: ClientSession): Promise<Votes> {
    const counts = new Map<string, Voted>();
    const cursor = models.votes
      .find(filter, { _id: 0, number: 1, target: 1, vote: 1 })
      .session(session)
      .lean()
      .cursor() as unknown as AsyncIterable<StoredVote>;
    for await (const { number, target, vote } of cursor) {
      const key = targetKey(number, target);
      const { likeCount, unlikeCount } = counts.get(key) ?? NO_VOTES;
      counts.set(key, {
        number,
        target,
        likeCount: likeCount + Number(vote === 'like'),
        unlikeCount: unlikeCount + Number(vote === 'unlike'),
      });
    }
    return new Votes(counts);
  }

  of(number: number, target: string): VoteCounts {
    const { likeCount, unlikeCount } = this.counts.get(targetKey(number, target)) ?? NO_VOTES;
    return { likeCount, unlikeCount };
  }

  areCounted(number: number, target: string, stored: VoteCounts): boolean {
    const { likeCount, unlikeCount } = this.of(number, target);
    return stored.likeCount === likeCount && stored.unlikeCount === unlikeCount;
  }

  /** Everything that has votes. */
  objects(): Iterable<Voted> {
    return this.counts.values();
  }
}

function targetKey(number: number, target: string): string {
  return `${number} ${target}`;
}

const TOTALS = [
  [DICTIONARY_TOTAL, 'dictionaries'],
  [USER_TOTAL, 'users'],
  [APPLICATION_TOTAL, 'applications'],
] as const satisfies readonly (readonly [string, keyof Models])[];

/** Checks totals against the stored objects, and counters against the highest number in use. */
export const COUNTER_CHECK: Check = {
  name: 'counters',
  run: async function* (integrityCheck): Findings {
    const { articles, dictionaries, users } = integrityCheck.models;
    for (const [id, name] of TOTALS) yield* checkTotal(integrityCheck, id, name);
    yield* checkNumbers(integrityCheck, DICTIONARY_NUMBERS, () => highestNumber(dictionaries, {}));
    yield* checkNumbers(integrityCheck, USER_NUMBERS, () => highestNumber(users, {}));
    let count = TOTALS.length + 2;
    for await (const dictionaryId of distinctValues([articles.collection], 'dictionaryId')) {
      yield* checkNumbers(integrityCheck, articleNumbers(dictionaryId), () =>
        highestNumber(articles, { dictionaryId }),
      );
      count++;
    }
    return `${count} compared`;
  },
};

async function* checkTotal(
  integrityCheck: IntegrityCheck,
  _id: string,
  name: (typeof TOTALS)[number][1],
): AsyncGenerator<IntegrityProblem> {
  const { models, transact, repairs } = integrityCheck;
  const [counted, value] = await transact(async (session) => {
    const record = await models.counters.findOne({ _id }).session(session).lean<CounterRecord>();
    const number = await models[name].collection.countDocuments({}, { session });
    const total = record?.value ?? 0;
    if (repairs && number !== total)
      await models.counters.updateOne({ _id }, { $set: { value: number } }, { session, upsert: true });
    return [number, total];
  });
  if (counted !== value)
    yield repairable(`The total of ${name} is ${value}, but ${counted} exist`, integrityCheck);
}

/** @param highestNow reads the highest number in use; the counter, read after it, only grows */
async function* checkNumbers(
  integrityCheck: IntegrityCheck,
  _id: string,
  highestNow: () => Promise<number>,
): AsyncGenerator<IntegrityProblem> {
  const { counters } = integrityCheck.models;
  const number = await highestNow();
  const value = (await counters.findOne({ _id }).lean<CounterRecord>())?.value ?? 0;
  if (value >= number) return;
  if (integrityCheck.repairs) {
    await counters.updateOne({ _id }, { $setOnInsert: { value: number } }, { upsert: true });
    await counters.updateOne({ _id, value: trusted({ $lt: number }) }, { $set: { value: number } });
  }
  yield repairable(
    `The counter ${_id} is ${value}, but the number ${number} is in use: new numbers would collide`,
    integrityCheck,
  );
}

async function highestNumber(
  model: Models['articles'] | Models['dictionaries'] | Models['users'],
  filter: Readonly<Record<string, string>>,
): Promise<number> {
  const [document] = await model.collection
    .find(filter, { projection: { _id: 0, number: 1 } })
    .sort({ number: -1 })
    .limit(1)
    .toArray();
  const number: unknown = document?.['number'];
  return typeof number === 'number' ? number : 0;
}

const HOLDER_NOUNS = {
  one: 'application, dictionary or author of comments',
  other: 'applications, dictionaries or authors of comments',
};

/** Checks the counted usage against the stored data. Usage that changes during the check is skipped. */
export const USAGE_CHECK: Check = {
  name: 'quotas',
  run: async function* (integrityCheck): Findings {
    const { models, repairs } = integrityCheck;
    const counter = new ErrorCounter();
    const before = await usagesNow(models);
    const measured = await measureUsage(models, async (wrong) => {
      counter.add('the stored size of an object is wrong', wrong.scope);
      if (repairs) await correctSize(models, wrong);
    });
    const after = await usagesNow(models);
    for (const _id of new Set([...before.keys(), ...measured.keys(), ...after.keys()])) {
      const [first, last] = [before.get(_id), after.get(_id)];
      if (first?.changes !== last?.changes) continue;
      const { objects, bytes } = measured.get(_id) ?? NO_USAGE;
      if ((last?.objects ?? 0) === objects && (last?.bytes ?? 0) === bytes) continue;
      counter.add('the stored usage is wrong', _id);
      if (repairs) await repair(models, _id, { last, usage: { objects, bytes } });
    }
    for (const sentence of counter.sentences(HOLDER_NOUNS)) yield repairable(sentence, integrityCheck);
    return `${measured.size} measured`;
  },
};

async function usagesNow({ usages }: Models): Promise<ReadonlyMap<string, UsageRecord>> {
  const records = await usages.find().lean<UsageRecord[]>();
  return new Map(records.map((record) => [record._id, record]));
}

/** Corrects a usage, unless it has changed since it was measured. */
async function repair(
  { usages }: Models,
  _id: string,
  { last, usage }: { last: UsageRecord | undefined; usage: Pick<UsageRecord, 'objects' | 'bytes'> },
): Promise<void> {
  if (last) await usages.updateOne({ _id, changes: last.changes }, { $set: usage });
  else await usages.updateOne({ _id }, { $setOnInsert: { ...usage, changes: 0 } }, { upsert: true });
}
