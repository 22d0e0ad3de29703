import { editsBetween, lettersLost, mayHaveErrors, neighboursOf } from './edits';
import { type Folding, heardLetters } from './folding';
import type { Lookup, Near } from './tiers';
import { KEY, type SearchKeys } from './search-keys';
import { type SearchableContent, spellingsOf } from './letters';
import type { SearchText } from './search-text';

/** The keys of words that sound like this. */
export function soundKeys(sounds: readonly string[]): readonly string[] {
  return sounds.flatMap((sound) => [KEY.sound + sound, KEY.folded + sound, KEY.foldedVariant + sound]);
}

/**
 * The order of words that sound the same: by the letters that differ, as far as they are heard; then by those that differ with
 * their marks.
 *
 * @param spelled plain spellings of what was typed, or of how it is read
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
 * The order of words that are the same on a plain keyboard: people leave marks out that they cannot type, but those that they type
 * they mean. So those words come first that have all marks and letters that were typed; among them, those with fewest others.
 *
 * @param light what was typed, with its marks
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

function threeDigits(n: number): string {
  return String(Math.min(999, n)).padStart(3, '0');
}

function fewestEdits(some: readonly string[], others: readonly string[]): string {
  const edits = some.flatMap((one) => others.map((other) => editsBetween(one, other)));
  return threeDigits(Math.min(...edits));
}

function isSpelling(key: string): boolean {
  return key.startsWith(KEY.folded) || key.startsWith(KEY.foldedVariant);
}

/** Shortest text of several words, in letters, of which a single word may be a misspelling. */
const SHORTEST_JOINED = 8;

/**
 * Words of the dictionary's language that one typing error makes of a spelling of what was typed, by the edits that count
 * marks and special letters too. Of translations it would be too many.
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
    return { key: String(Math.min(...edits)).padStart(3, '0') };
  };
}

type FuzzyTerms = Pick<SearchText, 'light' | 'plain' | 'words'>;

/** Longest word for which words two edits away are looked up: the keys to look up grow with its square. */
const LONGEST = 16;

/** Shortest such word; two edits make any word of a shorter one. */
const SHORTEST = 5;

const MOST_EDITS = 2;

/** A word of an article that is near to what was typed. */
export interface NearWord {
  readonly text: string;
  /** None where it sounds the same. */
  readonly edits: number;
}

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/**
 * Where to look for words up to two edits away, and for words that sound the same.
 *
 * A word of an article has keys without one of its letters. Two edits away are the words with such a key, or that are one,
 * among what one or two letters less, one other letter, one letter more, or one letter less and another one make of what was
 * typed.
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

/** What one other letter or one letter more makes of a word. */
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

/** What one letter less and one other letter behind it make of a word. */
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

/** The words of an article, of its own language, that are near to what was typed; the nearest first. */
export function nearWordsOf(
  content: SearchableContent,
  { plain, sounds, readSounds }: NearTerms,
  folding: Folding,
) {
  const heard = [...sounds, ...readSounds];
  return spellingsOf(content)
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
