import { cut, utf8Length } from '../../../shared/text';
import { COMMON_FOLDING, type Folding } from '../folding';
import { isParticle, partsOf } from '../glosses/glosses';
import { glossLanguage, hasStems } from '../glosses/languages';
import { WORD_MARKS } from '../letters';

/** A word of a text, and where it stands, in UTF-16 units. */
export interface PlacedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Longest part of a text that is searched, in UTF-16 units; it bounds the time that a write or a hit takes. */
const LONGEST_TEXT = 2000;

const WORD = new RegExp(`[^\\s\\p{Dash_Punctuation}${WORD_MARKS.replace(/[\]\\^-]/g, '\\$&')}]+`, 'gu');
const AROUND = /^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu;

/** The words of a text, without the punctuation around them. */
export function wordsIn(text: string): readonly PlacedWord[] {
  return Array.from(text.slice(0, LONGEST_TEXT).matchAll(WORD), ({ 0: word, index }) => {
    const bare = word.replace(AROUND, '');
    const start = index + word.indexOf(bare);
    return { text: bare, start, end: start + bare.length };
  }).filter((word) => word.text !== '');
}

/** Shortest word that is a key, in bytes: three letters from a to z, two of Greek or Arabic, one of Ethiopic. */
const SHORTEST = 3;

/** Longest key, in code points; the beginning of a longer word is its key. */
const LONGEST = 24;

/** The keys of a word of a text: its stem in a language of translations, otherwise the word as it is typed. */
export function keysOfWord(word: string, lang: string | undefined, folding: Folding): readonly string[] {
  if (!hasStems(lang)) return ableKeys([folding.plain(word)]);
  const { isStopWord, stemOf } = glossLanguage(lang);
  const telling = partsOf(COMMON_FOLDING.light(word)).filter(
    (part) => !isParticle(part) && !isStopWord(part),
  );
  // The stem of an irregular form may be too short to be a key: `go` of `went`.
  return ableKeys(telling.map((part) => [stemOf(part), COMMON_FOLDING.plain(part)].find(isAble) ?? ''));
}

function isAble(key: string): boolean {
  return utf8Length(key) >= SHORTEST;
}

function ableKeys(keys: readonly string[]): readonly string[] {
  return keys.filter(isAble).map((key) => cut(key, LONGEST));
}

/** A word to look up in running texts. */
export interface ContentWord {
  readonly keys: readonly string[];
  /** Its keys, and the spellings that are too short to be keys: they count beside other words. */
  readonly spellings: ReadonlySet<string>;
  /** Whether an article must have it; stop words are optional. */
  readonly isDemanded: boolean;
}

/** How a text is read. */
interface Reader {
  readonly folding: Folding;
  /** Languages of translations in which it may be written. */
  readonly languages: readonly string[];
}

/** All spellings of a word of a text: its keys, and how it is typed. */
export function spellingsOfWord(word: string, lang: string | undefined, folding: Folding): readonly string[] {
  return [...keysOfWord(word, lang, folding), folding.plain(word)];
}

/** The words of what is typed, in order; of stop words alone, each is demanded. */
export function contentWordsOf(text: string, { folding, languages }: Reader): readonly ContentWord[] {
  const words = wordsIn(text).map((word) => {
    const asked = folding.asked(word.text);
    const stems = languages.flatMap((lang) => keysOfWord(word.text, lang, folding));
    const keys = [...new Set([...ableKeys(asked), ...stems])];
    const isTelling = keys.length > 0 && !isStopWordIn(word.text, languages);
    return { keys, spellings: new Set([...keys, ...asked]), isTelling };
  });
  const areTelling = words.some(({ isTelling }) => isTelling);
  return words.map(({ keys, spellings, isTelling }) => ({
    keys,
    spellings,
    isDemanded: areTelling ? isTelling : keys.length > 0,
  }));
}

function isStopWordIn(word: string, languages: readonly string[]): boolean {
  const parts = partsOf(COMMON_FOLDING.light(word));
  return languages.some((lang) => parts.every((part) => glossLanguage(lang).isStopWord(part)));
}
