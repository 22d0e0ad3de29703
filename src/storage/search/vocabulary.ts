import { vocabularyOf, wordsNear } from '../../domain/search/glosses/typos';
import { findTogether } from '../mongo/read-together';
import type { Models } from '../models';
import { trusted } from 'mongoose';

/** Most words that a process remembers to have stored. */
const MOST_KNOWN = 50_000;

/** Words of one write. */
const BATCH = 500;

type VocabularyModel = Pick<Models, 'translationWords'>;

/**
 * The words of all translations, in which typing errors are looked up. Words are only added: of those that no translation
 * has any more, searches find nothing.
 */
export class Vocabulary {
  private readonly known = new Set<string>();

  constructor(private readonly models: VocabularyModel) {}

  /** Adds the words of search keys. Not in the transaction of the article, where frequent words would conflict. */
  async add(keys: readonly string[]): Promise<void> {
    const words = vocabularyOf(keys).filter((word) => !this.known.has(word));
    for (let i = 0; i < words.length; i += BATCH) await this.write(words.slice(i, i + BATCH));
    if (this.known.size > MOST_KNOWN) this.known.clear();
    for (const word of words) this.known.add(word);
  }

  /** The words that are one edit away from each word, or the word itself. */
  near(typed: readonly string[]): Promise<readonly (readonly string[])[]> {
    return wordsNear(typed, {
      among: (words, limit) => this.find({ $in: words }, limit),
      beginning: (text, limit) => this.find({ $gte: text, $lt: behind(text) }, limit),
    });
  }

  private async find(asked: Readonly<Record<string, unknown>>, limit: number): Promise<readonly string[]> {
    const found = await findTogether(this.models.translationWords, {
      filter: { _id: trusted(asked) },
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

/** The first text behind all that begin with a text in plain letters. */
function behind(text: string): string {
  return text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + 1);
}
