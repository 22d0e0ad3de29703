import { editsBetween, lettersLost, mayHaveErrors, neighboursOf } from './edits';
import { type Folding, heardLetters } from './folding';
import { type Lookup, type Near, threeDigits } from './tiers';
import { KEY, type SearchKeys } from './search-keys';
import { type SearchableContent, searchable, spellingsOf } from './letters';
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
 * typed marks and letters that the word lacks (three digits), then its edit distance (three digits). People omit marks that they
 * cannot type, but those that they type are intended.
 *
 * @param light the search text with its marks
 */
export function markOrder(light: string): (keys: SearchKeys) => string {
  const typed = light.normalize('NFD');
  return ({ precise }) => {
    const spelled = precise.flatMap((key) => (isMarked(key) ? key.slice(1).normalize('NFD') : []));
    const orders = spelled.map(
      (one) => threeDigits(lettersLost(typed, one)) + threeDigits(editsBetween(typed, one)),
    );
    return orders.sort()[0] ?? MOST_DIGITS;
  };
}

function isMarked(key: string): boolean {
  return key.startsWith(KEY.light) || key.startsWith(KEY.variant);
}

const MOST_DIGITS = '999999';

function fewestEdits(words: readonly string[], others: readonly string[]): string {
  const edits = words.flatMap((word) => others.map((other) => editsBetween(word, other)));
  return threeDigits(Math.min(...edits));
}

function isSpelling(key: string): boolean {
  return key.startsWith(KEY.folded) || key.startsWith(KEY.foldedVariant);
}

/** Shortest text of several words, in letters, of which a single word may be a misspelling. */
const SHORTEST_JOINED = 8;

/**
 * Returns a function that accepts words at an edit distance of at most 1 from one of the spellings, ordered by the edit distance with
 * marks and special letters. Translations and stems are not accepted, because too many are that near.
 *
 * @param spelled plain spellings of the search text
 */
export function fuzzyNear({ light, plain, words }: FuzzyTerms, spelled: readonly string[]): Near {
  const isJoined = words.length < 2 || Array.from(plain).length >= SHORTEST_JOINED;
  return ({ field, text }, folding) => {
    if (field === 'translation' || field === 'radical') return undefined;
    if (!isJoined && folding.words(text).length < 2) return undefined;
    const typed = folding.typed(text);
    const isError = typed
      .filter(mayHaveErrors)
      .some((spelling) => spelled.some((one) => editsBetween(spelling, one) <= 1));
    if (!isError) return undefined;
    const [, ...roman] = typed;
    const edits = [folding.light(text), ...roman].map((spelling) => editsBetween(spelling, light));
    return { key: threeDigits(Math.min(...edits)) };
  };
}

type FuzzyTerms = Pick<SearchText, 'light' | 'plain' | 'words'>;

/** Longest word for which words two edits away are looked up, in letters: the number of keys grows with its square. */
const LONGEST = 16;

/** Shortest such word, in letters: two edits turn a shorter word into any other. */
const SHORTEST = 5;

const MOST_EDITS = 2;

/** A word of an article that is near to the search text. */
export interface NearWord {
  readonly text: string;
  /** Edit distance of the plain spellings; 0 if the word sounds the same. */
  readonly edits: number;
}

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/**
 * Returns the lookup of words up to two edits away from a search text, and of words that sound the same; `undefined` if there are none.
 *
 * Articles have a key for each variant of a word without one letter. A word two edits away has such a key, or is a key, among the
 * variants of the search text with one or two letters omitted, one replaced, one added, or one omitted and one replaced.
 */
export function nearLookupOf({ plain, sounds, readSounds }: NearTerms): Lookup | undefined {
  const heard = soundKeys([...sounds, ...readSounds]);
  const length = Array.from(plain).length;
  if (length < SHORTEST || length > LONGEST)
    return heard.length === 0 ? undefined : { in: 'precise', anyOf: heard };
  const shorter = neighboursOf(plain).flatMap((one) => [one, ...neighboursOf(one)]);
  const codes = [KEY.neighbour, KEY.folded, KEY.foldedVariant];
  const keys = [plain, ...shorter].flatMap((key) => codes.map((code) => code + key));
  const changed = [...changedByOne(plain), ...changedTwice(plain)].map((key) => KEY.neighbour + key);
  return { in: 'precise', anyOf: [...new Set([...heard, ...keys, ...changed])] };
}

type NearTerms = Pick<SearchText, 'plain' | 'sounds' | 'readSounds'>;

/** The variants of a word with one letter replaced or added. */
function changedByOne(word: string): readonly string[] {
  const letters = Array.from(word);
  return [...letters, ''].flatMap((_, i) =>
    LETTERS.flatMap((letter) => [
      letters.toSpliced(i, 0, letter).join(''),
      ...(i < letters.length ? [letters.with(i, letter).join('')] : []),
    ]),
  );
}

/** Longest word in which two letters are replaced, in letters: the keys grow with its square. */
const LONGEST_CHANGED = 12;

/** The variants of a word with one letter omitted and a later letter replaced. */
function changedTwice(word: string): readonly string[] {
  const letters = Array.from(word);
  if (letters.length > LONGEST_CHANGED) return [];
  return letters.flatMap((_, i) => {
    const shorter = letters.toSpliced(i, 1);
    return shorter.flatMap((__, j) =>
      j < i ? [] : LETTERS.map((letter) => shorter.with(j, letter).join('')),
    );
  });
}

/** Returns the words of an article that are at most two edits away from a search text or sound the same, without translations, the nearest first. */
export function nearWordsOf(
  content: SearchableContent,
  { plain, sounds, readSounds }: NearTerms,
  folding: Folding,
) {
  const heard = [...sounds, ...readSounds];
  return searchable(spellingsOf(content))
    .filter(({ field }) => field !== 'translation' && field !== 'radical')
    .map(({ text }): NearWord => {
      const isSame = folding.sounds(text).some((sound) => heard.includes(sound));
      const edits = folding.typed(text).map((spelling) => editsBetween(spelling, plain));
      return { text, edits: isSame ? 0 : Math.min(...edits) };
    })
    .filter(
      ({ text, edits }) => edits === 0 || (edits <= MOST_EDITS && folding.typed(text).some(mayHaveErrors)),
    )
    .sort((a, b) => a.edits - b.edits);
}
