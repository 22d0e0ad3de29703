import { editsBetween, lettersLost, mayHaveErrors } from './edits';
import { heardLetters } from './folding';
import { tableOf } from './tables/with-tables';
import { type TextComparison, threeDigits } from './tiers';
import { KEY, type SearchKeys } from './search-keys';
import type { SearchText } from './search-text';

/** Returns the search keys of words with one of the phonetic forms. */
export function soundKeys(sounds: readonly string[]): readonly string[] {
  return sounds.flatMap((sound) => [KEY.sound + sound, KEY.folded + sound, KEY.foldedVariant + sound]);
}

/**
 * Returns a function that computes the sort key of an article whose word sounds like the search text: the edit distance of the
 * phonetic letters (three digits), then that of the spellings with marks (three digits).
 *
 * @param spelled plain spellings of the search text, or its readings
 * @param marked the same with marks
 */
export function soundOrder(
  spelled: readonly string[],
  marked: readonly string[],
): (keys: SearchKeys) => string {
  const heard = spelled.map(heardLetters);
  return ({ precise }) => {
    const plain = precise.flatMap((key) => (isSpelling(key) ? heardLetters(key.slice(1)) : []));
    const light = precise.flatMap((key) => (key.startsWith(KEY.light) ? key.slice(1) : []));
    return `${fewestEdits(plain, heard)}${fewestEdits(light, marked)}`;
  };
}

/**
 * Returns a function that computes the sort key of an article whose word has the same plain spelling as the search text: the number of
 * typed marks and letters that the word lacks (three digits), then its edit distance (three digits). People omit marks that they cannot
 * type, but the marks that they type are intended.
 *
 * @param light the search text with its marks
 */
export function markOrder(light: string): (keys: SearchKeys) => string {
  const typed = light.normalize('NFD');
  return ({ precise }) => {
    const spelled = precise.flatMap((key) => (isMarked(key) ? key.slice(1).normalize('NFD') : []));
    const orders = spelled.map(
      (spelling) => threeDigits(lettersLost(typed, spelling)) + threeDigits(editsBetween(typed, spelling)),
    );
    return orders.sort()[0] ?? MAX_DIGITS;
  };
}

function isMarked(key: string): boolean {
  return key.startsWith(KEY.light) || key.startsWith(KEY.variant);
}

const MAX_DIGITS = '999999';

function fewestEdits(words: readonly string[], others: readonly string[]): string {
  const edits = words.flatMap((word) => others.map((other) => editsBetween(word, other)));
  return threeDigits(Math.min(...edits));
}

function isSpelling(key: string): boolean {
  return key.startsWith(KEY.folded) || key.startsWith(KEY.foldedVariant);
}

/** Minimum length of a text of several words that may be a misspelling of a single word, in letters. */
const MIN_JOINED_LENGTH = 8;

/**
 * Returns a function that accepts words at an edit distance of at most 1 from one of the spellings, ordered by the edit distance with
 * marks and special letters. It does not accept translations and stems, because too many of them are so near.
 *
 * @param spelled plain spellings of the search text
 * @param isNear whether a word is near to one of the spellings
 */
export function fuzzyComparison(
  { light, plain, words }: FuzzyTerms,
  spelled: readonly string[],
  isNear: (word: string, spelling: string) => boolean,
): TextComparison {
  const isJoined = words.length < 2 || Array.from(plain).length >= MIN_JOINED_LENGTH;
  return ({ field, text }, folding) => {
    if (field === 'translation' || field === 'radical') return undefined;
    if (!isJoined && folding.words(text).length < 2) return undefined;
    const typed = folding.typed(text);
    const isError = typed
      .filter(mayHaveErrors)
      .some((spelling) => spelled.some((form) => isNear(spelling, form)));
    if (!isError) return undefined;
    const [, ...roman] = typed;
    const edits = [folding.caseFold(text), ...roman].map((spelling) => editsBetween(spelling, light));
    return { key: threeDigits(Math.min(...edits)) };
  };
}

/**
 * Returns `fuzzyComparison` for one error. In a dictionary of thousands of words, most short texts have some word near them by chance: hits
 * are unlikely, and come last, if the error is not one that people make (`isLikelyError`), or if the text has marks or special letters that
 * the word lacks, since whoever types these means them.
 */
export function oneErrorComparison(terms: FuzzyTerms, spelled: readonly string[]): TextComparison {
  const distanceOf = fuzzyComparison(terms, spelled, isOneEdit);
  const likelyDistanceOf = fuzzyComparison(
    terms,
    spelled,
    (word, spelling) => isOneEdit(word, spelling) && tableOf('suggestions').isLikelyError(spelling, word),
  );
  const marks = LATIN_WORD.test(terms.plain) ? marksIn(terms.light) : '';
  return (spelling, folding) => {
    const distance = distanceOf(spelling, folding);
    if (distance === undefined) return undefined;
    const hasMarks = marks === '' || lettersLost(marks, marksIn(folding.caseFold(spelling.text))) === 0;
    const isLikely = hasMarks && likelyDistanceOf(spelling, folding) !== undefined;
    return isLikely ? distance : { key: `${UNLIKELY}${distance.key}`, isUnlikely: true };
  };
}

/** Before the keys of unlikely hits: distances have fewer than a hundred edits. */
const UNLIKELY = '1';

const LATIN_WORD = /^[a-z]+$/;
const PLAIN_LETTERS = /[a-z0-9 '-]/gu;

/** The marks and special letters of a light form. */
function marksIn(light: string): string {
  return light.normalize('NFD').replace(PLAIN_LETTERS, '');
}

function isOneEdit(word: string, spelling: string): boolean {
  return editsBetween(word, spelling) <= 1;
}

type FuzzyTerms = Pick<SearchText, 'light' | 'plain' | 'words'>;
