import { cut, utf8Length } from '../../../shared/text';
import { COMMON_FOLDING, type Folding } from '../folding';
import { isParticle, apostropheParts } from '../glosses/glosses';
import { glossLanguage, hasStems } from '../glosses/languages';
import { WORD_MARKS } from '../letters';

/** A word of a text, with its position in UTF-16 units: `end` is exclusive. */
export interface PlacedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Maximum length of a text that is searched, in UTF-16 units; the rest is ignored. It bounds the time of a write and of a hit. */
export const MAX_SEARCHED_TEXT_LENGTH = 2000;

const CONTENT_WORD = new RegExp(
  `[^\\s\\p{Dash_Punctuation}${WORD_MARKS.replace(/[\]\\^-]/g, '\\$&')}]+`,
  'gu',
);
const AROUND = /^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu;

/** Returns the words in the first 2,000 UTF-16 units of a text, without the punctuation around them. */
export function positionedWords(text: string): readonly PlacedWord[] {
  return Array.from(text.slice(0, MAX_SEARCHED_TEXT_LENGTH).matchAll(CONTENT_WORD), ({ 0: word, index }) => {
    const bare = word.replace(AROUND, '');
    const start = index + word.indexOf(bare);
    return { text: bare, start, end: start + bare.length };
  }).filter((word) => word.text !== '');
}

/** Minimum length of a key, in bytes: three letters from a to z, two of Greek or Arabic, one of Ethiopic. */
const MIN_KEY_LENGTH = 3;

/** Maximum length of a key, in code points. A longer word has its beginning as key. */
const MAX_CONTENT_KEY_LENGTH = 24;

/** Returns the content keys of a word of a text: its stem in a translation language, otherwise its plain spelling. Empty for stop words. */
export function keysOfWord(word: string, lang: string | undefined, folding: Folding): readonly string[] {
  if (!hasStems(lang)) return ableKeys([folding.plainSpelling(word)]);
  const { isStopWord, stemOf } = glossLanguage(lang);
  const significant = apostropheParts(COMMON_FOLDING.caseFold(word)).filter(
    (part) => !isParticle(part) && !isStopWord(part),
  );
  // The stem of an irregular form may be too short to be a key: `went` has the stem `go`.
  return ableKeys(
    significant.map((part) => [stemOf(part), COMMON_FOLDING.plainSpelling(part)].find(isAble) ?? ''),
  );
}

function isAble(key: string): boolean {
  return utf8Length(key) >= MIN_KEY_LENGTH;
}

function ableKeys(keys: readonly string[]): readonly string[] {
  return keys.filter(isAble).map((key) => cut(key, MAX_CONTENT_KEY_LENGTH));
}

/** A word of a search text as a query for running text. */
export interface ContentWord {
  /** Content keys to look up. */
  readonly keys: readonly string[];
  /** The keys, and spellings that are too short to be keys. These are compared only in texts that other words find. */
  readonly spellings: ReadonlySet<string>;
  /** Whether an article must contain the word; stop words are optional. */
  readonly isDemanded: boolean;
}

/** The rules by which a search text is folded. */
interface Reader {
  readonly folding: Folding;
  /** Translation languages in which the text may be written. */
  readonly languages: readonly string[];
}

/** Returns the content keys and the plain spelling of a word of a text. */
export function spellingsOfWord(word: string, lang: string | undefined, folding: Folding): readonly string[] {
  return [...keysOfWord(word, lang, folding), folding.plainSpelling(word)];
}

/** Returns the words of a search text in order. If all are stop words, each is demanded. */
export function contentWordsOf(text: string, { folding, languages }: Reader): readonly ContentWord[] {
  const words = positionedWords(text).map((word) => {
    const plainKeys = folding.querySpellings(word.text);
    const stems = languages.flatMap((lang) => keysOfWord(word.text, lang, folding));
    const keys = [...new Set([...ableKeys(plainKeys), ...stems])];
    const isTelling = keys.length > 0 && !isStopWordIn(word.text, languages);
    return { keys, spellings: new Set([...keys, ...plainKeys]), isTelling };
  });
  const areTelling = words.some(({ isTelling }) => isTelling);
  return words.map(({ keys, spellings, isTelling }) => ({
    keys,
    spellings,
    isDemanded: areTelling ? isTelling : keys.length > 0,
  }));
}

function isStopWordIn(word: string, languages: readonly string[]): boolean {
  const parts = apostropheParts(COMMON_FOLDING.caseFold(word));
  return languages.some((lang) => parts.every((part) => glossLanguage(lang).isStopWord(part)));
}
