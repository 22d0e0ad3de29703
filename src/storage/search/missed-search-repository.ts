import { trusted } from 'mongoose';
import type { ArticleRecord } from '../../domain/article/article-record';
import { KEY } from '../../domain/search/search-keys';
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

  /** The texts of a dictionary that no headword and no variant is spelt like by now, the most frequent first. */
  async of(dictionaryId: string, most: number): Promise<readonly Pick<MissedSearch, 'text' | 'count'>[]> {
    const missed = await this.models.missedSearches
      .find({ dictionaryId }, { _id: 0, text: 1, count: 1 })
      .sort({ count: -1 })
      .limit(MOST_KEPT)
      .lean<MissedSearchRecord[]>();
    const written = await this.writtenOf(
      dictionaryId,
      missed.map(({ text }) => text),
    );
    return missed.filter(({ text }) => !keysOf(text).some((key) => written.has(key))).slice(0, most);
  }

  /** The keys of these texts that articles have which readers see. */
  private async writtenOf(dictionaryId: string, texts: readonly string[]): Promise<ReadonlySet<string>> {
    const keys = trusted({ $in: texts.flatMap(keysOf) });
    const articles = await this.models.articles
      .find({ dictionaryId, isDisabled: false, 'keys.precise': keys }, { _id: 0, 'keys.precise': 1 })
      .lean<Pick<ArticleRecord, 'keys'>[]>();
    return new Set(articles.flatMap((article) => article.keys.precise));
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

/** What an article has that is found by the whole text. */
function keysOf(text: string): readonly string[] {
  return [KEY.light + text, KEY.variant + text];
}
