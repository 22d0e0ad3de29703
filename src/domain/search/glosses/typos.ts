import { editsBetween, editsOf, hasTwoErrors, isEditOf, mayHaveErrors } from '../edits';
import { COVERAGES, GLOSS_CLASSES, GLOSS_KEY, type GlossQuery, keysOfGloss } from './glosses';
import { tableOf } from '../tables/with-tables';
import type { Spelling } from '../letters';
import type { TextComparison, SearchStep } from '../tiers';

/**
 * Minimum length of a word in which typing errors are searched, in letters. In words of four letters, only a missing letter is searched.
 */
const MIN_LENGTH_WITH_TYPOS = 4;

/** Maximum length of a word in the vocabulary of translations. */
const MAX_LENGTH_IN_VOCABULARY = 24;

const VOCABULARY_CODES = new Set<string>([GLOSS_KEY.segment, GLOSS_KEY.word]);

/** Returns the words in search keys that the vocabulary of translations stores. */
export function vocabularyOf(keys: readonly string[]): readonly string[] {
  const words = keys.flatMap((key) => (VOCABULARY_CODES.has(key[0] ?? '') ? key.slice(2) : []));
  return [...new Set(words)].filter((word) => mayHaveErrors(word) && word.length <= MAX_LENGTH_IN_VOCABULARY);
}

/** Whether a word has a length for which the vocabulary is searched. */
export function hasVocabulary(word: string): boolean {
  return word.length >= MIN_LENGTH_WITH_TYPOS && word.length <= MAX_LENGTH_IN_VOCABULARY;
}

/**
 * Returns all words one edit or one respelling away from a word or from one of which it is a form, to look them up in the vocabulary. Some
 * hundreds of lookups take less space than a key for each letter of each word of the vocabulary.
 *
 * @param before index of the first letter that remains unchanged
 */
export function vocabularyKeys(word: string, before?: number): readonly string[] {
  if (!hasVocabulary(word)) return [];
  const near = readAs(word).flatMap((reading) => nearTo(reading, before));
  return [...new Set([word, ...tableOf('suggestions').basesOfMistyped(word, isEditOf), ...near])];
}

/** Returns a word, and the words of which it may be a form, since most translations are singulars and infinitives. */
export function readAs(word: string): readonly string[] {
  return [word, ...tableOf('suggestions').basesOf(word)];
}

/** Returns the respellings and edits of a word. For a short word, only the edits that add a letter are returned. */
function nearTo(word: string, before?: number): readonly string[] {
  const edits = editsOf(word, before).filter((edit) => isLong(word, edit));
  return [...edits, ...tableOf('suggestions').respellingsOf(word)];
}

function isLong(...words: readonly string[]): boolean {
  return words.some(({ length }) => length > MIN_LENGTH_WITH_TYPOS);
}

/** Maximum number of words read from the vocabulary for each word of the search text. */
const MAX_NEAR_WORDS = 50;

/** Maximum number of words that are looked up for a search text. Those for its longer words come first, since fewer articles have them. */
const MAX_VOCABULARY_LOOKUPS = 3000;

/** The stored vocabulary: the words of translations. */
export interface KnownWords {
  /** Returns those of the words that the vocabulary contains, at most `limit`. */
  readonly among: (words: readonly string[], limit: number) => Promise<readonly string[]>;
  /**
   * Returns near words with fewer lookups; `undefined` if that is impossible or more expensive. Absent if lookups of single words are
   * cheap.
   */
  readonly near?: (words: readonly string[], maxCount: number) => Promise<NearWords | undefined>;
}

/**
 * Returns for each word the word itself and the words of the vocabulary near to it. Empty if the vocabulary has neither, although it
 * would contain the word if a translation did.
 */
export async function wordsNear(
  typed: readonly string[],
  known: KnownWords,
): Promise<readonly (readonly string[])[]> {
  const words = typed.filter(hasVocabulary).toSorted((a, b) => b.length - a.length);
  if (words.length === 0) return typed.map((word) => [word]);
  const maxCount = MAX_NEAR_WORDS * typed.length;
  const { vocabulary, lookedUp } =
    (await known.near?.(words, maxCount)) ?? (await readAll(words, maxCount, known));
  return typed.map((word) => {
    const near = tableOf('suggestions').wordsNearTo(word, vocabulary, {
      editsBetween,
      hasTwoErrors,
      isEditOf,
    });
    const isIn = near.length > 0 || !lookedUp.has(word) || !mayHaveErrors(word);
    return isIn ? [...new Set([word, ...near])] : [];
  });
}

/** The words that were read from the vocabulary, and the words whose neighbours were all looked up. */
export interface NearWords {
  readonly vocabulary: readonly string[];
  readonly lookedUp: ReadonlySet<string>;
}

async function readAll(
  words: readonly string[],
  maxCount: number,
  { among }: KnownWords,
): Promise<NearWords> {
  const keys = [...new Set(words.flatMap((word) => vocabularyKeys(word)))].slice(0, MAX_VOCABULARY_LOOKUPS);
  const vocabulary = await among(keys, maxCount);
  return { vocabulary, lookedUp: new Set(vocabulary.length < maxCount ? keys : []) };
}

/**
 * Returns the step for articles whose translation has, for each word of the search text, a word near to it.
 *
 * @param near for each word of the search text, the words of the vocabulary near to it
 */
export function typoStep(near: readonly (readonly string[])[]): SearchStep {
  const longestFirst = near.toSorted(([a = ''], [b = '']) => b.length - a.length);
  const lookups = longestFirst.map((words) => ({ in: 'broad' as const, anyOf: words.flatMap(keysOfWord) }));
  return { tier: 'translationFuzzy', lookups, compare: glossComparison(near) };
}

function keysOfWord(word: string): string[] {
  return [
    ...GLOSS_CLASSES.map((glossClass) => GLOSS_KEY.segment + glossClass + word),
    ...COVERAGES.map((coverage) => GLOSS_KEY.word + coverage + word),
  ];
}

/** Orders translations by the best class or share of a matching word. */
function glossComparison(near: readonly (readonly string[])[]): TextComparison {
  const keysOf = near.map((words) => new Set(words.flatMap(keysOfWord)));
  return (spelling) => {
    const own = glossKeys(spelling);
    const met = keysOf.map((keys) => own.filter((key) => keys.has(key)));
    if (met.some((keys) => keys.length === 0)) return undefined;
    const ranks = met.flat().map((key) => (key.startsWith(GLOSS_KEY.segment) ? 'a' : 'b') + (key[1] ?? ''));
    return { key: ranks.sort()[0] ?? '' };
  };
}

/**
 * Returns the step for articles whose translation has some of the words of a text of several.
 *
 * @throws MissingTable in a browser that has not loaded it; `withTables` loads it and tries again
 */
export function someWordsStep({ words, wholes }: GlossQuery): SearchStep {
  const glosses = { keysOfWord, keysOfText: glossKeys, codes: GLOSS_KEY };
  return tableOf('phrases').someWordsTier(
    words.map(({ plain, stems }) => [plain, ...stems]),
    wholes,
    glosses,
  );
}

/** The broad keys of a translation; none of other texts. */
export function glossKeys({ field, text, lang, standing = 'later' }: Spelling): readonly string[] {
  return field === 'translation' ? keysOfGloss(text, lang, standing) : [];
}
