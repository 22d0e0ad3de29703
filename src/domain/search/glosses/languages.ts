import { primaryLanguage } from '../../dictionary/dictionary-languages';
import { ALL_TAGS, CODES, type GlossTable, type GlossTag } from '../tables/gloss-table';
import { tableOf } from '../tables/with-tables';
import { COMMON_FOLDING } from '../folding';

/** A word of a translation, folded. */
export interface GlossWord {
  readonly plain: string;
  /** The stem, which its inflected forms share. */
  readonly stem: string;
}

/** Word rules of a translation language. Parameters named `light` are case-folded words, and those named `plain` are plain spellings: see Folding. */
export interface GlossLanguage {
  /** Returns the folded stem of a word, which its inflected forms share. */
  readonly stemOf: (light: string) => string;
  /** Returns further words of which a folded word may be a form, with their stems. Some do not exist. */
  readonly otherWordsOf: (plain: string) => readonly GlossWord[];
  /** Whether a word is so common that search ignores it in translations. */
  readonly isStopWord: (light: string) => boolean;
  /** Whether a stop word at the beginning of an equivalent does not change its meaning, as an article does not. */
  readonly isLeading: (light: string) => boolean;
}

/** Maximum length of an article, an infinitive mark and the like, in letters. */
const MAX_LEADING_WORD_LENGTH = 3;

function glossLanguageFrom({ stem, stopWords, others = '', irregular, wordsOf }: GlossTable): GlossLanguage {
  // Words with an apostrophe are excluded, because it separates words, and without it `i'll` would be the word `ill`.
  const whole = [...stopWords, ...others.split(' ')].filter((word) => !word.includes("'"));
  const stops = new Set(whole.map((word) => COMMON_FOLDING.caseFold(word)));
  // People type stop words without accents, but an accented word is not a stop word because its plain spelling is one.
  const plainStops = new Set(Array.from(stops, (word) => COMMON_FOLDING.plainSpelling(word)));
  const isStopWord = (light: string) => stops.has(light) || plainStops.has(light);
  const leading = new Set(others.split(' '));
  return {
    stemOf: withCache((light) => stemIn(irregular?.get(light) ?? light, stem)),
    otherWordsOf: (plain) =>
      (wordsOf?.(plain) ?? []).map((word) => ({
        plain: COMMON_FOLDING.plainSpelling(word),
        stem: stemIn(word, stem),
      })),
    isStopWord,
    isLeading: (light) =>
      isStopWord(light) && (light.length <= MAX_LEADING_WORD_LENGTH || leading.has(light)),
  };
}

/** Maximum number of cached stems of a language: many times the words of a page of hits. */
const MAX_CACHED_STEMS = 5000;

/** Maximum length of a word whose stem is cached, in UTF-16 units. */
const MAX_CACHED_LENGTH = 24;

/** Caches a function from words to stems. Few words make up most of those that searches compare. */
function withCache(stemOf: (light: string) => string): (light: string) => string {
  const cache = new Map<string, string>();
  return (light) => {
    if (light.length > MAX_CACHED_LENGTH) return stemOf(light);
    const cached = cache.get(light);
    if (cached !== undefined) return cached;
    const stem = stemOf(light);
    if (cache.size >= MAX_CACHED_STEMS) cache.clear();
    cache.set(light, stem);
    return stem;
  };
}

/** Minimum length of a stem, in letters. Too many words share a shorter one, so that the whole word is used instead. */
const MIN_STEM_LENGTH = 3;

function stemIn(light: string, stem: (word: string) => string): string {
  const plain = COMMON_FOLDING.plainSpelling(stem(light));
  return plain.length < MIN_STEM_LENGTH ? COMMON_FOLDING.plainSpelling(light) : plain;
}

const TAG_BY_CODE: ReadonlyMap<string, GlossTag> = new Map(
  ALL_TAGS.flatMap((tag) => CODES[tag].split(' ').map((code) => [code, tag] as const)),
);

/** A language without a stemmer: each word is its own stem, and none is a stop word. */
const UNKNOWN: GlossLanguage = {
  stemOf: (light) => COMMON_FOLDING.plainSpelling(light),
  otherWordsOf: () => [],
  isStopWord: () => false,
  isLeading: () => false,
};

const LANGUAGE_CACHE = new Map<GlossTag, GlossLanguage>();

/**
 * Returns the word rules of a translation language by its tag; without a table, each word is its own stem.
 *
 * @throws MissingTable in a browser that has not loaded the table; `withTables` loads it and tries again
 */
export function glossLanguage(tag: string | undefined): GlossLanguage {
  const own = TAG_BY_CODE.get(primaryLanguage(tag));
  if (own === undefined) return UNKNOWN;
  const cached = LANGUAGE_CACHE.get(own);
  if (cached !== undefined) return cached;
  const language = glossLanguageFrom(tableOf(own));
  LANGUAGE_CACHE.set(own, language);
  return language;
}

/** Whether there is a table with the stems and stop words of a language. */
export function hasStems(tag: string | undefined): boolean {
  return TAG_BY_CODE.has(primaryLanguage(tag));
}

/**
 * Returns the translation languages in which a query may be written: the requested one; otherwise those of the dictionary that have
 * a table; otherwise all that have one.
 */
export function queryLanguages(
  targetLanguages: readonly string[],
  requested: string | undefined,
): readonly string[] {
  if (requested !== undefined) return [requested];
  const named = targetLanguages.flatMap((tag) => TAG_BY_CODE.get(primaryLanguage(tag)) ?? []);
  return named.length > 0 ? [...new Set(named)] : ALL_TAGS;
}
