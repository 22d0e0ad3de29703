import type { ArticleContent } from '../article/article-content';
import { baseWordsOf } from '../article/noun-forms';
import { subentriesOf } from '../article/subentries';

/** The field of an article that contains a text. */
export type MatchField =
  'headword' | 'variant' | 'form' | 'radical' | 'subentry' | 'translation' | ContentField;

/** Fields of running text, which the last tiers search. */
export type ContentField = 'indicator' | 'example' | 'definition' | 'note' | 'usage' | 'etymology';

/** Position of a translation among those of the article into the same language. */
export type Standing = 'only' | 'first' | 'later';

/** A text by which an article can be found. */
export interface Spelling {
  readonly field: MatchField;
  readonly text: string;
  /** BCP 47 tag of the language, and number, of a translation. */
  readonly lang?: string | undefined;
  /** Language in which a running text without a tag is read. */
  readonly readIn?: string | undefined;
  readonly number?: number | undefined;
  /** Position of a translation among those into its language. */
  readonly standing?: Standing | undefined;
}

/** The members of an article with words: headword, forms, stems and translations. */
export type SearchableContent = Pick<ArticleContent, 'entry' | 'forms' | 'translations' | 'radical'> &
  Partial<Pick<ArticleContent, 'relations' | 'extra'>>;

/** Returns the words by which an article may be found, the most important field first. Running text is not among them. */
export function articleSpellings(content: SearchableContent): readonly Spelling[] {
  const { entry, forms, translations, radical } = content;
  const bases = baseWordsOf(content).map(({ word }) => word);
  const languages = translations.map(({ lang }) => lang);
  return [
    ...(entry.headword === undefined ? [] : [{ field: 'headword' as const, text: entry.headword }]),
    // In dictionaries whose headwords are stems, pages show the citation form, which people then type.
    ...(entry.citation === undefined || entry.citation === entry.headword
      ? []
      : [{ field: 'variant' as const, text: entry.citation }]),
    ...entry.variants.flatMap(({ headword }) =>
      headword === undefined ? [] : [{ field: 'variant' as const, text: headword }],
    ),
    ...forms.map(({ form }) => ({ field: 'form' as const, text: form })),
    ...radicalsOf(entry, [radical, ...bases]).map((text) => ({ field: 'radical' as const, text })),
    ...translations.map(({ content, lang, number }, i) => ({
      field: 'translation' as const,
      text: content,
      lang,
      number,
      standing: standingOf(languages, i),
    })),
    // Behind all others, so that hundreds of subentries do not use up the keys that an article may have.
    ...subentriesOf(content).map((text) => ({ field: 'subentry' as const, text })),
  ];
}

/**
 * Maximum length of a text that search compares, in UTF-16 units, and the maximum total length and number of the texts of an article.
 * They bound the time of a write and of a search, and are many times what real articles have.
 */
export const MAX_COMPARED_TEXT_LENGTH = 2000;
const MAX_TEXT_LENGTH = 20_000;
const MAX_TEXTS = 500;

/** Cuts the texts of an article to the limits above. */
export function searchable(spellings: readonly Spelling[]): readonly Spelling[] {
  let left = MAX_TEXT_LENGTH;
  return spellings.slice(0, MAX_TEXTS).flatMap((spelling) => {
    const text = spelling.text.slice(0, Math.min(left, MAX_COMPARED_TEXT_LENGTH));
    left -= text.length;
    return text === '' ? [] : [{ ...spelling, text }];
  });
}

/** Returns the words of an article without translations into other languages than the one given; all if none is given. */
export function spellingsIn(content: SearchableContent, language: string | undefined): readonly Spelling[] {
  return articleSpellings(content).filter(
    ({ field, lang }) => field !== 'translation' || language === undefined || lang === language,
  );
}

/** The stems of an article, and the words of which its headword is a form, without the headword itself. */
function radicalsOf(
  { headword, variants }: ArticleContent['entry'],
  radicals: readonly (string | undefined)[],
): string[] {
  const parts = [...radicals, ...variants.map((variant) => variant.radical)];
  const texts = parts.flatMap((text) =>
    text === undefined || text === '' || text === headword ? [] : [text],
  );
  return [...new Set(texts)];
}

