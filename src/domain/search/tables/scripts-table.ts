/**
 * Folding of scripts other than Latin. A letter has a plain spelling, which is compared in its own script, and a Latin spelling, for
 * people whose keyboard has no other script. A change here changes stored keys, as in letters.ts.
 */

/** Letters of Arabic script and their substitutes on a plain Arabic keyboard. Vowel signs and tatweel are omitted. */
const ARABIC_LETTERS: Readonly<Record<string, string>> = {
  ه: 'ةۃەۀ',
  // Maghribi letter shapes of West African Ajami.
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
 * Ethiopic syllables that sound alike in Amharic: the first of the seven syllables of a row, and that of the row that sounds the same.
 * Source: W. Leslau, Reference Grammar of Amharic, 1995, on the homophone letters.
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

/** Single syllables: the fourth order of a guttural sounds like its first, a lone labiovelar like the vowel u. */
const ETHIOPIC_SYLLABLES = 'ሃሀ ሓሀ ኃሀ ኻሀ ኣአ ዓአ ቍቁ ኵኩ ጕጉ ኍሁ ዉው';

/** N'Ko letters of older texts. */
const NKO = 'ߨߖ ߩߗ ߪߙ ߧߢ';

/** The zeros of scripts whose decimal digits are consecutive in Unicode. */
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

/** Returns the letter at a distance after another one in Unicode. */
function letterBehind(letter: string, places: number): string {
  return String.fromCodePoint((letter.codePointAt(0) ?? 0) + places);
}

function pairs(text: string): [string, string][] {
  return text.split(' ').map((pair) => Array.from(pair) as [string, string]);
}

/** Plain letters by letters of other scripts. */
export const PLAIN_LETTERS: ReadonlyMap<string, readonly [string]> = new Map(
  [
    ...Object.entries(ARABIC_LETTERS).flatMap(([plain, letters]) =>
      Array.from(letters, (letter): [string, string] => [letter, plain]),
    ),
    ...ethiopic(),
    ...pairs(NKO),
    ...digits(),
  ].map(([letter, plain]) => [letter, [plain]]),
);

/**
 * Latin spellings of other scripts, as people type them on a plain keyboard. Each letter has one. If several are usual, SOUND_ALIKES
 * unifies the sounds. A change here changes stored keys.
 */

/** Rows of consecutive letters in the order of Unicode, from the first one. A dot is a gap. */
const LETTER_ROWS: readonly (readonly [first: string, spellings: string])[] = [
  // N'Ko, from the letter A. Source: Unicode Standard, chapter 19.4.
  ['ߊ', 'a e i e u o o . n b p t j c d r r s gb f k l n m ny n h w y ny j c r'],
  // Tifinagh, from the letter YA, with the Latin letters of the Royal Institute of Amazigh Culture (IRCAM).
  [
    'ⴰ',
    'a b b g g j j d d d d e f k k kh h h h h e kh kh q q i j j j l m n ny ng p u r r gh gh j s s ch t t ch t v w y z z z e o',
  ],
  // Adlam, lower case. Source: Unicode Standard, chapter 19.9.
  ['𞤢', 'a d l m b s p b r e f i o d y w n k y u j c h q g ny t ng v kh gb z kp sh'],
];

/** Marks and letters outside of these rows: the nasal vowels of N'Ko, and a rounded consonant in Tifinagh. */
const OTHER_SPELLINGS: readonly (readonly [letter: string, spelling: string])[] = [
  ['\u07F2', 'n'],
  ['ⵯ', 'w'],
];

/** Ethiopic consonants by the first syllable of their row, eight code points each. */
const ETHIOPIC_CONSONANTS =
  'ሀh ለl ሐh መm ሠs ረr ሰs ሸsh ቀk በb ቨv ተt ቸch ኀh ነn ኘny ከk ኸkh ወw ዘz ዠzh የy ደd ዸd ጀj ገg ጘng ጠt ጨch ጰp ጸts ፀts ፈf ፐp ቐkh';

/** Vowels of the eight orders. */
const ETHIOPIC_VOWELS = ['e', 'u', 'i', 'a', 'e', '', 'o', 'wa'];

/** Rows whose first order sounds like the fourth. */
const GUTTURALS = 'ሀሐኀ';

/** Rows without a consonant, and their vowels. */
const EMPTY = 'አ ዐ';
const EMPTY_VOWELS = ['a', 'u', 'i', 'a', 'e', 'e', 'o'];

/** Rows of rounded consonants, which have five orders, and the vowels of these. */
const ROUNDED = 'ቈkw ኈhw ኰkw ዀkhw ጐgw ቘkhw';
const ROUNDED_VOWELS = ['e', '', 'i', 'a', 'e', 'i'];

function alphabets(): [string, string][] {
  return LETTER_ROWS.flatMap(([first, spellings]) =>
    spellings
      .split(' ')
      .map((spelling, i): [string, string] => [letterBehind(first, i), spelling === '.' ? '' : spelling]),
  );
}

function syllables(rows: string, vowels: readonly string[]): [string, string][] {
  return rows.split(' ').flatMap((row) => {
    const [first = '', ...consonant] = Array.from(row);
    return vowels.map((vowel, order): [string, string] => {
      const own = order === 0 && GUTTURALS.includes(first) ? 'a' : vowel;
      return [letterBehind(first, order), consonant.join('') + own];
    });
  });
}

export const ROMAN: ReadonlyMap<string, string> = new Map([
  ...syllables(ETHIOPIC_CONSONANTS, ETHIOPIC_VOWELS),
  ...syllables(EMPTY, EMPTY_VOWELS),
  ...syllables(ROUNDED, ROUNDED_VOWELS),
  ...alphabets(),
  ...OTHER_SPELLINGS,
]);
