import { setTimeout as sleep } from 'node:timers/promises';
import { trusted, type ClientSession } from 'mongoose';
import { articleDocuments, type Models } from '../models';
import type { SystemRecord } from '../records';
import type { ResumedContext } from './migration';
import { MigrationLock, REINDEX_LOCK } from './migration-lock';
import {
  articlesFrom,
  articlesOfDictionary,
  type ReindexPosition,
  type RulesOfKeys,
  writeKeys,
} from './reindex-batch';

/** The record in `system` with the rules by which all search keys were made, and the progress of a newer pass. */
export const REINDEX_RECORD = 'reindex';

/** Beginning of the names of the records in `system` that request new search keys of one dictionary. */
const REQUEST = 'reindex-of:';
const BEHIND_REQUESTS = 'reindex-of;';

/** Records that the search keys of a dictionary may be outdated, until a pass over it that begins later has ended. */
export async function requestReindex(
  { system }: Pick<Models, 'system'>,
  dictionaryId: string,
  session?: ClientSession,
): Promise<void> {
  await system.updateOne(
    { _id: REQUEST + dictionaryId },
    { $inc: { requests: 1 } },
    { ...(session && { session }), upsert: true },
  );
}

/**
 * Rebuilds the search keys of the requested dictionaries, unless another process does so. It pauses for as long as it works.
 *
 * @param signal ends the run after the current batch; the requests remain
 */
export async function reindexRequested(
  { models, rules }: Pick<Reindexing, 'models' | 'rules'>,
  signal: AbortSignal,
): Promise<void> {
  if ((await requestsIn(models)).length === 0) return;
  const lock = new MigrationLock(models.system, REINDEX_LOCK);
  if (!(await lock.take())) return;
  await lock.hold(async () => {
    for (const request of await requestsIn(models)) {
      const dictionaryId = request._id.slice(REQUEST.length);
      let startedAt = performance.now();
      for await (const batch of articlesOfDictionary(models, { dictionaryId, number: -1 })) {
        if (signal.aborted) return;
        await writeKeys(models, batch, rules);
        await sleep(performance.now() - startedAt);
        startedAt = performance.now();
      }
      await endRequests(models, [request]);
    }
  });
}

/** A record that requests new search keys, and the number of requests. */
type ReindexRequest = Required<Pick<SystemRecord, '_id' | 'requests'>>;

async function requestsIn({ system }: Pick<Models, 'system'>): Promise<readonly ReindexRequest[]> {
  return system.find({ _id: trusted({ $gte: REQUEST, $lt: BEHIND_REQUESTS }) }).lean<ReindexRequest[]>();
}

/** Removes requests, unless they came again since they were read: a pass that had begun then may have passed over articles. */
async function endRequests(
  { system }: Pick<Models, 'system'>,
  requests: readonly ReindexRequest[],
): Promise<void> {
  for (const { _id, requests: count } of requests) await system.deleteOne({ _id, requests: count });
}

/** The record of resumable work on the data, and its lock. */
export interface ResumedWork {
  readonly models: Models;
  readonly lock: MigrationLock;
  /** The record in `system` that holds its progress. */
  readonly record: string;
}

/** Runs work that saves its progress, and continues an interrupted run. */
export async function resume(
  { models, lock, record }: ResumedWork,
  run: (context: ResumedContext) => Promise<void>,
): Promise<void> {
  const earlier = await models.system.findOne({ _id: record }).lean<SystemRecord>();
  const save = async (progress: unknown) => {
    await lock.confirm();
    await models.system.updateOne({ _id: record }, { $set: { progress } }, { upsert: true });
  };
  await run({ models, progress: earlier?.progress, save });
  await lock.confirm();
}

/** Polling interval of a process that waits for the pass of another one, in milliseconds. */
const POLL_MS = 250;

/** Number of articles after which a pass saves its progress. */
const ARTICLES_PER_SAVE = 500;

export interface ReindexCallbacks {
  /** @param total approximate number of articles */
  readonly begins: (total: number) => void;
  readonly proceeds: (examined: number) => void;
}

export interface ReindexSummary {
  /** Articles examined, including those of interrupted runs. */
  readonly looked: number;
  /** Articles whose keys this run has rebuilt. */
  readonly changed: number;
  /** Articles that an interrupted run had examined. */
  readonly before: number;
}

interface Progress extends ReindexPosition {
  readonly version: number;
  readonly looked: number;
}

export interface Reindexing {
  readonly models: Models;
  readonly rules: RulesOfKeys;
  readonly callbacks: ReindexCallbacks;
}

/**
 * Rebuilds the search keys of all articles whose keys have another version, while gateways read and write. One process
 * runs it and others wait. After an interruption, the next run continues. If an article is written during the run, the
 * written keys remain.
 */
export async function reindex({ models, rules, callbacks }: Reindexing): Promise<ReindexSummary> {
  const lock = new MigrationLock(models.system, REINDEX_LOCK);
  while (!(await lock.take())) await sleep(POLL_MS);
  return lock.hold(async () => {
    callbacks.begins(await articleDocuments(models).countDocuments());
    const requests = await requestsIn(models);
    let summary: ReindexSummary = { looked: 0, changed: 0, before: 0 };
    await resume({ models, lock, record: REINDEX_RECORD }, async (context) => {
      summary = await pass(context, rules, callbacks);
    });
    const { version } = rules;
    const isOver = { $set: { version }, $unset: { progress: 1 } };
    await models.system.updateOne({ _id: REINDEX_RECORD }, isOver, { upsert: true });
    await endRequests(models, requests);
    return summary;
  });
}

/**
 * Whether articles may have keys of other rules. A database without articles is up to date, and is remembered as such.
 */
export async function needsReindex(models: Models, version: number): Promise<boolean> {
  const record = await models.system.findOne({ _id: REINDEX_RECORD }).lean<SystemRecord>();
  if (record?.version !== undefined) return record.version !== version;
  if ((await models.articles.findOne({}, { _id: 1 }).lean()) !== null) return true;
  await models.system.updateOne({ _id: REINDEX_RECORD }, { $setOnInsert: { version } }, { upsert: true });
  return false;
}

async function pass(
  { models, progress, save }: ResumedContext,
  rules: RulesOfKeys,
  callbacks: ReindexCallbacks,
): Promise<ReindexSummary> {
  const { version } = rules;
  const earlier = progressOf(progress, version);
  let [looked, changed, unsaved] = [earlier?.looked ?? 0, 0, 0];
  const before = looked;
  for await (const batch of articlesFrom(models, earlier)) {
    changed += await writeKeys(models, batch, rules);
    looked += batch.articles.length;
    unsaved += batch.articles.length;
    callbacks.proceeds(looked);
    const last = batch.articles.at(-1);
    if (unsaved < ARTICLES_PER_SAVE || last === undefined) continue;
    const { dictionaryId, number } = last;
    await save({ version, dictionaryId, number, looked } satisfies Progress);
    unsaved = 0;
  }
  return { looked, changed, before };
}

/** The progress of an interrupted run; none if it used other rules. */
function progressOf(saved: unknown, version: number): Progress | undefined {
  const progress = saved as Progress | undefined;
  return progress?.version === version ? progress : undefined;
}
