/**
 * Latin spellings of words in Arabic letters, for languages that are written in both scripts. Texts omit most vowel signs, so that a word
 * has as many spellings as there are vowels for its consonants. Only search texts are converted; no keys are stored for these spellings.
 */

/** Consonants: the usual Latin letters, then letters that keyboards often lack. `w` and `y` between vowels may be omitted. */
const ARABIC_CONSONANTS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  (
    'ب:b,p پ:p ٻ:b ت:t ٹ:t ث:th ج:j,ch چ:ch ح:h خ:kh د:d ڈ:d ذ:dh ر:r ز:z ژ:zh س:s ش:sh ص:s ض:dh ط:t,d ظ:dh ڟ:ts غ:gh,ng ڠ:ng ڭ:ng ' +
    'ف:f,v ڢ:f ڤ:v,p ق:k,g ڧ:k ك:k,g ک:k,g گ:g ݢ:g ل:l م:m ن:n ه:h ھ:h و:w, ي:y, ی:y, ڜ:ch ݝ:ng ۏ:v ع: ئ: ؤ: ء:'
  )
    .split(' ')
    .map((row) => row.split(':'))
    .map(([letter = '', latin = '']) => [letter, latin.split(',')]),
);

/** Letters and signs that are vowels after a consonant. The sign for the absence of a vowel is an empty vowel. */
const ARABIC_VOWELS: Readonly<Record<string, readonly string[]>> = {
  ا: ['a'],
  آ: ['a'],
  أ: ['a', 'u'],
  إ: ['i', 'e'],
  ى: ['a', 'i'],
  ة: ['a'],
  و: ['u', 'o'],
  ي: ['i', 'e'],
  ی: ['i', 'e'],
  ې: ['e'],
  '\u064E': ['a'],
  '\u064F': ['u', 'o'],
  '\u0650': ['i', 'e'],
  '\u0652': [''],
  '\u065C': ['e'],
};

const SILENT = /['\u0640]|\u0651/gu;
const VOWEL_SIGN = /^[\u064E-\u0652\u065C]$/u;
const ALL_VOWELS = ['a', 'i', 'u', 'e', 'o'];
const NASALS: ReadonlySet<string> = new Set(['م', 'ن']);
const ARABIC_WORD = /^[\p{Script=Arabic}\p{M}]+$/u;

/** Maximum number of spellings of a word. A longer word is converted only if it has enough vowel signs. */
const MAX_LATIN_SPELLINGS = 400;

const TWO_SCRIPT_LANGUAGES: ReadonlySet<string> = new Set(
  (
    'sw swh swa zdj wni swb wlc ha hau ff ful fuf fuv fuc fub fuh ffm wo wol kr kau knc mnk bm bam dyu son ses dje so som ' +
    'ar ara ary arq aeb ayl arz apd shu mey ber kab zgh shi tzm rif shy mzb siz gha taq tmh thv ttq thz'
  ).split(' '),
);

/** Whether one of the languages is written in Arabic letters and in Latin ones. */
export function hasTwoScripts(languages: readonly string[]): boolean {
  return languages.some((language) => TWO_SCRIPT_LANGUAGES.has(language));
}

/** Returns the Latin spellings that a word in Arabic letters may have in one of the languages; none of other words. */
export function latinSpellingsOf(word: string, languages: readonly string[]): readonly string[] {
  if (!ARABIC_WORD.test(word) || !hasTwoScripts(languages)) return [];
  const parts = partsOf(Array.from(word.normalize('NFC').replace(SILENT, '')));
  const usual = parts.map(({ consonants, vowels }) => ({ consonants: consonants.slice(0, 1), vowels }));
  const read = [parts, usual].find((some) => countOf(some) <= MAX_LATIN_SPELLINGS);
  return (read ?? []).reduce<readonly string[]>(
    (spellings, { consonants, vowels }) =>
      spellings.flatMap((spelled) =>
        consonants.flatMap((consonant) => vowels.map((vowel) => spelled + consonant + vowel)),
      ),
    read === undefined ? [] : [''],
  );
}

/** A consonant, or none at the beginning, and the vowels that may follow it. */
interface Part {
  readonly consonants: readonly string[];
  readonly vowels: readonly string[];
}

function countOf(parts: readonly Part[]): number {
  return parts.reduce((product, { consonants, vowels }) => product * consonants.length * vowels.length, 1);
}

function partsOf(letters: readonly string[]): readonly Part[] {
  const parts: Part[] = [];
  for (let i = 0; i < letters.length; i++) {
    const letter = letters[i] ?? '';
    const consonants = ARABIC_CONSONANTS[letter];
    if (consonants === undefined) {
      parts.push({ consonants: [''], vowels: ARABIC_VOWELS[letter] ?? [''] });
      continue;
    }
    const next = letters[i + 1] ?? '';
    const isVowel =
      ARABIC_VOWELS[next] !== undefined && !(next in ARABIC_CONSONANTS && isFollowedByVowel(letters, i + 1));
    if (!isVowel) {
      // No vowel follows at the end, and in a nasal cluster.
      const isBare = next === '' || (next in ARABIC_CONSONANTS && NASALS.has(letter));
      parts.push({ consonants, vowels: isBare ? ['', ...ALL_VOWELS] : ALL_VOWELS });
      continue;
    }
    i++;
    // A letter after its vowel sign only makes the vowel long.
    if (VOWEL_SIGN.test(next) && isLengthOf(letters, i)) i++;
    parts.push({ consonants, vowels: ARABIC_VOWELS[next] ?? [''] });
  }
  return parts;
}

/** Whether the letter at a position is a consonant, because a vowel follows it: `y` in `نيو`. */
function isFollowedByVowel(letters: readonly string[], i: number): boolean {
  return ARABIC_VOWELS[letters[i + 1] ?? ''] !== undefined;
}

function isLengthOf(letters: readonly string[], i: number): boolean {
  const [sign = '', letter = ''] = [letters[i], letters[i + 1]];
  const isSame = ARABIC_VOWELS[sign]?.[0] === ARABIC_VOWELS[letter]?.[0];
  return isSame && !VOWEL_SIGN.test(letter) && !isFollowedByVowel(letters, i + 1);
}
