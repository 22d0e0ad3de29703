import { trusted } from 'mongoose';
import { hasTwoErrors, isEditOf } from '../../domain/search/edits';
import {
  type KnownWords,
  type NearWords,
  readAs,
  vocabularyKeys,
  vocabularyOf,
  wordsNear,
} from '../../domain/search/glosses/typos';
import { byCodePoint } from '../../shared/text';
import type { Models } from '../models';
import { findTogether } from '../mongo/read-together';

/**
 * Number of letters at the beginning of a word whose edits are looked up. All words with each such beginning are read to find edits of
 * later letters.
 */
const PREFIX_LENGTH = 3;

/** Maximum number of words with one beginning that are read. If there are more, looking up all edits is cheaper. */
const MAX_WORDS_OF_BEGINNING = 200;

/** Maximum number of words for which beginnings are read. */
const MAX_PREFIXED_WORDS = 3;

const LATIN_WORD = /^[a-z0-9]+$/;

/** A vocabulary in a database, where each lookup is expensive. */
interface StoredWords {
  /** Returns those of the words that the vocabulary contains, at most `limit`. */
  readonly among: KnownWords['among'];
  /** Returns words with a prefix, at most `limit`. */
  readonly beginning: (text: string, limit: number) => Promise<readonly string[]>;
}

/**
 * Returns the words near to the given ones with fewer lookups than there are edits, including words in which two letters of a long word
 * differ; `undefined` if that is impossible or more expensive.
 */
export async function nearByBeginnings(
  words: readonly string[],
  maxCount: number,
  { among, beginning }: StoredWords,
): Promise<NearWords | undefined> {
  if (words.length > MAX_PREFIXED_WORDS || !words.every((word) => LATIN_WORD.test(word))) return undefined;
  const keys = new Set(words.flatMap((word) => vocabularyKeys(word, PREFIX_LENGTH)));
  const [some, ...begun] = await Promise.all([
    among([...keys], maxCount),
    ...words.map((word) => beginning(word.slice(0, PREFIX_LENGTH), MAX_WORDS_OF_BEGINNING)),
  ]);
  if (begun.some((candidates) => candidates.length >= MAX_WORDS_OF_BEGINNING)) return undefined;
  const near = begun.flatMap((candidates, i) => {
    const read = readAs(words[i] ?? '');
    return candidates.filter((word) =>
      read.some((other) => isEditOf(word, other) || hasTwoErrors(word, other)),
    );
  });
  const vocabulary = [...new Set([...some, ...near])].sort(byCodePoint).slice(0, maxCount);
  return { vocabulary, lookedUp: new Set(vocabulary.length < maxCount ? words : []) };
}

/** Maximum number of stored words that a process remembers. */
const MAX_REMEMBERED_WORDS = 50_000;

/** Number of words in one write. */
const WORDS_PER_WRITE = 500;

type VocabularyModel = Pick<Models, 'translationWords'>;

/**
 * The stored words of all translations, among which spellings with typing errors are looked up. Words are never removed: a word that
 * is no longer in any translation has no hits.
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
      near: (words, maxCount) => nearByBeginnings(words, maxCount, stored),
    });
  }

  private async find(
    condition: Readonly<Record<string, unknown>>,
    limit: number,
  ): Promise<readonly string[]> {
    const records = await findTogether(this.models.translationWords, {
      filter: { _id: trusted(condition) },
      fields: { _id: 1 },
      limit,
    });
    return records.map(({ _id }) => _id);
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
