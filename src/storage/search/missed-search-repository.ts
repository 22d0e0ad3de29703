import { trusted } from 'mongoose';
import { KEY } from '../../domain/search/search-keys';
import type { MissedSearchRecord } from '../records';
import { findTogether } from '../mongo/read-together';
import type { Models } from '../models';

/** Maximum number of texts kept for a dictionary. */
const MOST_KEPT = 1000;

/** Texts that are looked up in articles by one command. */
const AT_ONCE = 100;

/** A text that found nothing in a dictionary, and how often. */
export interface MissedSearch {
  readonly dictionaryId: string;
  readonly text: string;
  readonly count: number;
}

/** Texts for which searches found nothing, by dictionary. */
export class MissedSearchRepository {
  constructor(private readonly models: Pick<Models, 'missedSearches' | 'articles'>) {}

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

  /** The texts of a dictionary that are no headword or variant yet, the most frequent first. */
  async of(dictionaryId: string, most: number): Promise<readonly Pick<MissedSearch, 'text' | 'count'>[]> {
    const missed = await this.models.missedSearches
      .find({ dictionaryId }, { _id: 0, text: 1, count: 1 })
      .sort({ count: -1 })
      .limit(MOST_KEPT)
      .lean<MissedSearchRecord[]>();
    const listed: MissedSearchRecord[] = [];
    for (let from = 0; from < missed.length && listed.length < most; from += AT_ONCE) {
      const some = missed.slice(from, from + AT_ONCE);
      const areWritten = await Promise.all(some.map(({ text }) => this.isWritten(dictionaryId, text)));
      listed.push(...some.filter((_, i) => areWritten[i] === false));
    }
    return listed.slice(0, most);
  }

  /** Whether a text is a headword or variant that readers see. Those of one tick are one command. */
  private async isWritten(dictionaryId: string, text: string): Promise<boolean> {
    const keys = trusted({ $in: [KEY.light + text, KEY.variant + text] });
    const filter = { dictionaryId, isDisabled: false, 'keys.precise': keys };
    const found = await findTogether(this.models.articles, { filter, fields: { number: 1 }, limit: 1 });
    return found.length > 0;
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
