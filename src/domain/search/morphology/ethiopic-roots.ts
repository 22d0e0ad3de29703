/**
 * Ethio-Semitic words share consonants, the root, and differ in the vowels between them and in affixes. In Ethiopic letters the
 * row of a syllable is its consonant and the order its vowel, so that forms are analysed by rows. Sources: W. Leslau, Reference Grammar of
 * Amharic, 1995; J. Mason, Tigrinya Grammar, 1996.
 */

const FIRST_SYLLABLE = 0x1200;
const ORDERS = 8;
const SYLLABLE = /^[\u1200-\u135A]+$/u;

/** Affixes of nouns and verbs, among them conjunctions, persons, negations and possessors; each is optional. */
const PREFIXES =
  'ይ ት ን እ የ ያ ተ ነ ኣ አ ክ ም መ ዝ ዘ ብ በ ን ለ ከ ል ስ ኣይ አይ ኣል አል የሚ የም ክት ክን ክይ ዝት ዘይ ብም እን ኣይት ኣይን አይት እየ እንደ እንተ ስለ ምስ'.split(
    ' ',
  );
const SUFFIXES = 'ን ት ታት ቲ ኩ ካ ኪ ና ኩም ክን ይ ም ል ች ህ ሽ ው ዋ ዬ ኡ ኣ ዎም ወን ኦም ኣት ለሁ ሉ ላች ያት ዎች ኝ ሎ ነት'.split(' ');

/** Syllables of a remainder: a shorter one is too often another word. */
const LENGTHS = { least: 2, most: 5 };

/**
 * Orders of the vowels of headwords by the number of radicals, the likeliest first: perfects of verbs, then nouns. A
 * letter before them is a prefix.
 */
const SHAPES: Readonly<Record<number, string>> = {
  2: '11 14 71 51 41 66 63 16 46 56 13 43 76 23 26',
  3: '111 161 141 411 አ611 አ111 ተ111 ተ411 ተ161 116 163 663 136 616 666 167 463 146 126 626 636 611 115 164 664 416 171',
  4: '1611 1111 ተ1611 አ1611 1646 1666 1616 1636 1163 1613 1166 6636 1663 6663',
};

/** Weak radicals: their letter may be missing, or be the vowel of the syllable before. */
const WEAK = { y: 'የ', w: 'ወ', glottal: 'አ' };
/** Rows of stops, and of the sounds that they have after a vowel in Tigrinya. */
const SPIRANTS: readonly (readonly [stop: string, spirant: string])[] = [
  ['ከ', 'ኸ'],
  ['ቀ', 'ቐ'],
];

interface Syllable {
  readonly row: number;
  readonly order: number;
}

/** A word that may be the headword of a form, its root, and the number of affixes between them. */
export interface Rooted {
  readonly base: string;
  readonly root: string;
  readonly affixes: number;
}

/** Returns words with the root of a word in Ethiopic letters, the likeliest first; none for other words. */
export function wordsOfRoot(word: string): readonly Rooted[] {
  if (!SYLLABLE.test(word)) return [];
  return remaindersOf(word).flatMap(({ stem, affixes }) => {
    const syllables = Array.from(stem, syllableOf);
    const radicals = syllables.map(({ row }) => row);
    const root = radicals.map((row) => letterOf(row, 6)).join('-');
    const shapes = rootsFrom(syllables).flatMap(spirants).flatMap(shapesOf);
    return [
      ...lastVowels(stem, syllables).map((base) => ({ base, root, affixes })),
      // Changed vowels count as two more affixes.
      ...shapes.map((base) => ({ base, root, affixes: affixes + 2 })),
    ];
  });
}

/** The parts of a word without a prefix, a suffix or both. */
function remaindersOf(word: string): { stem: string; affixes: number }[] {
  const prefixes = ['', ...PREFIXES.filter((prefix) => word.startsWith(prefix))];
  return prefixes
    .flatMap((prefix) => {
      const rest = word.slice(prefix.length);
      const ends = ['', ...SUFFIXES.filter((suffix) => rest.endsWith(suffix))];
      return ends.map((suffix) => ({
        stem: rest.slice(0, rest.length - suffix.length),
        affixes: Number(prefix !== '') + Number(suffix !== ''),
      }));
    })
    .filter(({ stem }) => stem.length >= LENGTHS.least && stem.length <= LENGTHS.most)
    .toSorted((a, b) => a.affixes - b.affixes);
}

function syllableOf(letter: string): Syllable {
  const place = (letter.codePointAt(0) ?? 0) - FIRST_SYLLABLE;
  return { row: Math.floor(place / ORDERS), order: (place % ORDERS) + 1 };
}

function letterOf(row: number, order: number): string {
  return String.fromCodePoint(FIRST_SYLLABLE + row * ORDERS + order - 1);
}

const rowOf = (letter: string) => syllableOf(letter).row;

/** The stem with the vowels with which nouns end: possessors and plurals change the last one. */
function lastVowels(stem: string, syllables: readonly Syllable[]): string[] {
  const last = syllables.at(-1);
  if (last === undefined) return [];
  const head = stem.slice(0, -1);
  return [...[6, 3, 1, 4].map((order) => head + letterOf(last.row, order)), `${stem}ቲ`];
}

/** Possible roots: with a weak radical at the end for the vowel there, and without weak radicals. */
function rootsFrom(syllables: readonly Syllable[]): number[][] {
  const rows = syllables.map(({ row }) => row);
  const last = syllables.at(-1)?.order;
  const weak = [WEAK.y, WEAK.w, WEAK.glottal].map(rowOf);
  const longer =
    last === 3 || last === 5
      ? [[...rows, rowOf(WEAK.y)]]
      : last === 2 || last === 7
        ? [[...rows, rowOf(WEAK.w)]]
        : [];
  const shorter = rows.flatMap((row, i) =>
    weak.includes(row) && rows.length > 2 ? [rows.toSpliced(i, 1)] : [],
  );
  return [rows, ...longer, ...shorter];
}

/** A root, and the same with stops for spirants and the reverse. */
function spirants(rows: readonly number[]): (readonly number[])[] {
  const pairs = SPIRANTS.map(([stop, spirant]) => [rowOf(stop), rowOf(spirant)] as const);
  const stops = rows.map((row) => pairs.find(([, spirant]) => spirant === row)?.[0] ?? row);
  const soft = rows.map((row, i) => (i === 0 ? row : (pairs.find(([stop]) => stop === row)?.[1] ?? row)));
  return [rows, ...[stops, soft].filter((other) => other.some((row, i) => row !== rows[i]))];
}

function shapesOf(rows: readonly number[]): string[] {
  const shapes = SHAPES[rows.length]?.split(' ') ?? [];
  return shapes.map((shape) => {
    const orders = shape.replace(/^\D/u, '');
    const before = shape.slice(0, shape.length - orders.length);
    return before + rows.map((row, i) => letterOf(row, Number(orders[i]))).join('');
  });
}
