import type { ClientSession } from 'mongoose';
import { articleNumbers, countChanges } from '../dictionaries/counters';
import { distinctValues } from '../lists/distinct-values';
import type { Models } from '../models';
import type { CounterRecord, RemovalRecord } from '../records';
import {
  type Check,
  ErrorCounter,
  type IntegrityCheck,
  type IntegrityProblem,
  repairable,
} from './integrity-check';

/** Number of removals that are compared with their articles in one transaction. */
const REMOVALS_PER_TRANSACTION = 500;

const ARTICLE_NOUNS = { one: 'article', other: 'articles' };

/** Checks that every article has a unique number in the sequence of its dictionary, and that no visible article is recorded as removed. */
export const SEQUENCE_CHECK: Check = {
  name: 'sequences of changes',
  run: async function* (integrityCheck) {
    const { articles, removals } = integrityCheck.models;
    let count = 0;
    for await (const dictionaryId of distinctValues(
      [articles.collection, removals.collection],
      'dictionaryId',
    )) {
      yield* checkLast(integrityCheck, dictionaryId);
      const wrong = new ErrorCounter();
      for (const isDisabled of [false, true])
        count += await checkSequenceNumbers(integrityCheck, { dictionaryId, isDisabled }, wrong);
      await checkRemovals(integrityCheck, dictionaryId, wrong);
      for (const sentence of wrong.sentences(ARTICLE_NOUNS))
        yield repairable(`${dictionaryId}: ${sentence}`, integrityCheck);
    }
    return `the positions of ${count} articles`;
  },
};

/** Checks that the counter is not below any sequence number. It is read after these, and only grows. */
async function* checkLast(
  { models, transact, repairs }: IntegrityCheck,
  dictionaryId: string,
): AsyncGenerator<IntegrityProblem> {
  const _id = articleNumbers(dictionaryId);
  const places = [
    await highestSeq(models.articles, { dictionaryId, isDisabled: false }),
    await highestSeq(models.articles, { dictionaryId, isDisabled: true }),
    await highestSeq(models.removals, { dictionaryId }),
  ];
  const used = Math.max(...places);
  const last = (await models.counters.findOne({ _id }).lean<CounterRecord>())?.seq ?? 0;
  if (last >= used) return;
  if (repairs)
    await transact(async (session) => {
      const { seq = 0 } =
        (await models.counters.findOne({ _id }).session(session).lean<CounterRecord>()) ?? {};
      const change = { $inc: { value: 0, seq: Math.max(0, used - seq) } };
      await models.counters.updateOne({ _id }, change, { session, upsert: true });
    });
  yield repairable(
    `${dictionaryId}: the last position in the sequence is ${last}, but position ${used} is in use`,
    { repairs },
  );
}

async function highestSeq(
  { collection }: Pick<Models['articles'] | Models['removals'], 'collection'>,
  filter: Readonly<Record<string, unknown>>,
): Promise<number> {
  const options = { projection: { _id: 0, seq: 1 }, sort: { seq: -1 as const }, limit: 1 };
  const [document] = await collection.find(filter, options).toArray();
  return Number(document?.['seq'] ?? 0);
}

interface SequencedArticle {
  readonly number: number;
  readonly revision: number;
  readonly seq?: number | null;
}

/** @returns the number of articles read */
async function checkSequenceNumbers(
  { models, transact, repairs }: IntegrityCheck,
  filter: { readonly dictionaryId: string; readonly isDisabled: boolean },
  wrong: ErrorCounter,
): Promise<number> {
  const projection = { _id: 0, number: 1, revision: 1, seq: 1 };
  const articles = models.articles.collection.find<SequencedArticle>(filter, {
    projection,
    sort: { seq: 1 },
  });
  const misplaced: SequencedArticle[] = [];
  let [count, before] = [0, 0];
  for await (const article of articles) {
    const seq = article.seq ?? 0;
    if (seq <= before) misplaced.push(article);
    before = Math.max(before, seq);
    count++;
  }
  for (const article of misplaced) {
    wrong.add('its position in the sequence is missing or shared', article.number);
    if (repairs)
      await transact((session) => assignSequenceNumber(models, { ...filter, ...article }, session));
  }
  return count;
}

/** Assigns a sequence number to an article that has not been written since it was read. */
async function assignSequenceNumber(
  models: Pick<Models, 'articles' | 'counters'>,
  { dictionaryId, number, revision }: SequencedArticle & { readonly dictionaryId: string },
  session: ClientSession,
): Promise<void> {
  const changes = await countChanges(models, new Map([[dictionaryId, { value: 0, seq: 1 }]]), session);
  const { seq } = changes.get(dictionaryId)?.after ?? {};
  const article = { dictionaryId, number, revision };
  await models.articles.collection.updateOne(article, { $set: { seq } }, { session });
}

async function checkRemovals(
  { models, transact, repairs }: IntegrityCheck,
  dictionaryId: string,
  wrong: ErrorCounter,
): Promise<void> {
  for (let after = -1, isMore = true; isMore;)
    [after, isMore] = await transact(async (session) => {
      const removals = await models.removals.collection
        .find<RemovalRecord>({ dictionaryId, number: { $gt: after } }, { session, sort: { number: 1 } })
        .limit(REMOVALS_PER_TRANSACTION)
        .toArray();
      const numbers = removals.map(({ number }) => number);
      const shown = await models.articles.collection
        .find<SequencedArticle>({ dictionaryId, number: { $in: numbers }, isDisabled: false }, { session })
        .project<SequencedArticle>({ _id: 0, number: 1 })
        .toArray();
      const filter = { dictionaryId, number: { $in: shown.map(({ number }) => number) } };
      if (repairs && shown.length > 0) await models.removals.collection.deleteMany(filter, { session });
      for (const { number } of shown) wrong.add('it is noted as removed, and readers see it', number);
      return [numbers.at(-1) ?? after, removals.length === REMOVALS_PER_TRANSACTION] as const;
    });
}
