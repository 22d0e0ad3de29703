import { primaryLanguage } from '../../dictionary/dictionary-languages';
import { stemmer as arabicStem } from '@orama/stemmers/arabic';
import { stemmer as dutchStem } from '@orama/stemmers/dutch';
import { stemmer as englishStem } from '@orama/stemmers/english';
import { stemmer as frenchStem } from '@orama/stemmers/french';
import { stemmer as germanStem } from '@orama/stemmers/german';
import { stemmer as italianStem } from '@orama/stemmers/italian';
import { stemmer as portugueseStem } from '@orama/stemmers/portuguese';
import { stemmer as spanishStem } from '@orama/stemmers/spanish';
import irregularVerbs from 'english-verbs-irregular/dist/verbs.json';
import irregularPlurals from 'irregular-plurals';
import { stopwords as arabicStops } from '@orama/stopwords/arabic';
import { stopwords as dutchStops } from '@orama/stopwords/dutch';
import { stopwords as englishStops } from '@orama/stopwords/english';
import { stopwords as frenchStops } from '@orama/stopwords/french';
import { stopwords as germanStops } from '@orama/stopwords/german';
import { stopwords as italianStops } from '@orama/stopwords/italian';
import { stopwords as portugueseStops } from '@orama/stopwords/portuguese';
import { stopwords as spanishStops } from '@orama/stopwords/spanish';
import { COMMON_FOLDING } from '../folding';

/** What search knows of a language of translations. */
export interface GlossLanguage {
  /** The part of a word that its inflected forms share, folded. */
  readonly stemOf: (light: string) => string;
  /** Whether a word is so common that it says nothing of a translation. */
  readonly isStopWord: (light: string) => boolean;
  /** Whether a stop word at the beginning of an equivalent changes nothing of it, as an article does. */
  readonly isLeading: (light: string) => boolean;
}

interface Row {
  /** Codes of ISO 639; the first is that of language tags. */
  readonly codes: readonly string[];
  readonly stem: (word: string) => string;
  readonly stopWords: readonly string[];
  /** Stop words that the list lacks, with which equivalents begin. */
  readonly others?: string;
  /** Irregular forms and the words that they are forms of. */
  readonly irregular?: ReadonlyMap<string, string>;
}

/** Plurals go last, so that they win: `leaves` is rather a form of leaf than of leave. */
const ENGLISH_IRREGULAR: ReadonlyMap<string, string> = new Map([
  ...Object.entries(irregularVerbs).flatMap(([verb, forms]) =>
    forms.flat().map((form) => [form, verb] as const),
  ),
  ...Array.from(irregularPlurals, ([singular, plural]) => [plural, singular] as const),
]);

/** To add a language, add a row. A change here changes stored keys: raise SEARCH_KEYS_VERSION. */
const ROWS: readonly Row[] = [
  { codes: ['en', 'eng'], stem: englishStem, stopWords: englishStops, irregular: ENGLISH_IRREGULAR },
  { codes: ['fr', 'fra', 'fre'], stem: frenchStem, stopWords: frenchStops, others: 'les être avoir' },
  { codes: ['es', 'spa'], stem: spanishStem, stopWords: spanishStops, others: 'ser' },
  { codes: ['pt', 'por'], stem: portugueseStem, stopWords: portugueseStops, others: 'ser' },
  { codes: ['de', 'deu', 'ger'], stem: germanStem, stopWords: germanStops },
  { codes: ['it', 'ita'], stem: italianStem, stopWords: italianStops },
  { codes: ['nl', 'nld', 'dut'], stem: dutchStem, stopWords: dutchStops },
  { codes: ['ar', 'ara'], stem: arabicStem, stopWords: arabicStops },
];

/** Longest article, mark of an infinitive and the like, in letters. */
const LONGEST_LEADING = 3;

function languageOf({ stem, stopWords, others = '', irregular }: Row): GlossLanguage {
  // An apostrophe separates words, so that none has one; without it `i'll` would be the word `ill`.
  const whole = [...stopWords, ...others.split(' ')].filter((word) => !word.includes("'"));
  const stops = new Set(whole.map((word) => COMMON_FOLDING.light(word)));
  // People type stop words without their accents, but an accented word is not a stop word without one.
  const plainStops = new Set(Array.from(stops, (word) => COMMON_FOLDING.plain(word)));
  const isStopWord = (light: string) => stops.has(light) || plainStops.has(light);
  const leading = new Set(others.split(' '));
  return {
    stemOf: (light) => stemIn(irregular?.get(light) ?? light, stem),
    isStopWord,
    isLeading: (light) => isStopWord(light) && (light.length <= LONGEST_LEADING || leading.has(light)),
  };
}

/** Shortest stem: of a shorter one, too many words are forms. */
const SHORTEST_STEM = 3;

function stemIn(light: string, stem: (word: string) => string): string {
  const plain = COMMON_FOLDING.plain(stem(light));
  return plain.length < SHORTEST_STEM ? COMMON_FOLDING.plain(light) : plain;
}

const BY_TAG: ReadonlyMap<string, GlossLanguage> = new Map(
  ROWS.map((row) => [row.codes[0] ?? '', languageOf(row)]),
);

const TAGS: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap(({ codes }) => codes.map((code) => [code, codes[0] ?? ''] as const)),
);

/** A language without a stemmer: each word is its own stem, and none is a stop word. */
const UNKNOWN: GlossLanguage = {
  stemOf: (light) => COMMON_FOLDING.plain(light),
  isStopWord: () => false,
  isLeading: () => false,
};

/** The language of a translation, by its tag. */
export function glossLanguage(tag: string | undefined): GlossLanguage {
  return BY_TAG.get(TAGS.get(primaryLanguage(tag)) ?? '') ?? UNKNOWN;
}

/** Whether search knows the stems and stop words of a language. */
export function hasStems(tag: string | undefined): boolean {
  return glossLanguage(tag) !== UNKNOWN;
}

const ALL_TAGS: readonly string[] = [...BY_TAG.keys()];

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
