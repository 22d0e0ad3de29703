import { byCodePoint } from '../../../shared/text';
import { isEditOf } from '../edits';
import { hasTwoErrors, type KnownWords, nearTo, type NearWords, readAs } from './typos';

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
export interface StoredWords {
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
  most: number,
  { among, beginning }: StoredWords,
): Promise<NearWords | undefined> {
  if (words.length > MAX_PREFIXED_WORDS || !words.every((word) => LATIN_WORD.test(word))) return undefined;
  const keys = new Set(words.flatMap(readAs).flatMap((word) => nearTo(word, PREFIX_LENGTH)));
  const [some, ...begun] = await Promise.all([
    among([...keys], most),
    ...words.map((word) => beginning(word.slice(0, PREFIX_LENGTH), MAX_WORDS_OF_BEGINNING)),
  ]);
  if (begun.some((found) => found.length >= MAX_WORDS_OF_BEGINNING)) return undefined;
  const near = begun.flatMap((found, i) => {
    const read = readAs(words[i] ?? '');
    return found.filter((word) => read.some((other) => isEditOf(word, other) || hasTwoErrors(word, other)));
  });
  const vocabulary = [...new Set([...some, ...near])].sort(byCodePoint).slice(0, most);
  return { vocabulary, lookedUp: new Set(vocabulary.length < most ? words : []) };
}
