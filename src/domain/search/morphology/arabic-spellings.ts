import { hasTwoScripts } from './arabic-letters';
import type { Rules } from '../sounds';

/**
 * Spellings in Arabic letters of a word in Latin ones, for headwords that are written in Arabic letters. Texts omit short vowels and readers hear
 * several letters alike, so that a word has many spellings. Only search texts are converted; no keys are stored for these spellings.
 */

/** Plain Arabic letters by Latin spelling, the likeliest first. A word is cut into the longest of these. */
const CONSONANTS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  (
    'b:ب p:ب,ف t:ت,ط th:ث,ت,ط d:د,ض dh:ذ,ض,ظ k:ك,ق kh:خ x:خ,كس q:ق g:ك,ق,غ,ج gh:غ gn:ن,ني ng:نك,نغ,ع nj:نج ny:ن,ني ' +
    'j:ج dj:ج c:ج,ك,ش ch:ش,ج tch:ج,تش sh:ش s:س,ص,ث z:ز,ذ,ظ h:ه,ح f:ف v:ف,و r:ر l:ل m:م n:ن w:و y:ي ' +
    '2: 3:ع 5:خ 6:ط 7:ح 8:غ,ق 9:ق,ص'
  )
    .split(' ')
    .map((row) => row.split(':'))
    .map(([latin = '', letters = '']) => [latin, letters.split(',')]),
);

/** Letters of a vowel after a consonant, the sign of a short vowel being omitted; at the beginning; after another vowel; and at the end. */
const VOWELS: Readonly<Record<string, Readonly<Record<Position, readonly string[]>>>> = {
  a: { inside: ['', 'ا', 'ع', 'اع'], first: ['ا', 'ع', 'عا'], second: ['ا'], last: ['', 'ا', 'ه', 'ي'] },
  e: { inside: ['', 'ي', 'ا'], first: ['ا', 'اي', 'ع', 'ي'], second: ['ي'], last: ['', 'ي', 'ه'] },
  i: { inside: ['', 'ي'], first: ['ا', 'اي', 'ع', 'ي'], second: ['ي'], last: ['ي', ''] },
  o: { inside: ['', 'و', 'ا'], first: ['ا', 'او', 'ع', 'و'], second: ['و'], last: ['و', ''] },
  u: { inside: ['', 'و'], first: ['ا', 'او', 'ع', 'و'], second: ['و'], last: ['و', ''] },
};

type Position = 'inside' | 'first' | 'second' | 'last';

const UNIT = /tch|dh|dj|gh|gn|kh|ng|nj|ny|sh|th|ch|./gu;

/** Spellings of French, in which most people who type Latin letters in such countries learned to write. */
const FRENCH: Rules = [
  [/oua/gu, 'wa'],
  [/ou/gu, 'u'],
  [/eu/gu, 'e'],
  [/qu/gu, 'k'],
  [/di(?=[aeou])/gu, 'j'],
];

const DOUBLED = /(.)\1+/gu;
const LATIN_WORD = /^[a-z2356789]*[a-z][a-z2356789]*$/;

/** Shortest and longest word that is converted, in letters, and maximum number of its spellings. */
const LENGTHS = { least: 2, most: 16 };
const MAX_SPELLINGS = 80;

/** Spellings by how unlikely their letters are: the index is the sum of the ranks of the letters. */
type ByCost = readonly (readonly string[])[];

function spellingsOf(word: string): readonly string[] {
  const units = word.match(UNIT) ?? [];
  return units
    .reduce<ByCost>((spelled, unit, i) => spelledWith(spelled, optionsOf(units, unit, i)), [['']])
    .flat();
}

/** Adds one of some letters to each spelling, and keeps the likeliest spellings. */
function spelledWith(spelled: ByCost, options: readonly string[]): ByCost {
  const longer: string[][] = [];
  let count = 0;
  for (let cost = 0; cost < spelled.length + options.length && count < MAX_SPELLINGS; cost++) {
    const same = options.flatMap((option, i) => (spelled[cost - i] ?? []).map((before) => before + option));
    longer.push(same.slice(0, MAX_SPELLINGS - count));
    count += same.length;
  }
  return longer;
}

function optionsOf(units: readonly string[], unit: string, i: number): readonly string[] {
  const vowels = VOWELS[unit];
  if (vowels === undefined) return CONSONANTS[unit] ?? [''];
  if (i === 0) return vowels.first;
  if (VOWELS[units[i - 1] ?? ''] !== undefined) return vowels.second;
  return i === units.length - 1 ? vowels.last : vowels.inside;
}

/** Latin vowels that a sign or a letter may be read as; `و`, `ي` and `ع` are consonants as well. */
const LATIN_READINGS: Readonly<Record<string, string>> = {
  '\u064E': '[aeo]?',
  '\u064F': '[uoie]?',
  '\u0650': '[ie]?',
  '\u0652': '',
  '\u065C': '[e]?',
  ا: '[aeiou]?',
  ة: '[ae]?[ht]?',
  و: '(?:[wv]|[uo])?',
  ي: '(?:y|[ie])?',
  ع: '[^aeiou]{0,3}',
};

