/**
 * Suggested words for a search text. Browsers load this file separately when a search has few hits. It therefore imports nothing that they
 * have loaded already, and its callers pass such functions.
 */

import { likelyFor } from '../letter-errors';

export { isLikelyError } from '../letter-errors';
export { basesOf, basesOfMistyped, respellingsOf, wordsNearTo } from '../guesses/form-endings';
export { quotedSteps, withTypedMarks } from '../guesses/typed-marks';
export { otherEndingDistance, otherEndingLookups, storedPrefixesOf } from './other-endings';

/** The members of `SearchText` with which words are compared. */
interface SuggestedFor {
  readonly plain: string;
  readonly sounds: readonly string[];
  readonly readSounds: readonly string[];
}

interface WordFolding {
  typed(text: string): readonly string[];
  sounds(text: string): readonly string[];
}

/** Functions of `edits` and `nearness`, and the codes of search keys. */
interface SearchedWords {
  readonly codes: Readonly<Record<'neighbour' | 'folded' | 'foldedVariant', string>>;
  readonly soundKeys: (sounds: readonly string[]) => readonly string[];
  readonly neighboursOf: (word: string) => readonly string[];
}

interface ComparedWords {
  readonly folding: WordFolding;
  readonly editsBetween: (text: string, other: string) => number;
  readonly mayHaveErrors: (word: string) => boolean;
}

/** Maximum length of a word for which words two edits away are looked up, in letters. The number of keys grows with its square. */
const MAX_SUGGESTED_LENGTH = 16;

/** Minimum length of such a word, in letters. Two edits change a shorter word into too many others: one is looked up. */
const MIN_SUGGESTED_LENGTH = 5;
const MIN_LENGTH_WITH_ONE = 3;

const MAX_EDITS = 2;
const MAX_EDITS_OF_SHORT = 1;

const LATIN_LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
const LATIN = /[a-z0-9]/;

type LettersFor = (letter: string) => readonly string[];
/** Words and letters of other scripts have no Latin letters beside them or in their place. */
const anyLetter: LettersFor = (text) => (LATIN.test(text) ? LATIN_LETTERS : []);

/**
 * Returns the precise keys of words up to two edits away from a search text, one from a short one, and of words that sound the same.
 * Articles have a key for each of their words with one letter omitted. A word two edits away equals, or has such a key that equals, one
 * of these variants of the search text: one or two letters omitted, one replaced, one added, one omitted and one replaced, or two swapped
 * and perhaps one omitted.
 *
 * @param lettersFor the letters that replace a letter
 */
export function keysNear(
  { plain, sounds, readSounds }: SuggestedFor,
  { codes, soundKeys, neighboursOf }: SearchedWords,
  lettersFor = anyLetter,
): readonly string[] {
  const heard = soundKeys([...sounds, ...readSounds]);
  const length = Array.from(plain).length;
  const { neighbour, folded, foldedVariant } = codes;
  if (length < MIN_LENGTH_WITH_ONE || length > MAX_SUGGESTED_LENGTH) return heard;
  if (length < MIN_SUGGESTED_LENGTH)
    return [...heard, ...[plain, ...neighboursOf(plain)].map((key) => neighbour + key)];
  const swapped = swapsOf(plain).flatMap((text) => [text, ...neighboursOf(text)]);
  const shorter = neighboursOf(plain).flatMap((neighbour) => [neighbour, ...neighboursOf(neighbour)]);
  const whole = [plain, ...shorter].flatMap((key) => [folded + key, foldedVariant + key]);
  // Whatever has an omitted letter and two swapped ones has, without one of these, two letters less.
  const changed = [...changedByOne(plain, lettersFor), ...changedTwice(plain, lettersFor)];
  const lessOne = [plain, ...shorter, ...swapped, ...changed].map((key) => neighbour + key);
  return [...new Set([...heard, ...whole, ...lessOne])];
}

/** The texts that result from swapping two adjacent letters of a word. */
function swapsOf(word: string): readonly string[] {
  const letters = Array.from(word);
  return letters.slice(1).map((letter, i) => letters.toSpliced(i, 2, letter, letters[i] ?? '').join(''));
}

/** The variants of a word with one letter replaced or added. */
function changedByOne(word: string, lettersFor: LettersFor): readonly string[] {
  const letters = Array.from(word);
  const added = anyLetter(word);
  return [
    ...[...letters, ''].flatMap((_, i) => added.map((letter) => letters.toSpliced(i, 0, letter).join(''))),
    ...letters.flatMap((letter, i) => lettersFor(letter).map((other) => letters.with(i, other).join(''))),
  ];
}

/** Maximum length of a word in which two letters are replaced, in letters. The number of keys grows with its square. */
const MAX_CHANGED_LENGTH = 12;

/** The variants of a word with one letter omitted and a later letter replaced. */
function changedTwice(word: string, lettersFor: LettersFor): readonly string[] {
  const letters = Array.from(word);
  if (letters.length > MAX_CHANGED_LENGTH) return [];
  return letters.flatMap((_, i) => {
    const shorter = letters.toSpliced(i, 1);
    return shorter.flatMap((letter, j) =>
      j < i ? [] : lettersFor(letter).map((other) => shorter.with(j, other).join('')),
    );
  });
}

/** Minimum length of a word in which any two letters may differ, in letters; in a shorter one only letters of similar sound. */
const MIN_LENGTH_WITH_ANY = 8;

/** Returns the precise keys of words in which two letters differ; none for long words. */
export function keysOfTwoErrors(text: SuggestedFor, searched: SearchedWords): readonly string[] {
  const { length } = Array.from(text.plain);
  if (length > MAX_SUGGESTED_LENGTH) return [];
  return length < MIN_LENGTH_WITH_ANY
    ? changedTwice(text.plain, likelyFor).map((key) => searched.codes.neighbour + key)
    : keysNear(text, searched, likelyFor);
}

/** Whether two words begin with the same letter and at most two of their letters differ, by ones of similar sound. */
export function areAlike(word: string, other: string): boolean {
  const letters = Array.from(word);
  const replaced = letters.flatMap((letter, i) => (letter === other[i] ? [] : [[letter, other[i] ?? '']]));
  return (
    word.length === other.length &&
    word.startsWith(other.charAt(0)) &&
    replaced.length <= MAX_EDITS &&
    replaced.every(([letter = '', wanted = '']) => likelyFor(letter).includes(wanted))
  );
}

/** A word that is near to the search text. */
export interface NearWord {
  readonly text: string;
  /** Edit distance of the plain spellings; 0 if the word sounds the same. */
  readonly edits: number;
}

/** Returns the words that are at most two edits away from a search text, one from a short one, or sound the same, the nearest first. */
export function closestWords(
  words: readonly string[],
  { plain, sounds, readSounds }: SuggestedFor,
  { folding, editsBetween, mayHaveErrors }: ComparedWords,
): readonly NearWord[] {
  const heard = [...sounds, ...readSounds];
  const mostEdits = Array.from(plain).length < MIN_SUGGESTED_LENGTH ? MAX_EDITS_OF_SHORT : MAX_EDITS;
  return words
    .map((text): NearWord => {
      const isSame = folding.sounds(text).some((sound) => heard.includes(sound));
      const edits = folding.typed(text).map((spelling) => editsBetween(spelling, plain));
      return { text, edits: isSame ? 0 : Math.min(...edits) };
    })
    .filter(
      ({ text, edits }) => edits === 0 || (edits <= mostEdits && folding.typed(text).some(mayHaveErrors)),
    )
    .sort((a, b) => a.edits - b.edits);
}
