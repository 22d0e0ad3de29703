import { editsBetween, mayHaveErrors, neighboursOf } from '../edits';
import { COVERAGES, GLOSS_CLASSES, GLOSS_KEY, keysOfGloss } from './glosses';
import type { Spelling } from '../letters';
import type { Near, TierQuery } from '../tiers';

/** Shortest word of a translation in which typing errors are searched, in letters. */
const SHORTEST = 5;

/** Longest word that the vocabulary of translations holds. */
const LONGEST = 24;

/** A word of the vocabulary of translations. */
export interface VocabularyWord {
  readonly word: string;
  /** The word itself, and without one of its letters. */
  readonly near: readonly string[];
}

const CODES = new Set<string>([GLOSS_KEY.segment, GLOSS_KEY.word]);

/** The words of search keys that belong into the vocabulary of translations. */
export function vocabularyOf(keys: readonly string[]): readonly VocabularyWord[] {
  const words = keys.flatMap((key) => (CODES.has(key[0] ?? '') ? key.slice(2) : []));
  return [...new Set(words)]
    .filter((word) => mayHaveErrors(word) && word.length <= LONGEST)
    .map((word) => ({ word, near: [word, ...neighboursOf(word)] }));
}

/** Where the vocabulary has the words that one edit makes of a word. */
export function vocabularyKeys(word: string): readonly string[] {
  return word.length < SHORTEST || word.length > LONGEST ? [] : [word, ...neighboursOf(word)];
}

/** The words of a vocabulary that are a word or one edit away from it. */
export function wordsNearTo(word: string, vocabulary: readonly string[]): readonly string[] {
  return vocabulary.filter((one) => editsBetween(one, word) <= 1);
}

/**
 * The articles with a word in a translation that is near to each of those that were typed.
 *
 * @param near the words of the vocabulary for each of them
 */
export function typoTierQuery(near: readonly (readonly string[])[]): TierQuery {
  const longestFirst = near.toSorted(([a = ''], [b = '']) => b.length - a.length);
  const lookups = longestFirst.map((words) => ({ in: 'broad' as const, anyOf: words.flatMap(keysOfWord) }));
  return { tier: 'translationFuzzy', lookups, near: nearOf(near) };
}

function keysOfWord(word: string): string[] {
  return [
    ...GLOSS_CLASSES.map((one) => GLOSS_KEY.segment + one + word),
    ...COVERAGES.map((one) => GLOSS_KEY.word + one + word),
  ];
}

/** The best rank that the words have in a translation. */
function nearOf(near: readonly (readonly string[])[]): Near {
  const keysOf = near.map((words) => new Set(words.flatMap(keysOfWord)));
  return (spelling) => {
    const own = glossKeys(spelling);
    const met = keysOf.map((keys) => own.filter((key) => keys.has(key)));
    if (met.some((keys) => keys.length === 0)) return undefined;
    const ranks = met.flat().map((key) => (key.startsWith(GLOSS_KEY.segment) ? 'a' : 'b') + (key[1] ?? ''));
    return { key: ranks.sort()[0] ?? '' };
  };
}

function glossKeys({ field, text, lang, standing = 'later' }: Spelling): readonly string[] {
  return field === 'translation' ? keysOfGloss(text, lang, standing) : [];
}
