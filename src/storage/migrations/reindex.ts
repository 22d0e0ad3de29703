import type { ClientSession } from 'mongoose';
import { articleDocuments, type Models } from '../models';
import type { SystemRecord } from '../records';
import type { ResumedContext } from './migration';
import { MigrationLock, REINDEX_LOCK } from './migration-lock';
import { setTimeout as sleep } from 'node:timers/promises';
import { articlesFrom, type ReindexPosition, type RulesOfKeys, writeKeys } from './reindex-batch';

/** The record in `system` with the rules by which all search keys were made, and the progress of a newer pass. */
export const REINDEX_RECORD = 'reindex';

/** Records that keys may be outdated, until the end of a pass that begins later. */
export async function requestReindex(
  { system }: Pick<Models, 'system'>,
  session?: ClientSession,
): Promise<void> {
  await system.updateOne(
    { _id: REINDEX_RECORD },
    { $set: { version: 0 }, $inc: { requests: 1 } },
    { ...(session && { session }), upsert: true },
  );
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
  readonly proceeds: (looked: number) => void;
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
  /** Number of requests for a pass when this one began. */
  readonly requests: number;
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
    for (let changed = 0; ;) {
      const requests = await requestsIn(models);
      let summary: ReindexSummary = { looked: 0, changed: 0, before: 0 };
      await resume({ models, lock, record: REINDEX_RECORD }, async (context) => {
        summary = await pass(context, { rules, requests }, callbacks);
      });
      changed += summary.changed;
      // A request during the pass may concern articles that the pass has already processed.
      if (await isOver(models, { requests, version: rules.version })) return { ...summary, changed };
    }
  });
}

async function requestsIn({ system }: Pick<Models, 'system'>): Promise<number> {
  await system.updateOne({ _id: REINDEX_RECORD }, { $inc: { requests: 0 } }, { upsert: true });
  return (await system.findOne({ _id: REINDEX_RECORD }).lean<SystemRecord>())?.requests ?? 0;
}

/** Records the end of a pass; `false` if another pass was requested since it began. */
async function isOver(
  { system }: Pick<Models, 'system'>,
  { requests, version }: Pick<Progress, 'requests' | 'version'>,
): Promise<boolean> {
  const result = await system.updateOne(
    { _id: REINDEX_RECORD, requests },
    { $set: { version }, $unset: { progress: 1 } },
  );
  return result.matchedCount === 1;
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
  { rules, requests }: { readonly rules: RulesOfKeys; readonly requests: number },
  callbacks: ReindexCallbacks,
): Promise<ReindexSummary> {
  const { version } = rules;
  const earlier = progressOf(progress, { version, requests });
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
    await save({ version, requests, dictionaryId, number, looked } satisfies Progress);
    unsaved = 0;
  }
  return { looked, changed, before };
}

/** The progress of an interrupted run; none if it used other rules or profiles. */
function progressOf(
  saved: unknown,
  { version, requests }: Pick<Progress, 'version' | 'requests'>,
): Progress | undefined {
  const progress = saved as Progress | undefined;
  return progress?.version === version && progress.requests === requests ? progress : undefined;
}
