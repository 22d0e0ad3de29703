import { byCodePoint } from '../../../shared/text';
import { editsBetween, editsOf, isEditOf, mayHaveErrors } from '../edits';
import { COVERAGES, GLOSS_CLASSES, GLOSS_KEY, keysOfGloss } from './glosses';
import type { Spelling } from '../letters';
import type { Near, TierQuery } from '../tiers';

/** Shortest word of a translation in which typing errors are searched, in letters. */
const SHORTEST = 5;

/** Longest word that the vocabulary of translations holds. */
const LONGEST = 24;

const CODES = new Set<string>([GLOSS_KEY.segment, GLOSS_KEY.word]);

/** The words of search keys that belong into the vocabulary of translations. */
export function vocabularyOf(keys: readonly string[]): readonly string[] {
  const words = keys.flatMap((key) => (CODES.has(key[0] ?? '') ? key.slice(2) : []));
  return [...new Set(words)].filter((word) => mayHaveErrors(word) && word.length <= LONGEST);
}

/** Whether the vocabulary may have words near to a word. */
export function hasVocabulary(word: string): boolean {
  return word.length >= SHORTEST && word.length <= LONGEST;
}

/**
 * The words that one edit makes of a word: those of them that the vocabulary has are near to it. Looking some hundreds of words
 * up takes less than a key for each letter of each word that the vocabulary has.
 */
function vocabularyKeys(word: string): readonly string[] {
  if (!hasVocabulary(word)) return [];
  return [
    ...new Set([
      word,
      ...readAs(word).flatMap((reading) => [...editsOf(reading), ...respellingsOf(reading)]),
    ]),
  ];
}

/** A word, and as a plural its singular, which is what most translations have. */
function readAs(word: string): readonly string[] {
  const singular = PLURAL.exec(word)?.[1];
  return singular === undefined ? [word] : [word, singular];
}

/** Shorter singulars have too many other words one letter away. */
const PLURAL = /^([a-z]{5,}[^s])s$/;

/** Spellings of one sound in the languages of translations, which differ by more than one letter or in several places. */
const RESPELLED: readonly (readonly [pattern: RegExp, other: string])[] = [
  [/f/gu, 'ph'],
  [/ph/gu, 'f'],
  [/k/gu, 'c'],
  [/c/gu, 'k'],
  [/i/gu, 'y'],
  [/y/gu, 'i'],
  [/z/gu, 's'],
  [/s/gu, 'z'],
  [/(\p{L})\1/gu, '$1'],
];

function respellingsOf(word: string): readonly string[] {
  return RESPELLED.map(([pattern, other]) => word.replace(pattern, other)).filter(
    (respelling) => respelling !== word,
  );
}

/** The words of a vocabulary that are a word, one edit away from it or another spelling of its sound. */
function wordsNearTo(word: string, vocabulary: readonly string[]): readonly string[] {
  const read = readAs(word);
  const respelled = read.flatMap(respellingsOf);
  return vocabulary.filter(
    (word) => read.some((other) => editsBetween(word, other) <= 1) || respelled.includes(word),
  );
}

/** Words of the vocabulary that are read for one that was typed. */
const MOST_NEAR = 50;

/** Words that are looked up for a text: each is a point lookup. Longer words go first, which fewer articles have. */
const MOST_LOOKED_UP = 3000;

/** The words of translations. */
export interface KnownWords {
  /** Those of some words that it has, as many as are wanted. */
  readonly among: (words: readonly string[], limit: number) => Promise<readonly string[]>;
  /** Those that begin so, as many as are wanted; absent where looking words up costs next to nothing. */
  readonly beginning?: (text: string, limit: number) => Promise<readonly string[]>;
}

/**
 * For each word the words of a vocabulary that are near to it, and the word itself; none where the vocabulary would have the word if a
 * translation had it, and has nothing near to it.
 */
export async function wordsNear(
  typed: readonly string[],
  known: KnownWords,
): Promise<readonly (readonly string[])[]> {
  const words = typed.filter(hasVocabulary).toSorted((a, b) => b.length - a.length);
  if (words.length === 0) return typed.map((word) => [word]);
  const most = MOST_NEAR * typed.length;
  const { vocabulary, lookedUp } =
    (await readByBeginnings(words, most, known)) ?? (await readAll(words, most, known));
  return typed.map((word) => {
    const near = wordsNearTo(word, vocabulary);
    const isIn = near.length > 0 || !lookedUp.has(word) || !mayHaveErrors(word);
    return isIn ? [...new Set([word, ...near])] : [];
  });
}