/** @param languages those of all translations of the article */
function standingOf(languages: readonly (string | undefined)[], i: number): Standing {
  const lang = languages[i];
  if (languages.indexOf(lang) < i) return 'later';
  return languages.lastIndexOf(lang) > i ? 'first' : 'only';
}

/**
 * The folding tables. To add a letter, add a line here or in the profile of a language. A change here changes stored keys: raise
 * SEARCH_KEYS_VERSION.
 */

/** Characters typed for an apostrophe, a glottal stop or an ejective mark. Some decompose into a space and a mark. */
export const APOSTROPHES = "'’‘‛ʼʻʽˈˊˋʹ′´`ʾʿˀˁꞌ＇";

/** Hyphens that are not in the Unicode class Dash_Punctuation: the modifier letter and the mathematical minus. */
export const OTHER_HYPHENS = '˗−';

/** Characters that mark a headword as an affix, before or after it. */
export const AFFIX_MARKS = '-~=*…+';

/** Raised and lowered digits, which number homographs at the end of a headword. */
export const HOMOGRAPH_NUMBERS = '⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉';

/** Characters that separate words, in addition to white space and hyphens. A colon does not, since some orthographies use it as a letter. */
export const WORD_MARKS = ',;/()[]{}<>«»“”„"…·•፡፣፤፥፦።،؛';

/**
 * Characters of a plain keyboard that are typed for clicks, as `[pattern, click]`. All match at the beginning of a word, some also
 * within words. None matches before another click, so that folding is idempotent.
 */
