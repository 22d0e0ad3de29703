import { trusted } from 'mongoose';
import { KEY } from '../../domain/search/search-keys';
import type { MissedSearchRecord } from '../records';
import { findTogether } from '../mongo/read-together';
import type { Models } from '../models';

/** Maximum number of stored texts of a dictionary. */
const MAX_STORED_TEXTS = 1000;

/** Number of texts that are looked up in articles concurrently. */
const TEXTS_AT_ONCE = 100;

/** A search text without hits in a dictionary, and the number of such searches. */
export interface MissedSearch {
  readonly dictionaryId: string;
  readonly text: string;
  readonly count: number;
}

/** Stores search texts without hits, by dictionary. */
export class MissedSearchRepository {
  constructor(private readonly models: Pick<Models, 'missedSearches' | 'articles'>) {}

  /** Increments the counts of texts. Removes the texts with the lowest counts above 1,000 of a dictionary. */
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

  /** Returns the texts of a dictionary that are not a headword or variant yet, the most frequent first. */
  async of(dictionaryId: string, limit: number): Promise<readonly Pick<MissedSearch, 'text' | 'count'>[]> {
    const missed = await this.models.missedSearches
      .find({ dictionaryId }, { _id: 0, text: 1, count: 1 })
      .sort({ count: -1 })
      .limit(MAX_STORED_TEXTS)
      .lean<MissedSearchRecord[]>();
    const listed: MissedSearchRecord[] = [];
    for (let from = 0; from < missed.length && listed.length < limit; from += TEXTS_AT_ONCE) {
      const batch = missed.slice(from, from + TEXTS_AT_ONCE);
      const areWritten = await Promise.all(batch.map(({ text }) => this.isWritten(dictionaryId, text)));
      listed.push(...batch.filter((_, i) => areWritten[i] === false));
    }
    return listed.slice(0, limit);
  }

  /** Whether a text is a headword or variant of a visible article. Calls in one tick are sent in one command. */
  private async isWritten(dictionaryId: string, text: string): Promise<boolean> {
    const keys = trusted({ $in: [KEY.light + text, KEY.variant + text] });
    const filter = { dictionaryId, isDisabled: false, 'keys.precise': keys };
    const articles = await findTogether(this.models.articles, { filter, fields: { number: 1 }, limit: 1 });
    return articles.length > 0;
  }

  /** Removes the texts above the maximum: those with the lowest counts, of equal counts the oldest. */
  private async trim(dictionaryId: string): Promise<void> {
    const count = await this.models.missedSearches.countDocuments({ dictionaryId });
    if (count <= MAX_STORED_TEXTS) return;
    const least = await this.models.missedSearches
      .find({ dictionaryId }, { _id: 1 })
      .sort({ count: 1, day: 1 })
      .limit(count - MAX_STORED_TEXTS)
      .lean<Pick<MissedSearchRecord, '_id'>[]>();
    await this.models.missedSearches.deleteMany({ _id: trusted({ $in: least.map(({ _id }) => _id) }) });
  }
}
