import { LRUCache } from 'lru-cache';
import type { Filter } from 'mongodb';
import { type ClientSession, trusted } from 'mongoose';
import {
  NO_USAGE,
  type OwnQuota,
  type Quota,
  type Quotas,
  sumOfUsage,
  type Usage,
  usageBetween,
  kindOfUsage,
  applicationUsage,
  dictionaryUsage,
  mediaUsage,
} from '../../domain/usage/usage';
import { Failure } from '../../shared/failure';
import { grouped } from '../../shared/grouped';
import { nativeCollection, type Models } from '../models';
import { transientTransactionError } from '../mongo/database-error';
import type { UsageRecord } from '../records';
import type { Transact } from '../mongo/transaction';

/** Usage and quota. */
export type UsageState = Usage & Quota;

/** Maximum number of records that a process caches. */
const MAX_CACHED_RECORDS = 10_000;

/** Something to be stored, with the usage that it adds. */
export interface Addition {
  readonly scope: string;
  readonly usage: Usage;
}

/**
 * Counts what applications, dictionaries and users store, in the transaction of each write, and refuses writes beyond
 * a quota.
 */
export class Usages {
  /** Records, by scope, in which all additions fitted when they were last read. */
  private readonly cachedRecords = new LRUCache<string, UsageRecord>({ max: MAX_CACHED_RECORDS });

  constructor(
    private readonly models: Pick<Models, 'usages'>,
    private readonly quotas: Quotas,
  ) {}

  /** The usage and quotas of scopes, in the given order. */
  async find(scopes: readonly string[]): Promise<UsageState[]> {
    const usages = await this.read(scopes);
    return scopes.map((scope) => this.stateOf(scope, usages.get(scope)));
  }

  /** The number of changes of a usage, which differs for each state. */
  async changesOf(scope: string): Promise<number> {
    return (await this.read([scope])).get(scope)?.changes ?? 0;
  }

  /**
   * Counts a change.
   *
   * @throws Failure QUOTA_EXCEEDED when it adds something beyond the quota; the transaction must not be committed
   *   then
   */
  async count(scope: string, change: Usage, session: ClientSession): Promise<void> {
    if (isZero(change)) return;
    const after = this.stateOf(scope, await this.add(scope, change, { session, upsert: true }));
    const before = { ...after, ...usageBetween(change, after) };
    const refusal = quotaFailureOf(scope, before, change);
    if (refusal) throw refusal;
  }

  /** Records a change of counted objects that changes neither their number nor their size. */
  async mark(scope: string, session: ClientSession): Promise<void> {
    await this.add(scope, NO_USAGE, { session, upsert: false });
  }

  /**
   * Counts those of several additions that fit into their quotas, in order.
   *
   * @returns why the others do not
   * @throws Error that makes the transaction run again when a quota is other than it was, or nearly used
   */
  async take<One extends Addition>(
    all: readonly One[],
    session: ClientSession,
  ): Promise<ReadonlyMap<One, Failure>> {
    const refusals = new Map<One, Failure>();
    const groups = [...grouped(all, (addition) => addition.scope)].filter(
      ([, group]) => !group.every(({ usage }) => isZero(usage)),
    );
    if (await this.takeByCachedQuotas(groups, session)) return refusals;
    for (const [scope, group] of groups) {
      const sum = sumOfUsage(group.map(({ usage }) => usage));
      // The record of an application exists as long as the application.
      const upsert = kindOfUsage(scope) !== 'application';
      const record = await this.add(scope, sum, { session, upsert });
      const after = this.stateOf(scope, record);
      let before = { ...after, ...usageBetween(sum, after) };
      for (const addition of group) {
        const refusal = quotaFailureOf(scope, before, addition.usage);
        if (refusal) refusals.set(addition, refusal);
        else before = { ...before, ...sumOfUsage([before, addition.usage]) };
      }
      const refused = group.filter((addition) => refusals.has(addition));
      if (refused.length === 0 && record) this.cachedRecords.set(scope, record);
      await this.giveBack(refused, session);
    }
    return refusals;
  }

  /**
   * Counts additions of many scopes by one command that reads nothing: each record is changed only while its quota is the cached one
   * and leaves room for all that is added to it.
   *
   * @returns false when a quota is not cached; nothing is counted then
   */
  private async takeByCachedQuotas(
    groups: readonly (readonly [string, readonly Addition[]])[],
    session: ClientSession,
  ): Promise<boolean> {
    if (!groups.every(([scope]) => this.cachedRecords.has(scope))) return false;
    if (groups.length === 0) return true;
    const updates = groups.map(([scope, group]) => {
      const { objects, bytes } = sumOfUsage(group.map(({ usage }) => usage));
      return {
        updateOne: {
          filter: this.fittingRecord(scope, group),
          update: { $inc: { objects, bytes, changes: 1 } },
        },
      };
    });
    const { matchedCount } = await nativeCollection(this.models.usages).bulkWrite(updates, {
      session,
      ordered: false,
    });
    if (matchedCount === updates.length) return true;
    for (const [scope] of groups) this.cachedRecords.delete(scope);
    throw transientTransactionError('A quota has changed, or is nearly used');
  }

  /**
   * The filter of the record of a scope with the cached quota and room for all additions, in any order. An unknown
   * record counts as one without a quota of its own.
   */
  private fittingRecord(scope: string, group: readonly Addition[]): Filter<UsageRecord> {
    const record = this.cachedRecords.get(scope);
    const { isOpen = null, maxObjects = null, maxBytes = null } = record ?? {};
    const quota = this.stateOf(scope, record);
    const added = sumOfUsage(
      group.map(({ usage }) => ({ objects: Math.max(usage.objects, 0), bytes: Math.max(usage.bytes, 0) })),
    );
    return {
      _id: scope,
      isOpen,
      maxObjects,
      maxBytes,
      ...(added.objects > 0 && { objects: { $lte: quota.maxObjects - added.objects } }),
      ...(added.bytes > 0 && { bytes: { $lte: quota.maxBytes - added.bytes } }),
      // The driver's types do not allow null, which also matches missing fields.
    } as Filter<UsageRecord>;
  }

