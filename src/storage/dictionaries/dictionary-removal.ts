import type { ClientSession } from 'mongoose';
import { deleteInSteps } from '../mongo/delete-in-steps';
import { DICTIONARY_TOTAL } from './dictionary-repository';
import { ALL_DICTIONARIES, type Listed } from '../lists/list-segment';
import type { Models } from '../models';
import { removeBelow } from '../applications/remove-owned';
import { SegmentWriter } from '../articles/segment-writer';
import type { Transact } from '../mongo/transaction';
import { dictionaryUsage } from '../../domain/usage/usage';
import type { Usages } from '../applications/usages';

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

  /** The counter of article numbers remains, so no number is reused. `false` when there is no such dictionary. */
  remove(dictionaryId: string): Promise<boolean> {
    return this.transact(async (session) => {
      const { dictionaries, articles, counters } = this.models;
      const { deletedCount } = await dictionaries.deleteOne({ dictionaryId }, { session });
      if (deletedCount === 0) return false;
      await counters.updateOne({ _id: DICTIONARY_TOTAL }, { $inc: { value: -1 } }, { session });
      await this.meetWriters(dictionaryId, session);
      await this.uncount(dictionaryId, session);
      const { usages } = this;
      await deleteInSteps(articles, { dictionaryId }, { session });
      await removeBelow(this.models, dictionaryId, { usages, session });
      await usages.remove(dictionaryUsage(dictionaryId), session);
      return true;
    });
  }

  /**
   * A concurrent write of the first article of an empty dictionary creates its first segment, and conflicts with this
   * one.
   */
  private async meetWriters(dictionaryId: string, session: ClientSession): Promise<void> {
    const first = { scope: dictionaryId, from: '' };
    await this.models.segments.updateOne(
      first,
      { $setOnInsert: { counts: { shown: {}, hidden: {} } } },
      { session, upsert: true },
    );
    await this.models.segments.deleteMany({ scope: dictionaryId }, { session });
  }

  /** Subtracts the articles from the totals of all dictionaries. */
  private async uncount(dictionaryId: string, session: ClientSession): Promise<void> {
    const listed = await this.models.articles
      .find({ dictionaryId }, { _id: 0, sortKey: 1, lists: 1, isDisabled: 1 })
      .session(session)
      .lean<Listed[]>();
    const moves = listed.map((before) => ({ before }));
    await this.segments.count(ALL_DICTIONARIES, moves, session);
  }
}
