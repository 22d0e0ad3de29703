/**
 * Folding of the scripts that are not Latin. A letter has the plain spelling with which it is compared in its own script;
 * and a Latin spelling, for people whose keyboard has no other. A change here changes stored keys, as in letters.ts.
 */

/** Letters of Arabic script and what a plain Arabic keyboard has for them. Vowel signs and tatweel are no letters. */
const ARABIC: Readonly<Record<string, string>> = {
  ه: 'ةۃەۀ',
  // Maghribi shapes, which West African Ajami writes.
  ف: 'ڢڡڤ',
  ق: 'ڧٯ',
  ن: 'ںڽݧ',
  // Letters of Ajami and of Swahili in Arabic script.
  ب: 'پٻݒ',
  ت: 'ٺټ',
  ج: 'چݘ',
  د: 'ڊڈ',
  ر: 'ڔڕ',
  ش: 'ݜ',
  ط: 'ڟ',
  ع: 'ڠݝ',
  غ: 'ݟ',
  ك: 'گڭݣڪ',
  ل: 'ݪ',
  م: 'ݥ',
  و: 'ۋۏ',
  ي: 'ێېۑ',
  '': 'ء',
};

/**
 * Ethiopic syllables that sound alike in Amharic: the first syllable of seven, with that of those which are written for
 * them. Source: W. Leslau, Reference Grammar of Amharic, 1995, on the homophone letters.
 */
const ETHIOPIC_ROWS: readonly (readonly [row: string, same: string])[] = [
  ['ሐ', 'ሀ'],
  ['ኀ', 'ሀ'],
  ['ኸ', 'ሀ'],
  ['ሠ', 'ሰ'],
  ['ዐ', 'አ'],
  ['ፀ', 'ጸ'],
];

const ETHIOPIC_ORDERS = 7;

/** Single syllables: the fourth order of a guttural sounds as its first, a lone labiovelar as the vowel u. */
const ETHIOPIC_SYLLABLES = 'ሃሀ ሓሀ ኃሀ ኻሀ ኣአ ዓአ ቍቁ ኵኩ ጕጉ ኍሁ ዉው';

/** N'Ko letters of older texts. */
const NKO = 'ߨߖ ߩߗ ߪߙ ߧߢ';

/** The zeros of decimal digits that stand in a row. */
const ZEROS = '٠۰߀𞥐';

function ethiopic(): [string, string][] {
  const rows = ETHIOPIC_ROWS.flatMap(([row, same]) =>
    Array.from({ length: ETHIOPIC_ORDERS }, (_, order): [string, string] => [
      letterBehind(row, order),
      letterBehind(same, order),
    ]),
  );
  return [...rows, ...pairs(ETHIOPIC_SYLLABLES)];
}

function digits(): [string, string][] {
  return Array.from(ZEROS).flatMap((zero) =>
    Array.from({ length: 10 }, (_, digit): [string, string] => [letterBehind(zero, digit), String(digit)]),
  );
}

/** The letter so many places behind another in Unicode. */
export function letterBehind(letter: string, places: number): string {
  return String.fromCodePoint((letter.codePointAt(0) ?? 0) + places);
}

function pairs(text: string): [string, string][] {
  return text.split(' ').map((pair) => Array.from(pair) as [string, string]);
}

/** The plain letter for each letter of another script that has one. */
export const PLAIN_LETTERS: ReadonlyMap<string, readonly [string]> = new Map(
  [
    ...Object.entries(ARABIC).flatMap(([plain, letters]) =>
      Array.from(letters, (letter): [string, string] => [letter, plain]),
    ),
    ...ethiopic(),
    ...pairs(NKO),
    ...digits(),
  ].map(([letter, plain]) => [letter, [plain]]),
);