/** Longest word that is compared, in letters and signs, and most Latin letters that one of them is read as. */
const COMPARED = { most: 48, latin: 5 };

/** Any vowels between consonants without a sign, of which one may be long: `ai`. */
const ANY_VOWEL = '[aeiou]{0,2}';
const CONSONANT = '[^aeiou]{1,3}';
const VOWEL_SIGN = /[\u064E-\u0652\u065C]/u;
const SILENT = /'|\u0621|\u0640|\u0651|\u0654|\u0655/gu;

/** Patterns of the Latin spellings of a letter, before a sign of a vowel and otherwise. */
function patternsOf(latin: string) {
  return { closed: new RegExp(`^${latin}$`, 'u'), open: new RegExp(`^${latin}${ANY_VOWEL}$`, 'u') };
}

const PATTERNS = new Map(
  Object.entries(LATIN_READINGS).map(([letter, latin]) => [letter, patternsOf(latin)]),
);
const CONSONANT_PATTERNS = patternsOf(CONSONANT);

/**
 * Returns the patterns of the Latin spellings of each letter of a word in Arabic letters whose consonants are known: signs of vowels say
 * which vowels it has.
 */
function readingPatterns(arabic: string): readonly RegExp[] | undefined {
  const letters = Array.from(arabic.normalize('NFD').replace(SILENT, ''));
  if (letters.length > COMPARED.most) return undefined;
  return letters.map((letter, i) => {
    const { open, closed } = PATTERNS.get(letter) ?? CONSONANT_PATTERNS;
    return [letter, letters[i + 1] ?? ''].every((sign) => !VOWEL_SIGN.test(sign)) ? open : closed;
  });
}

/**
 * Whether a word in Latin letters can be divided among letters. Each letter continues where those before it may have ended; one pattern for
 * the whole word would try all divisions, which takes minutes for words of many vowels.
 */
function isReadingOf(word: string, letters: readonly RegExp[]): boolean {
  let starts: ReadonlySet<number> = new Set([0]);
  for (const letter of letters) {
    const ends = new Set<number>();
    for (const start of starts)
      for (let end = start; end <= Math.min(word.length, start + COMPARED.latin); end++)
        if (letter.test(word.slice(start, end))) ends.add(end);
    starts = ends;
  }
  return starts.has(word.length);
}

function spelledBySound(plain: string): string {
  return FRENCH.reduce((text, [pattern, sound]) => text.replace(pattern, sound), plain).replace(
    DOUBLED,
    '$1',
  );
}

/** Plain spellings in Arabic letters of a word in plain spelling, the likeliest first; none of words that are not in Latin letters. */
function arabicSpellingsOf(plain: string): readonly string[] {
  const word = LATIN_WORD.test(plain) ? spelledBySound(plain) : '';
  if (word.length < LENGTHS.least || word.length > LENGTHS.most) return [];
  return [...new Set(spellingsOf(word))].filter((spelling) => spelling.length > 1);
}

/** The members of `SearchText`, `Spelling` and `Folding` that this module needs. Browsers load it with the morphologies. */
interface LatinText {
  readonly plain: string;
  readonly readings: readonly string[];
}

interface SearchableText {
  readonly field: string;
  readonly text: string;
}

interface LetterFolding {
  readonly plainSpelling: (text: string) => string;
  readonly caseFold: (text: string) => string;
}

interface ProfiledFolding {
  readonly profile: { readonly languages: readonly string[] };
}

/**
 * Returns the step for headwords in Arabic letters that a search text spells in Latin ones, if the language is written in both. The likeliest
 * spelling comes first.
 */
export function arabicTiers(
  { plain, readings }: LatinText,
  { profile: { languages } }: ProfiledFolding,
  codes: Readonly<Record<'folded' | 'foldedVariant', string>>,
) {
  const spellings = hasTwoScripts(languages) ? arabicSpellingsOf(plain) : [];
  const ranks = new Map(spellings.map((spelling, rank) => [spelling, rank]));
  const anyOf = spellings.flatMap((spelling) => [codes.folded + spelling, codes.foldedVariant + spelling]);
  const words = [plain, ...readings].map(spelledBySound);
  const compare = ({ field, text }: SearchableText, folding: LetterFolding) => {
    const rank = field === 'translation' ? undefined : ranks.get(folding.plainSpelling(text));
    const letters = rank === undefined ? undefined : readingPatterns(folding.caseFold(text));
    const isReading = letters !== undefined && words.some((word) => isReadingOf(word, letters));
    return isReading ? { key: String(rank).padStart(3, '0') } : undefined;
  };
  return [{ tier: 'otherScript' as const, lookups: [{ in: 'precise' as const, anyOf }], compare }];
}
