import { isDeepStrictEqual } from 'node:util';
import { type ClientSession, trusted } from 'mongoose';
import type { DictionaryRecord } from '../../domain/dictionary/dictionary';
import { touchLists } from './counters';
import { wasStored } from '../mongo/database-error';
import { type RangeQuery, readKeyed } from '../lists/keyed-list';
import { requestReindex } from '../migrations/reindex';
import type { Models } from '../models';
import type { CounterRecord } from '../records';
import type { Transact } from '../mongo/transaction';
import { deleteInSteps } from '../mongo/delete-in-steps';
import { findTogether } from '../mongo/read-together';
import { PerTickBatch } from '../mongo/shared-reads';
import { ALL_DICTIONARIES, type ListFields } from '../lists/list-segment';
import { removeBelow } from '../applications/remove-resources';
import { SegmentWriter } from '../articles/segment-writer';
import { dictionaryUsage } from '../../domain/usage/usage';
import { proposalCounter } from '../articles/proposal-repository';
import { RIGHTS_CHANGES, setMemberships } from '../accounts/rights';
import type { UserRecord } from '../../domain/account/user';
import type { Usages } from '../applications/usages';

/** The counter that holds the number of dictionaries. */
export const DICTIONARY_TOTAL = 'total:dictionaries';

/** The documents of dictionaries, which contain their metadata. */
export class DictionaryRepository {
  private readonly reads = new PerTickBatch<readonly DictionaryRecord[]>();

  constructor(
    private readonly models: Pick<Models, 'dictionaries' | 'counters' | 'system'>,
    private readonly transact: Transact,
  ) {}

  findMany(ids: readonly string[]): Promise<readonly DictionaryRecord[]> {
    return this.reads.read(JSON.stringify(ids), () =>
      findTogether<DictionaryRecord>(this.models.dictionaries, {
        filter: { dictionaryId: { $in: ids } },
        limit: Math.max(1, ids.length),
      }),
    );
  }

  async findByNumber(number: number): Promise<DictionaryRecord | undefined> {
    const dictionaries = await this.models.dictionaries
      .find({ number }, { _id: 0 })
      .limit(1)
      .lean<DictionaryRecord[]>();
    return dictionaries[0];
  }

  read(query: RangeQuery): Promise<DictionaryRecord[]> {
    return readKeyed(this.models.dictionaries, { key: 'dictionaryId' }, query);
  }

  async total(): Promise<number> {
    const record = await this.models.counters.findOne({ _id: DICTIONARY_TOTAL }).lean<CounterRecord>();
    return record?.value ?? 0;
  }

  /** Stores a new dictionary; `false` if its identifier is taken. */
  insert(dictionary: DictionaryRecord): Promise<boolean> {
    return wasStored(
      this.transact(async (session) => {
        await this.models.dictionaries.create([dictionary], { session });
        await this.models.counters.updateOne(
          { _id: DICTIONARY_TOTAL },
          { $inc: { value: 1 } },
          { session, upsert: true },
        );
        // A dictionary whose counter remains from an earlier one with its identifier now has other lists.
        await touchLists(this.models, [dictionary.dictionaryId], session);
      }),
    );
  }

  /**
   * Replaces metadata; `false` if the dictionary has another revision by now. A changed search profile or language
   * requests a rebuild of the search keys of the articles.
   */
  async replace(before: DictionaryRecord, after: DictionaryRecord): Promise<boolean> {
    const { dictionaryId, ...fields } = after;
    const isProfiled = !isDeepStrictEqual(keySettingsOf(before), keySettingsOf(after));
    const profile = isProfiled ? { searchProfileRevision: (before.searchProfileRevision ?? 0) + 1 } : {};
    return this.transact(async (session) => {
      if (isProfiled) await requestReindex(this.models, dictionaryId, session);
      const result = await this.models.dictionaries.updateOne(
        { dictionaryId, revision: before.revision },
        { $set: { ...fields, ...profile } },
        { session },
      );
      if (result.matchedCount === 1) await touchLists(this.models, [dictionaryId], session);
      return result.matchedCount === 1;
    });
  }
}

/** The settings on which the search keys of articles depend. */
function keySettingsOf({ language, searchProfile }: DictionaryRecord) {
  return [language ?? null, searchProfile ?? null];
}

/** Deletes whole dictionaries with all their data in one transaction, so that a crash leaves all of it or none. */
export class DictionaryRemoval {
  private readonly segments: SegmentWriter;

  constructor(
    private readonly models: Models,
    private readonly transact: Transact,
    private readonly usages: Usages,
  ) {
    this.segments = new SegmentWriter(models);
  }

