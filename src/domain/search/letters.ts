/**
 * The tables of folding. Adding a letter is adding a line, here or in the profile of a language. A change here changes
 * stored keys: raise SEARCH_KEYS_VERSION with it.
 */

/** What people type for an apostrophe, a glottal stop or an ejective mark; some decompose into a space and a mark. */
export const APOSTROPHES = "'’‘‛ʼʻʽˈˊˋʹ′´`ʾʿˀˁꞌ＇";

/** Hyphens beside those that Unicode calls dashes: the modifier letter and the mathematical minus. */
export const OTHER_HYPHENS = '˗−';

/** Characters without a shape of their own, which copying brings along. */
export const INVISIBLE = '\u00AD\u200B\u200C\u200D\u200E\u200F\u2060\uFEFF';

/** What stands before or behind an affix in a headword. */
export const AFFIX_MARKS = '-~=*…';

/** Marks that look like another and are typed for it. */
export const MARKS: ReadonlyMap<string, string> = new Map([
  ['\u0306', '\u030C'], // breve for caron
  ['\u0311', '\u0302'], // inverted breve for circumflex
  ['\u0305', '\u0304'], // overline for macron
  ['\u0329', '\u0323'], // vertical line below for dot below, which Yoruba writes either way
  ['\u0332', '\u0331'], // low line for macron below
]);

/** Letters that look like another and are typed for it, in lower case. Ligatures stand for their letters. */
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
  }).flatMap(([plain, letters]) => Array.from(letters, (letter) => [letter, plain] as const)),
);

/** A letter as a plain keyboard writes it: with one letter, and with several where that is usual. */
export interface PlainSpelling {
  readonly single: string;
  readonly digraph: string;
}

/** Letters and sequences that no decomposition turns into plain ones: `[letters, single, digraph]`. */
const ROWS: readonly (readonly [letters: readonly string[], single: string, digraph?: string])[] = [
  [['ŋ'], 'n', 'ng'],
  [['ɲ', 'ɳ'], 'n', 'ny'],
  [['ɣ'], 'g', 'gh'],
  [['ʃ'], 's', 'sh'],
  [['ʒ'], 'z', 'zh'],
  [['tʃ'], 'c', 'ch'],
  [['dʒ'], 'j', 'dj'],
  [['ɑ', 'ɐ', 'ⱥ'], 'a'],
  [['ɓ', 'ƀ', 'ƃ', 'ʙ'], 'b'],
  [['ƈ', 'ȼ', 'ɕ'], 'c'],
  [['ɗ', 'ɖ', 'đ', 'ð', 'ƌ'], 'd'],
  [['ɛ', 'ə', 'ɘ', 'ɜ', 'ɇ'], 'e'],
  [['ƒ', 'ɸ'], 'f'],
  [['ɠ', 'ǥ', 'ɢ'], 'g'],
  [['ħ', 'ɦ', 'ɥ'], 'h'],
  [['ɩ', 'ɪ', 'ɨ'], 'i'],
  [['ʝ', 'ɟ', 'ɉ', 'ʄ', 'ȷ'], 'j'],
  [['ƙ', 'ĸ'], 'k'],
  [['ł', 'ɫ', 'ɬ', 'ɭ', 'ƚ', 'ɮ'], 'l'],
  [['ɱ', 'ɯ'], 'm'],
  [['ɔ', 'ø', 'ɵ', 'ɒ'], 'o'],
  [['ƥ'], 'p'],
  [['ɾ', 'ɽ', 'ɍ', 'ʀ', 'ɹ', 'ʁ'], 'r'],
  [['ʂ', 'ȿ'], 's'],
  [['ƭ', 'ʈ', 'ŧ', 'ƫ'], 't'],
  [['ʊ', 'ʉ'], 'u'],
  [['ʋ', 'ⱱ', 'ʌ'], 'v'],
  [['ⱳ', 'ʍ'], 'w'],
  [['χ'], 'x'],
  [['ƴ', 'ɏ', 'ʎ'], 'y'],
  [['ʐ', 'ƶ', 'ȥ', 'ʑ'], 'z'],
  [['æ'], 'ae'],
  [['œ'], 'oe'],
  [['ß'], 'ss'],
  [['þ'], 'th'],
  // Glottals and clicks are left out where a keyboard has no key for them.
  [['ʔ', 'ʕ', 'ɂ', 'ʡ', 'ʢ', 'ǀ', 'ǁ', 'ǂ', 'ǃ'], ''],
];

export const LETTERS: ReadonlyMap<string, PlainSpelling> = new Map(
  ROWS.flatMap(([letters, single, digraph = single]) =>
    letters.map((letter) => [letter, { single, digraph }] as const),
  ),
);

/** What separates the equivalents within one translation. */
export const SEGMENT_MARKS = ',;/،؛';
