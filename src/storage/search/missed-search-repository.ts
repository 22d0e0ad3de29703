import { trusted } from 'mongoose';
import type { MissedSearchRecord } from '../records';
import type { Models } from '../models';

/** Maximum number of texts kept for a dictionary. */
const MOST_KEPT = 1000;

/** A text that found nothing in a dictionary, and how often. */
export interface MissedSearch {
  readonly dictionaryId: string;
  readonly text: string;
  readonly count: number;
}

/** Texts for which searches found nothing, by dictionary. */
export class MissedSearchRepository {
  constructor(private readonly models: Pick<Models, 'missedSearches'>) {}

  /** Adds to the counts of texts; of a dictionary with too many texts, those with the lowest counts are removed. */
  async add(missed: readonly MissedSearch[], day: Date): Promise<void> {
    await this.models.missedSearches.bulkWrite(
      missed.map(({ dictionaryId, text, count }) => ({
        updateOne: {
          filter: { _id: `${dictionaryId} ${text}` },
          update: { $inc: { count }, $set: { day }, $setOnInsert: { dictionaryId, text } },
          upsert: true,
        },
      })),
      { ordered: false },
    );
    const ids = new Set(missed.map(({ dictionaryId }) => dictionaryId));
    for (const dictionaryId of ids) await this.trim(dictionaryId);
  }

  /** The texts of a dictionary, the most frequent first. */
  async of(dictionaryId: string, most: number): Promise<readonly Pick<MissedSearch, 'text' | 'count'>[]> {
    return this.models.missedSearches
      .find({ dictionaryId }, { _id: 0, text: 1, count: 1 })
      .sort({ count: -1 })
      .limit(most)
      .lean<MissedSearchRecord[]>();
  }

  /** The oldest go first among those with the same count. */
  private async trim(dictionaryId: string): Promise<void> {
    const count = await this.models.missedSearches.countDocuments({ dictionaryId });
    if (count <= MOST_KEPT) return;
    const least = await this.models.missedSearches
      .find({ dictionaryId }, { _id: 1 })
      .sort({ count: 1, day: 1 })
      .limit(count - MOST_KEPT)
      .lean<Pick<MissedSearchRecord, '_id'>[]>();
    await this.models.missedSearches.deleteMany({ _id: trusted({ $in: least.map(({ _id }) => _id) }) });
  }
}
