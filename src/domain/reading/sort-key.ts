import { cut, nfc } from '../../shared/text';

/**
 * Letters that sort with a plain one although Unicode does not decompose them. Lower case; the result may be
 * several letters. A change here changes stored keys: raise SORT_KEY_VERSION with it.
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

/** Raised with every change of the rules below: keys of different versions cannot be compared. */
export const SORT_KEY_VERSION = 1;

/** Lower than anything inside a half, so that a word comes before every longer one that begins with it. */
const SEPARATOR = '\u0001';

/** The last code point, so that articles without a headword come last. */
const LAST = '\u{10FFFF}';

/** Longest half, in code points; it bounds the size of index entries. */
const MAX_HALF = 200;

/** Maximum length before folding, in UTF-16 units: many times the length of a half of the key. */
const LONGEST_HEADWORD = 2000;

const HYPHENS = /[\p{Dash_Punctuation}\u00AD\u02D7\u2212]/gu;
const MARKS = /\p{Mark}/gu;
const LEADING = /^[\p{Punctuation}\p{Symbol}\s]+/u;

/**
 * The key by which articles are listed: folded headword, U+0001, exact headword. Keys compared by code point
 * (as UTF-8 bytes are) give the order of the two halves. The fold removes marks, case, apostrophes, glottal
 * letters, hyphens and leading punctuation, and puts special letters beside plain ones; it shares nothing
 * with the rules of search. A headword of punctuation alone stands for itself. An empty headword sorts last.
 */
export function sortKey(headword: string): string {
  const exact = safe(nfc(headword.slice(0, LONGEST_HEADWORD)));
  if (exact.trim() === '') return LAST + SEPARATOR;
  const folded = foldedForSorting(exact) || exact;
  return cut(folded, MAX_HALF) + SEPARATOR + cut(exact, MAX_HALF);
}

function foldedForSorting(headword: string): string {
  // Glottal letters go first as well: decomposition would make a space and a mark of some.
  const plain = withoutGlottals(headword.replace(HYPHENS, ''));
  const base = plain.normalize('NFKD').toLowerCase().replace(MARKS, '');
  const letters = Array.from(withoutGlottals(base), (letter) => SORT_LETTERS.get(letter) ?? letter);
  return letters.join('').replace(LEADING, '').replace(/\s+/gu, ' ').trim();
}

function withoutGlottals(text: string): string {
  return Array.from(text)
    .filter((letter) => !GLOTTALS.includes(letter))
    .join('');
}

/** Without the characters that order the key itself, and without lone surrogates, which UTF-8 cannot hold. */
function safe(text: string): string {
  const wellFormed = text.replace(/\p{Surrogate}/gu, '\uFFFD');
  return wellFormed.replaceAll('\0', '').replaceAll(SEPARATOR, '').replaceAll(LAST, '\uFFFD');
}
