import { vocabularyOf, wordsNear } from '../../domain/search/glosses/typos';
import { nearByBeginnings, type StoredWords } from '../../domain/search/glosses/words-by-beginning';
import { findTogether } from '../mongo/read-together';
import type { Models } from '../models';
import { trusted } from 'mongoose';

/** Maximum number of stored words that a process remembers. */
const MAX_REMEMBERED_WORDS = 50_000;

/** Number of words in one write. */
const WORDS_PER_WRITE = 500;

type VocabularyModel = Pick<Models, 'translationWords'>;

/**
 * The stored words of all translations, among which spellings with typing errors are looked up. Words are never removed: a word that
 * no translation contains any more has no hits.
 */
export class Vocabulary {
  private readonly stored = new Set<string>();

  constructor(private readonly models: VocabularyModel) {}

  /** Adds the words in search keys of translations. Call outside the transaction of the article, where frequent words would conflict. */
  async add(keys: readonly string[]): Promise<void> {
    const words = vocabularyOf(keys).filter((word) => !this.stored.has(word));
    for (let i = 0; i < words.length; i += WORDS_PER_WRITE)
      await this.write(words.slice(i, i + WORDS_PER_WRITE));
    if (this.stored.size > MAX_REMEMBERED_WORDS) this.stored.clear();
    for (const word of words) this.stored.add(word);
  }

  /** Returns for each word its likely spellings: see ArticleSearch.wordsNear. */
  near(typed: readonly string[]): Promise<readonly (readonly string[])[]> {
    const stored: StoredWords = {
      among: (words, limit) => this.find({ $in: words }, limit),
      beginning: (text, limit) => this.find({ $gte: text, $lt: upperBound(text) }, limit),
    };
    return wordsNear(typed, {
      among: stored.among,
      near: (words, most) => nearByBeginnings(words, most, stored),
    });
  }

  private async find(
    condition: Readonly<Record<string, unknown>>,
    limit: number,
  ): Promise<readonly string[]> {
    const found = await findTogether(this.models.translationWords, {
      filter: { _id: trusted(condition) },
      fields: { _id: 1 },
      limit,
    });
    return found.map(({ _id }) => _id);
  }

  private async write(words: readonly string[]): Promise<void> {
    await this.models.translationWords.bulkWrite(
      words.map((word) => ({
        updateOne: { filter: { _id: word }, update: { $setOnInsert: { length: word.length } }, upsert: true },
      })),
      { ordered: false },
    );
  }
}

/** The exclusive upper bound of the texts with a prefix in plain letters. */
function upperBound(text: string): string {
  return text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
}