  /** Stops counting additions. */
  async giveBack(all: readonly Addition[], session: ClientSession): Promise<void> {
    for (const [scope, group] of grouped(all, (addition) => addition.scope))
      await this.add(scope, usageBetween(sumOfUsage(group.map(({ usage }) => usage)), NO_USAGE), {
        session,
        upsert: false,
      });
  }

  /** Applies the smaller quota of open registration. */
  async restrict(scope: string, session: ClientSession): Promise<void> {
    await this.models.usages.updateOne(
      { _id: scope },
      { $set: { isOpen: true }, $setOnInsert: { ...NO_USAGE, changes: 0 } },
      { session, upsert: true },
    );
  }

  /** Sets the quota of one application or dictionary. */
  async limit(scope: string, quota: OwnQuota, session: ClientSession): Promise<void> {
    await this.models.usages.updateOne(
      { _id: scope },
      { $set: quota, $setOnInsert: { ...NO_USAGE, changes: 0 } },
      { session, upsert: true },
    );
  }

  async remove(scope: string, session: ClientSession): Promise<void> {
    await this.models.usages.deleteOne({ _id: scope }, { session });
  }

  async removeWithin({ from, to }: { from: string; to: string }, session: ClientSession): Promise<void> {
    await this.models.usages.deleteMany({ _id: trusted({ $gte: from, $lt: to }) }, { session });
  }

  private add(
    scope: string,
    { objects, bytes }: Usage,
    { session, upsert }: { readonly session: ClientSession; readonly upsert: boolean },
  ): Promise<UsageRecord | null> {
    return this.models.usages
      .findOneAndUpdate(
        { _id: scope },
        { $inc: { objects, bytes, changes: 1 } },
        { session, upsert, returnDocument: 'after' },
      )
      .lean<UsageRecord>()
      .exec();
  }

  private async read(scopes: readonly string[]): Promise<Map<string, UsageRecord>> {
    const records = await this.models.usages.find({ _id: trusted({ $in: scopes }) }).lean<UsageRecord[]>();
    return new Map(records.map((record) => [record._id, record]));
  }

  private stateOf(scope: string, record: UsageRecord | null | undefined): UsageState {
    const { objects, bytes } = record ?? NO_USAGE;
    const kind = kindOfUsage(scope);
    const quota = this.quotas[kind === 'application' && record?.isOpen ? 'openApplication' : kind];
    return {
      objects,
      bytes,
      maxObjects: record?.maxObjects ?? quota.maxObjects,
      maxBytes: record?.maxBytes ?? quota.maxBytes,
    };
  }
}

function isZero({ objects, bytes }: Usage): boolean {
  return objects === 0 && bytes === 0;
}

const HOLDER_HAS = {
  application: 'The application has',
  dictionary: 'The dictionary has',
  comments: 'In this dictionary you have',
  media: 'The dictionary has',
} as const;

const OBJECT_NOUNS = {
  application: 'objects',
  dictionary: 'articles',
  comments: 'comments',
  media: 'recordings and pictures',
} as const;

/**
 * The error of a change that exceeds the quota; `undefined` if it fits. A change that adds nothing is never refused.
 */
function quotaFailureOf(scope: string, before: UsageState, added: Usage): Failure | undefined {
  const { objects, bytes, maxObjects, maxBytes } = before;
  const kind = kindOfUsage(scope);
  const isMore = added.objects > 0 && objects + added.objects > maxObjects;
  const isLarger = added.bytes > 0 && bytes + added.bytes > maxBytes;
  if (!isMore && !isLarger) return undefined;
  const used = isMore
    ? `${objects} of at most ${maxObjects} ${OBJECT_NOUNS[kind]}, and this would add ${added.objects}`
    : `${bytes} of at most ${maxBytes} bytes, and this would add ${added.bytes}`;
  return new Failure('QUOTA_EXCEEDED', `${HOLDER_HAS[kind]} ${used}. Delete something first.`);
}

/** Sets quotas of single applications and dictionaries. */
export class QuotaRepository {
  constructor(
    private readonly models: Pick<Models, 'applications' | 'dictionaries'>,
    private readonly transact: Transact,
    private readonly usages: Usages,
  ) {}

  /** `false` when there is no such application. */
  setOfApplication(publicId: string, quota: OwnQuota): Promise<boolean> {
    return this.transact(async (session) => {
      const { applications } = this.models;
      const exists = await applications.findOne({ publicId }, { _id: 1 }).session(session).lean();
      if (exists) await this.usages.limit(applicationUsage(publicId), quota, session);
      return exists !== null;
    });
  }

  /** Sets the quota of the articles, or of the media, of a dictionary. `false` if the dictionary does not exist. */
  setOfDictionary(
    dictionaryId: string,
    { quota, ofMedia }: { readonly quota: OwnQuota; readonly ofMedia: boolean },
  ): Promise<boolean> {
    const scope = (ofMedia ? mediaUsage : dictionaryUsage)(dictionaryId);
    return this.transact(async (session) => {
      const { dictionaries } = this.models;
      const exists = await dictionaries.findOne({ dictionaryId }, { _id: 1 }).session(session).lean();
      if (exists) await this.usages.limit(scope, quota, session);
      return exists !== null;
    });
  }
}
