import { cut, nfc } from '../../shared/text';

/**
 * Letters that sort like a base letter although Unicode does not decompose them, in lower case. The result may be several letters. A
 * change here changes stored keys: raise SORT_KEY_VERSION.
 */
const SORT_LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'ɑɐαᴀⱥ',
    b: 'ɓƀβʙƃ',
    c: 'ƈȼɕʧ',
    d: 'ɗɖđƌð',
    e: 'ɛəǝɘɜεɇ',
    f: 'ƒɸ',
    g: 'ɣɠǥɡγɢ',
    h: 'ħɦɥⱨ',
    i: 'ɩɪıɨι',
    j: 'ʝɟɉʄʤ',
    k: 'ƙĸⱪ',
    l: 'łɫɬɭƚʟ',
    m: 'ɱɯ',
    n: 'ŋɲηɳƞɴ',
    o: 'ɔøɵωɷ',
    p: 'ƥᵽ',
    q: 'ʠɋ',
    r: 'ɾɽɍʀɹ',
    s: 'ʃʂȿ',
    t: 'ƭʈŧƫⱦ',
    u: 'ʊʉυ',
    v: 'ʋⱱʌ',
    w: 'ⱳʍ',
    x: 'χ',
    y: 'ƴɏʎ',
    z: 'ʒʐƶȥ',
    ae: 'æ',
    oe: 'œ',
    ss: 'ß',
    th: 'þ',
    ts: 'ʦ',
    dz: 'ʣ',
  }).flatMap(([plain, letters]) => Array.from(letters, (letter) => [letter, plain] as const)),
);

/** Apostrophes, glottal stops and similar characters, whose spelling varies. */
const GLOTTALS = "'’‘‛ʼʻʽˈˊˋʹ′´`ʔʕʾʿˀˁɂꞌ＇";

/** Version of the rules below. Raise it with every change of them, since keys of different versions cannot be compared. */
export const SORT_KEY_VERSION = 1;

/**
 * Separates the halves of a key. It is lower than any character within a half, so that a word sorts before longer words that begin with
 * it.
 */
const SEPARATOR = '\u0001';

/** The last code point. It sorts articles without a headword last. */
const LAST_CODE_POINT = '\u{10FFFF}';

/** Maximum length of a half of a key, in code points. It bounds the size of index entries. */
const MAX_HALF = 200;

/** Maximum length of the headword before folding, in UTF-16 units: many times the length of a half of the key. */
const MAX_HEADWORD_LENGTH = 2000;

const HYPHENS = /[\p{Dash_Punctuation}\u00AD\u02D7\u2212]/gu;
const COMBINING_MARKS = /\p{Mark}/gu;
const LEADING = /^[\p{Punctuation}\p{Symbol}\s]+/u;

/**
 * Returns the key that orders articles in lists: folded headword, U+0001, exact headword. Comparison by code point (or by UTF-8 bytes)
 * compares the first halves, then the second. The fold removes marks, case, apostrophes, glottal letters, hyphens and leading
 * punctuation, and sorts special letters beside their base letters. It shares no code with the folding of search. A headword that is only
 * punctuation is its own fold. An empty headword sorts last.
 */
export function sortKey(headword: string): string {
  const exact = safe(nfc(headword.slice(0, MAX_HEADWORD_LENGTH)));
  if (exact.trim() === '') return LAST_CODE_POINT + SEPARATOR;
  const folded = foldedForSorting(exact) || exact;
  return cut(folded, MAX_HALF) + SEPARATOR + cut(exact, MAX_HALF);
}

function foldedForSorting(headword: string): string {
  // Glottal letters are removed before decomposition too, because decomposition turns some of them into a space and a mark.
  const plain = withoutGlottals(headword.replace(HYPHENS, ''));
  const base = plain.normalize('NFKD').toLowerCase().replace(COMBINING_MARKS, '');
  const letters = Array.from(withoutGlottals(base), (letter) => SORT_LETTERS.get(letter) ?? letter);
  return letters.join('').replace(LEADING, '').replace(/\s+/gu, ' ').trim();
}

function withoutGlottals(text: string): string {
  return Array.from(text)
    .filter((letter) => !GLOTTALS.includes(letter))
    .join('');
}

/** Removes the separator and the last code point, which order the key itself, and lone surrogates, which UTF-8 cannot represent. */
function safe(text: string): string {
  const wellFormed = text.replace(/\p{Surrogate}/gu, '\uFFFD');
  return wellFormed.replaceAll('\0', '').replaceAll(SEPARATOR, '').replaceAll(LAST_CODE_POINT, '\uFFFD');
}