  /**
   * Deletes a dictionary; `false` if it does not exist. The counter of article numbers and changes remains, so no
   * number is reused.
   */
  async remove(dictionaryId: string): Promise<boolean> {
    let uploads: readonly string[] = [];
    const isRemoved = await this.transact(async (session) => {
      const { dictionaries, dictionaryFiles, articles, counters, missedSearches, imports, importSteps } =
        this.models;
      const { removals, offlineBases, offlineSegments } = this.models;
      const { deletedCount } = await dictionaries.deleteOne({ dictionaryId }, { session });
      if (deletedCount === 0) return false;
      await counters.updateOne({ _id: DICTIONARY_TOTAL }, { $inc: { value: -1 } }, { session });
      await this.conflictWithFirstWrite(dictionaryId, session);
      await this.subtractFromTotals(dictionaryId, session);
      await this.removeMembers(dictionaryId, session);
      const { usages } = this;
      await deleteInSteps(dictionaryFiles, { dictionaryId }, { session });
      await deleteInSteps(missedSearches, { dictionaryId }, { session });
      await deleteInSteps(importSteps, { dictionaryId }, { session });
      uploads = await this.removeUploads(dictionaryId, session);
      await deleteInSteps(imports, { dictionaryId }, { session });
      for (const model of [removals, offlineBases, offlineSegments] as Models['removals'][])
        await deleteInSteps(model, { dictionaryId }, { session });
      await deleteInSteps(articles, { dictionaryId }, { session });
      await removeBelow(this.models, dictionaryId, { usages, session });
      await usages.remove(dictionaryUsage(dictionaryId), session);
      await touchLists(this.models, [dictionaryId], session);
      return true;
    });
    // Up to a gigabyte each, so not in the transaction; the database removes what remains after a crash when it expires.
    await this.models.uploadParts.deleteMany({ uploadId: trusted({ $in: uploads }) });
    return isRemoved;
  }

  /** Removes the uploads of imports into a dictionary, without their bytes. Returns their identifiers. */
  private async removeUploads(dictionaryId: string, session: ClientSession): Promise<readonly string[]> {
    const { imports, uploads } = this.models;
    const records = await imports
      .find({ dictionaryId, uploadId: trusted({ $gt: '' }) }, { _id: 0, uploadId: 1 })
      .session(session)
      .lean<{ readonly uploadId: string }[]>();
    const uploadIds = records.map(({ uploadId }) => uploadId);
    await uploads.deleteMany({ uploadId: trusted({ $in: uploadIds }) }).session(session);
    return uploadIds;
  }

  /**
   * Makes the deletion conflict with a concurrent write of the first article of an empty dictionary, which creates the
   * first segment.
   */
  private async conflictWithFirstWrite(dictionaryId: string, session: ClientSession): Promise<void> {
    const first = { scope: dictionaryId, from: '' };
    await this.models.segments.updateOne(
      first,
      { $setOnInsert: { counts: { shown: {}, hidden: {} } } },
      { session, upsert: true },
    );
    await this.models.segments.deleteMany({ scope: dictionaryId }, { session });
  }

  /**
   * Removes all roles in the dictionary. A concurrent change of its members, or a new proposal, conflicts with this.
   */
  private async removeMembers(dictionaryId: string, session: ClientSession): Promise<void> {
    const { users, counters } = this.models;
    const proposing = proposalCounter(dictionaryId);
    for (const _id of [RIGHTS_CHANGES, proposing])
      await counters.updateOne({ _id }, { $inc: { value: 1 } }, { session, upsert: true });
    await counters.deleteOne({ _id: proposing }, { session });
    const members = await users
      .find({ memberOf: dictionaryId }, { _id: 0, number: 1, memberships: 1 })
      .session(session)
      .lean<Pick<UserRecord, 'number' | 'memberships'>[]>();
    for (const user of members) {
      const memberships = (user.memberships ?? []).filter(
        (membership) => membership.dictionaryId !== dictionaryId,
      );
      await setMemberships(this.models, { user, memberships }, session);
    }
  }

  /** Subtracts the articles from the totals of all dictionaries. */
  private async subtractFromTotals(dictionaryId: string, session: ClientSession): Promise<void> {
    const listed = await this.models.articles
      .find({ dictionaryId }, { _id: 0, sortKey: 1, lists: 1, isDisabled: 1 })
      .session(session)
      .lean<ListFields[]>();
    const moves = listed.map((before) => ({ before }));
    await this.segments.count(new Map([[ALL_DICTIONARIES, moves]]), session);
  }
}