/** What the vocabulary has, and the words of which it has no others. */
interface NearWords {
  readonly vocabulary: readonly string[];
  readonly lookedUp: ReadonlySet<string>;
}

async function readAll(words: readonly string[], most: number, { among }: KnownWords): Promise<NearWords> {
  const keys = [...new Set(words.flatMap(vocabularyKeys))].slice(0, MOST_LOOKED_UP);
  const vocabulary = await among(keys, most);
  return { vocabulary, lookedUp: new Set(vocabulary.length < most ? keys : []) };
}

/** Letters at the beginning of a word for which edits are looked up; of those behind them, all words that begin as it does are read. */
const BEGINNING = 3;

/** Words with one beginning that are read at most; of more, looking all edits up costs less. */
const MOST_BEGINNING = 200;

/** Words for which that is done, at two questions each. */
const MOST_WORDS = 3;

const LATIN = /^[a-z0-9]+$/;

/** The same with fewer lookups; `undefined` where it would be more work, or is not possible. */
async function readByBeginnings(
  words: readonly string[],
  most: number,
  { among, beginning }: KnownWords,
): Promise<NearWords | undefined> {
  if (!beginning || words.length > MOST_WORDS || !words.every((word) => LATIN.test(word))) return undefined;
  const keys = new Set(
    words.flatMap(readAs).flatMap((word) => [...editsOf(word, BEGINNING), ...respellingsOf(word)]),
  );
  const [some, ...begun] = await Promise.all([
    among([...keys], most),
    ...words.map((word) => beginning(word.slice(0, BEGINNING), MOST_BEGINNING)),
  ]);
  if (begun.some((found) => found.length >= MOST_BEGINNING)) return undefined;
  const near = begun.flatMap((found, i) => {
    const read = readAs(words[i] ?? '');
    return found.filter((word) => read.some((other) => isEditOf(word, other)));
  });
  const vocabulary = [...new Set([...some, ...near])].sort(byCodePoint).slice(0, most);
  return { vocabulary, lookedUp: new Set(vocabulary.length < most ? words : []) };
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
    ...GLOSS_CLASSES.map((glossClass) => GLOSS_KEY.segment + glossClass + word),
    ...COVERAGES.map((coverage) => GLOSS_KEY.word + coverage + word),
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

/** Shortest word that may stand for a text of several, in letters. */
const SHORTEST_OF_SEVERAL = 4;

/** The articles with some of several words in a translation: those with most letters of them first, then by their rank. */
export function someWordsTierQuery(spelled: readonly (readonly string[])[]): TierQuery {
  const words = spelled.filter(([word = '']) => word.length >= SHORTEST_OF_SEVERAL);
  const keysOf = words.map((spellings) => new Set(spellings.flatMap(keysOfStem)));
  const anyOf = [...new Set(keysOf.flatMap((keys) => [...keys]))];
  return {
    tier: 'translationSome',
    lookups: [{ in: 'broad', anyOf }],
    near: (spelling) => {
      const own = glossKeys(spelling);
      const met = keysOf.flatMap((keys, i) => {
        const found = own.filter((key) => keys.has(key));
        return found.length === 0 ? [] : [{ found, length: words[i]?.[0]?.length ?? 0 }];
      });
      if (met.length === 0) return undefined;
      const [rank = ''] = met.flatMap(({ found }) => found.map(rankOf)).sort();
      const letters = met.reduce((sum, { length }) => sum + length, 0);
      return { key: String(999 - letters).padStart(3, '0') + rank };
    },
  };
}

function keysOfStem(word: string): string[] {
  const stems = [
    ...GLOSS_CLASSES.map((glossClass) => GLOSS_KEY.segmentStem + glossClass + word),
    ...COVERAGES.map((coverage) => GLOSS_KEY.wordStem + coverage + word),
  ];
  return [...keysOfWord(word), ...stems];
}

/** Whole equivalents come before words of them, plain ones before stems, all by their class. */
function rankOf(key: string): string {
  const isWhole = key.startsWith(GLOSS_KEY.segment) || key.startsWith(GLOSS_KEY.segmentStem);
  return (isWhole ? 'a' : 'b') + (key[1] ?? '') + (CODES.has(key[0] ?? '') ? 'a' : 'b');
}

function glossKeys({ field, text, lang, standing = 'later' }: Spelling): readonly string[] {
  return field === 'translation' ? keysOfGloss(text, lang, standing) : [];
}
