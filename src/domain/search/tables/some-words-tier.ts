/**
 * Search texts of several words in translations. Browsers load this file with `phrase-table`. It imports nothing, and its callers pass
 * functions that are already loaded.
 */

/** Minimum length of a translation word that is looked up alone for a search text of several words, in UTF-16 units. */
const MIN_LENGTH_OF_SEVERAL = 4;

/** Maximum number of words at the beginning and at the end of a text that are joined. */
const MAX_JOINED_WORDS = 8;

/** Minimum length of an equivalent in which two letters may differ from the search text, in letters. */
const MIN_EQUIVALENT_LENGTH = 8;

/** The translation functions that the tier of some words uses. */
interface Glosses<Text> {
  /** Returns the keys of a word itself, without its stem: for whole equivalents and for words. */
  readonly keysOfWord: (word: string) => readonly string[];
  readonly keysOfText: (text: Text) => readonly string[];
  /** Codes of whole equivalents and of words, and of their stems. */
  readonly codes: Readonly<Record<'segment' | 'segmentStem' | 'word' | 'wordStem', string>>;
}

/**
 * Returns the step for articles whose translation has some of the words. An equivalent that is nearly the search text comes first,
 * then translations with most matching letters, then those of the best class.
 *
 * @param spelled each word of the search text, with its stems
 * @param wholes folded forms of the whole text
 */
export function someWordsTier<Text>(
  spelled: readonly (readonly string[])[],
  wholes: readonly string[],
  { keysOfWord, keysOfText, codes }: Glosses<Text>,
) {
  const keysOfStem = (word: string) =>
    keysOfWord(word).flatMap((key) => [
      key,
      (key.startsWith(codes.segment) ? codes.segmentStem : codes.wordStem) + key.slice(1),
    ]);
  const plain = spelled.flatMap(([word = '']) => word);
  const words = [...spelled, ...beginningsAndEnds(plain).map((joined) => [joined])].map((spellings) => ({
    length: spellings[0]?.length ?? 0,
    keys: new Set(spellings.flatMap(keysOfStem)),
  }));
  const long = words.filter(({ length }) => length >= MIN_LENGTH_OF_SEVERAL);
  const isWhole = (key: string) => key.startsWith(codes.segment) || key.startsWith(codes.segmentStem);
  // Whole equivalents before words, then by class or share, then words before stems.
  const rankOf = (key: string) =>
    (isWhole(key) ? 'a' : 'b') +
    (key[1] ?? '') +
    (key.startsWith(codes.segment) || key.startsWith(codes.word) ? 'a' : 'b');
  const editsTo = (key: string) => Math.min(...wholes.map((whole) => fewEdits(key.slice(2), whole)));
  return {
    tier: 'translationSome' as const,
    lookups: [{ in: 'broad' as const, anyOf: [...new Set(long.flatMap(({ keys }) => [...keys]))] }],
    compare: (text: Text) => {
      const own = keysOfText(text);
      const met = words.filter(({ keys }) => own.some((key) => keys.has(key)));
      if (!met.some((word) => long.includes(word))) return undefined;
      const [rank = ''] = own
        .filter((key) => met.some(({ keys }) => keys.has(key)))
        .map(rankOf)
        .sort();
      const edits = Math.min(9, ...own.filter(isWhole).map(editsTo));
      const letters = met.reduce((sum, { length }) => sum + length, 0);
      return { key: `${String(edits)}${threeDigits(999 - letters)}${rank}` };
    },
  };
}

/**
 * Returns the joined beginnings and ends of a text, of two words or more. An equivalent of stop words, such as `how are you`, is not
 * found by any of its words.
 */
function beginningsAndEnds(words: readonly string[]): readonly string[] {
  const lengths = words.slice(0, MAX_JOINED_WORDS).flatMap((_, i) => (i < 2 || i >= words.length ? [] : i));
  return lengths.flatMap((n) => [words.slice(0, n).join(''), words.slice(-n).join('')]);
}

/** Returns the number of edits between an equivalent and a text if they are few; otherwise Infinity. */
function fewEdits(equivalent: string, text: string): number {
  const possible = equivalent.length < MIN_EQUIVALENT_LENGTH ? [0, 1] : [0, 1, 2];
  return possible.find((edits) => areWithin(equivalent, text, edits)) ?? Infinity;
}

/** A number below 1000 with leading zeros, so that keys sort in numeric order. */
export function threeDigits(n: number): string {
  return String(Math.min(999, n)).padStart(3, '0');
}

/**
 * Whether at most `maxDistance` edits change one word into the other: a letter omitted, added, replaced, or swapped with the next. Unlike
 * computing the edit distance, this takes no longer for long words that are completely different.
 */
export function areWithin(word: string, other: string, maxDistance: number): boolean {
  let start = 0;
  while (start < word.length && word[start] === other[start]) start++;
  const [a, b] = [word.slice(start), other.slice(start)];
  if (a === b) return true;
  if (maxDistance === 0 || Math.abs(a.length - b.length) > maxDistance) return false;
  const isSwap = a.length > 1 && b.startsWith(a.charAt(1) + a.charAt(0));
  return (
    areWithin(a.slice(1), b.slice(1), maxDistance - 1) ||
    areWithin(a.slice(1), b, maxDistance - 1) ||
    areWithin(a, b.slice(1), maxDistance - 1) ||
    (isSwap && areWithin(a.slice(2), b.slice(2), maxDistance - 1))
  );
}
