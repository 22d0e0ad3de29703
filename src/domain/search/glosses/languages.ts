import { primaryLanguage } from '../../dictionary/dictionary-languages';
import { ALL_TAGS, CODES, type GlossTable, type GlossTag } from './tables/gloss-table';
import { TABLES } from './tables/tables';
import { MissingTable } from './tables/with-tables';
import { COMMON_FOLDING } from '../folding';

/** What search knows of a language of translations. */
export interface GlossLanguage {
  /** The part of a word that its inflected forms share, folded. */
  readonly stemOf: (light: string) => string;
  /** The stems of other words that a word, folded, may be a form of. */
  readonly otherStemsOf: (plain: string) => readonly string[];
  /** Whether a word is so common that it says nothing of a translation. */
  readonly isStopWord: (light: string) => boolean;
  /** Whether a stop word at the beginning of an equivalent changes nothing of it, as an article does. */
  readonly isLeading: (light: string) => boolean;
}

/** Longest article, mark of an infinitive and the like, in letters. */
const LONGEST_LEADING = 3;

function languageOf({ stem, stopWords, others = '', irregular, wordsOf }: GlossTable): GlossLanguage {
  // An apostrophe separates words, so that none has one; without it `i'll` would be the word `ill`.
  const whole = [...stopWords, ...others.split(' ')].filter((word) => !word.includes("'"));
  const stops = new Set(whole.map((word) => COMMON_FOLDING.light(word)));
  // People type stop words without their accents, but an accented word is not a stop word without one.
  const plainStops = new Set(Array.from(stops, (word) => COMMON_FOLDING.plain(word)));
  const isStopWord = (light: string) => stops.has(light) || plainStops.has(light);
  const leading = new Set(others.split(' '));
  return {
    stemOf: remembering((light) => stemIn(irregular?.get(light) ?? light, stem)),
    otherStemsOf: (plain) => (wordsOf?.(plain) ?? []).map((word) => stemIn(word, stem)),
    isStopWord,
    isLeading: (light) => isStopWord(light) && (light.length <= LONGEST_LEADING || leading.has(light)),
  };
}

/** Stems of a language that are remembered: many times the words of a page of hits. */
const MOST_REMEMBERED = 5000;

/** Longest word whose stem is remembered. */
const LONGEST_REMEMBERED = 24;

/** A stem depends on its word alone, and a few words are most of those that searches compare. */
function remembering(stemOf: (light: string) => string): (light: string) => string {
  const known = new Map<string, string>();
  return (light) => {
    if (light.length > LONGEST_REMEMBERED) return stemOf(light);
    const before = known.get(light);
    if (before !== undefined) return before;
    const stem = stemOf(light);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(light, stem);
    return stem;
  };
}

/** Shortest stem: of a shorter one, too many words are forms. */
const SHORTEST_STEM = 3;

function stemIn(light: string, stem: (word: string) => string): string {
  const plain = COMMON_FOLDING.plain(stem(light));
  return plain.length < SHORTEST_STEM ? COMMON_FOLDING.plain(light) : plain;
}

const TAGS: ReadonlyMap<string, GlossTag> = new Map(
  ALL_TAGS.flatMap((tag) => CODES[tag].split(' ').map((code) => [code, tag] as const)),
);

/** A language without a stemmer: each word is its own stem, and none is a stop word. */
const UNKNOWN: GlossLanguage = {
  stemOf: (light) => COMMON_FOLDING.plain(light),
  otherStemsOf: () => [],
  isStopWord: () => false,
  isLeading: () => false,
};

const made = new Map<GlossTag, GlossLanguage>();

/** The language of a translation, by its tag. @throws MissingTable in a browser, which `withTables` heeds */
export function glossLanguage(tag: string | undefined): GlossLanguage {
  const own = TAGS.get(primaryLanguage(tag));
  if (own === undefined) return UNKNOWN;
  const known = made.get(own);
  if (known !== undefined) return known;
  const table = TABLES[own];
  if (table === undefined) throw new MissingTable(own);
  const language = languageOf(table);
  made.set(own, language);
  return language;
}

/** Whether search knows the stems and stop words of a language. */
export function hasStems(tag: string | undefined): boolean {
  return TAGS.has(primaryLanguage(tag));
}

/**
 * The languages in which a query may be written: the one that is asked for; otherwise those of the translations of the
 * dictionary; otherwise all.
 */
export function queryLanguages(
  targetLanguages: readonly string[],
  asked: string | undefined,
): readonly string[] {
  if (asked !== undefined) return [asked];
  const named = targetLanguages.flatMap((tag) => TAGS.get(primaryLanguage(tag)) ?? []);
  return named.length > 0 ? [...new Set(named)] : ALL_TAGS;
}