export const CLICKS: readonly (readonly [pattern: RegExp, click: string])[] = [
  [/(?<![\p{L}\p{M}\p{N}])(?:\/\/|\|\||ǀǀ)(?![ǀ-ǃ])(?=\p{L})/gu, 'ǁ'],
  [/(?<![\p{L}\p{M}\p{N}])[/|](?![ǀ-ǃ])(?=\p{L})/gu, 'ǀ'],
  [/(?<![\p{L}\p{M}\p{N}])[≠#=](?![ǀ-ǃ])(?=\p{L})/gu, 'ǂ'],
  [/!(?![ǀ-ǃ])(?=[\p{L}'])/gu, 'ǃ'],
];

/** Combining marks that look like another mark, and that mark. */
export const MARKS: ReadonlyMap<string, string> = new Map([
  ['\u0306', '\u030C'], // breve for caron
  ['\u0311', '\u0302'], // inverted breve for circumflex
  ['\u0305', '\u0304'], // overline for macron
  ['\u0329', '\u0323'], // vertical line below for dot below, which Yoruba writes either way
  ['\u0332', '\u0331'], // low line for macron below
]);

/** Combining marks that make a different letter, as the dot below does in Yoruba. All others may be tone, length or vowel signs. */
export const LETTER_MARKS = '\u0307\u0323\u0324\u0325\u0327\u0328\u032D\u0330\u0331';

/** Letters that look like another letter, with that letter, in lower case. Ligatures have their letters. */
export const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ə: 'ǝә',
    ɛ: 'εєᵋ',
    ɔ: 'ͻↄᴐ',
    ŋ: 'ηƞ',
    ɣ: 'γɤ',
    ɩ: 'ι',
    ʋ: 'υ',
    ɑ: 'α',
    ʃ: '∫',
    ʒ: 'ȝ',
    g: 'ɡ',
    i: 'ı',
    a: 'а',
    c: 'с',
    d: 'ԁ',
    e: 'е',
    h: 'һ',
    j: 'ј',
    o: 'оο',
    p: 'р',
    q: 'ԛ',
    s: 'ѕ',
    v: 'ν',
    w: 'ԝ',
    x: 'х',
    y: 'у',
    σ: 'ς',
    tʃ: 'ʧ',
    dʒ: 'ʤ',
    ts: 'ʦ',
    dz: 'ʣ',
    ǀ: '|',
    ي: 'یى',
    ك: 'ک',
    ه: 'ھہ',
    ا: 'ٱ',
  }).flatMap(([plain, letters]) => Array.from(letters, (letter) => [letter, plain] as const)),
);

/** Spellings of a letter on a plain keyboard, in lower case: the usual one first, then others. A spelling may be empty. */
export type PlainSpellings = readonly string[];

/** Spellings of letters and sequences that Unicode does not decompose into plain letters: `[letters, spelling, other spellings...]`. */
const LETTER_SPELLINGS: readonly (readonly [letters: string, ...spellings: string[]])[] = [
  ['ŋ', 'n', 'ng'],
  ['ɲ ñ', 'n', 'ny'],
  ['ɳ', 'n'],
  ['ɣ', 'g', 'gh'],
  ['ǧ ǥ', 'g', 'dj'],
  ['ʃ š ṣ', 's', 'sh'],
  ['ʒ ž', 'z', 'zh', 'j'],
  ['tʃ č', 'c', 'ch'],
  ['dʒ', 'j', 'dj'],
  ['ɑ ɐ ⱥ', 'a'],
  ['ɓ ƀ ƃ ʙ', 'b'],
  ['ƈ ȼ ɕ', 'c'],
  ['ɗ ɖ đ ð ƌ', 'd'],
  ['ɛ ə ɘ ɜ ɇ', 'e'],
  ['ƒ ɸ', 'f'],
  ['ɠ ɢ', 'g'],
  ['ħ ɦ ɥ', 'h'],
  ['ɩ ɪ ɨ', 'i'],
  ['ʝ ɟ ɉ ʄ ȷ', 'j'],
  ['ƙ ĸ', 'k'],
  ['ł ɫ ɬ ɭ ƚ ɮ', 'l'],
  ['ɱ ɯ', 'm'],
  ['ɔ ø ɵ ɒ', 'o'],
  ['ƥ', 'p'],
  ['ɾ ɽ ɍ ʀ ɹ ʁ', 'r'],
  ['ʂ ȿ', 's'],
  ['ƭ ʈ ŧ ƫ', 't'],
  ['ʊ ʉ', 'u'],
  // A vowel in Kabiye and Mooré, a consonant in Ewe.
  ['ʋ', 'u', 'v', 'w'],
  ['ⱱ ʌ', 'v'],
  ['ⱳ ʍ', 'w'],
  ['χ', 'x', 'kh'],
  ['ƴ ɏ ʎ', 'y'],
  ['ʐ ƶ ȥ ʑ', 'z'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
  ['þ', 'th'],
  ['ⁿ', 'n', ''],
  ['ʰ', 'h', ''],
  ['ʷ', 'w', ''],
  // Glottal stops and clicks are omitted on keyboards without a key for them.
  ['ʔ ʕ ɂ ʡ ʢ ǀ ǁ ǂ ǃ', ''],
];

/** Plain spellings by Latin letter; other scripts have a table. */
export const LETTERS: ReadonlyMap<string, PlainSpellings> = new Map<string, PlainSpellings>([
  ...LETTER_SPELLINGS.flatMap(([letters, ...spellings]) =>
    letters.split(' ').map((letter) => [letter, spellings] as const),
  ),
]);

/**
 * Rules that unify the spellings of one sound in folded text, applied in this order: `[pattern, replacement]`. The spellings are
 * those of people who learned to write English, French or another orthography of the same language.
 */
export const SOUND_ALIKES: readonly (readonly [pattern: RegExp, sound: string])[] = [
  [/tch|tsh|tj|ch/gu, 'c'],
  [/sh/gu, 's'],
  [/zh/gu, 'z'],
  [/dj/gu, 'j'],
  [/kh/gu, 'x'],
  [/gh/gu, 'g'],
  [/bh/gu, 'b'],
  [/dh/gu, 'd'],
  [/gn|ny|ng/gu, 'n'],
  [/ou/gu, 'u'],
  [/u(?=[aeio])/gu, 'w'],
  [/i(?=[aeou])/gu, 'y'],
  [/aw/gu, 'o'],
  [/qu?/gu, 'k'],
  [/w/gu, 'v'],
];

/** Characters that separate the equivalents within one translation. */
export const SEGMENT_MARKS = ',;/،؛፣፤';
