import { trusted } from 'mongoose';
import { EVERY_ARTICLE } from '../../domain/article/article-lists';
import {
  ALL_DICTIONARIES,
  countOne,
  type Counts,
  type ListFields,
  type ListSegment,
  listFilter,
} from '../lists/list-segment';
import { distinctValues } from '../lists/distinct-values';
import {
  type Check,
  type IntegrityCheck,
  type Findings,
  repairable,
  type CheckInTransaction,
  ErrorCounter,
} from './integrity-check';

const SEGMENT_NOUNS = { one: 'segment', other: 'segments' };

/** Checks that each list segment counts the articles of its range. */
export const LIST_CHECK: Check = {
  name: 'totals of lists',
  run: async function* (integrityCheck): Findings {
    const { articles, segments } = integrityCheck.models;
    let count = 0;
    for (const [collection, field] of [
      [segments, 'scope'],
      [articles, 'dictionaryId'],
    ] as const)
      for await (const scope of distinctValues([collection.collection], field))
        if (field === 'scope' || !(await hasSegments(integrityCheck, scope)))
          count += yield* checkScope(integrityCheck, scope);
    if (!(await hasSegments(integrityCheck, ALL_DICTIONARIES)))
      count += yield* checkScope(integrityCheck, ALL_DICTIONARIES);
    return `${count} segments recounted`;
  },
};

async function hasSegments({ models }: IntegrityCheck, scope: string): Promise<boolean> {
  return (await models.segments.findOne({ scope }, { _id: 1 }).lean()) !== null;
}

async function* checkScope(
  integrityCheck: IntegrityCheck,
  scope: string,
): AsyncGenerator<ReturnType<typeof repairable>, number> {
  const counter = new ErrorCounter();
  let count = 0;
  for (let after: string | undefined; ;) {
    const behind = after;
    const checked = await integrityCheck.transact((session) =>
      checkNextSegment({ ...integrityCheck, session }, scope, behind),
    );
    if (checked === undefined) break;
    for (const problem of checked.wrong)
      counter.add(problem, checked.from === '' ? 'the first' : `from ${word(checked.from)}`);
    after = checked.from;
    count++;
  }
  const listName = scope === ALL_DICTIONARIES ? 'all dictionaries' : scope;
  for (const sentence of counter.sentences(SEGMENT_NOUNS))
    yield repairable(`${listName}: ${sentence}`, integrityCheck);
  return count;
}

interface CheckedSegment {
  readonly from: string;
  readonly wrong: readonly string[];
}

/** Checks the first segment after a sort key in one snapshot. Returns `undefined` if there is none. */
async function checkNextSegment(
  integrityCheck: CheckInTransaction,
  scope: string,
  after: string | undefined,
): Promise<CheckedSegment | undefined> {
  const { models, session, repairs } = integrityCheck;
  const behind = after === undefined ? {} : { from: trusted({ $gt: after }) };
  const [segment, next] = await models.segments
    .find({ scope, ...behind })
    .sort({ from: 1 })
    .limit(2)
    .session(session)
    .lean<ListSegment[]>();
  if (after === undefined && segment?.from !== '')
    return checkBeginning(integrityCheck, scope, segment?.from);
  if (!segment) return undefined;
  const counts = await countArticles(integrityCheck, { scope, from: segment.from, before: next?.from });
  const wrong = differences(segment.counts, counts);
  if (repairs && wrong.length > 0)
    await models.segments.updateOne({ _id: segment._id, scope }, { $set: { counts } }, { session });
  return { from: segment.from, wrong };
}

/** The first segment of a scope with articles begins at the empty sort key. */
async function checkBeginning(
  integrityCheck: CheckInTransaction,
  scope: string,
  before: string | undefined,
): Promise<CheckedSegment | undefined> {
  const { models, session, repairs } = integrityCheck;
  const counts = await countArticles(integrityCheck, { scope, from: '', before });
  const isEmpty = Object.values(counts).every((side) => Object.keys(side).length === 0);
  if (isEmpty && before === undefined) return undefined;
  if (isEmpty) return { from: '', wrong: [] };
  if (repairs) await models.segments.create([{ scope, from: '', counts }], { session });
  return { from: '', wrong: ['articles have no list segment'] };
}

interface Bounds {
  readonly scope: string;
  readonly from: string;
  readonly before: string | undefined;
}

async function countArticles(
  { models, session }: CheckInTransaction,
  { scope, from, before }: Bounds,
): Promise<Counts> {
  const range = { scope, list: EVERY_ARTICLE, visibility: ['shown', 'hidden'] as const, from, before };
  const articles = models.articles
    .find(listFilter(range), { _id: 0, sortKey: 1, lists: 1, isDisabled: 1 })
    .session(session)
    .lean()
    .cursor() as unknown as AsyncIterable<ListFields>;
  const counts: Counts = { shown: {}, hidden: {} };
  for await (const article of articles) countOne(counts, article);
  return counts;
}

/** A message for each list with a wrong count. A missing count is zero. */
function differences(stored: ListSegment['counts'] | undefined, shouldBe: Counts): readonly string[] {
  return (['shown', 'hidden'] as const).flatMap((side) => {
    const have: Readonly<Record<string, number>> = stored?.[side] ?? {};
    const lists = [...new Set([...Object.keys(have), ...Object.keys(shouldBe[side])])];
    return lists
      .filter((list) => (have[list] ?? 0) !== (shouldBe[side][list] ?? 0))
      .map((list) => `the total of ${side} articles in the list ${list} is wrong`);
  });
}

/** The headword with which a segment begins. */
function word(sortKey: string): string {
  return sortKey.split('\u0001')[1] ?? sortKey;
}
