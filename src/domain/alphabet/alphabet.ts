import { primaryLanguage } from '../dictionary/dictionary-languages';
import type { ProfiledDictionary } from '../search/search-profile';

/**
 * The order of letters, marks and signs for languages without a tailoring. Source: the root collation of CLDR 48, limited to the
 * orthographies of Africa. A test compares it with the collation of Node.
 */

/** Latin letters. Letters within a group differ only by a stroke. */
const LATIN_LETTERS: readonly string[] = (
  'a æ ⱥ ɐ ɑ ɒ b ƀ ɓ ƃ c ȼ ƈ ɕ dđð ɖ ɗ ƌ e ɇ ǝ ə ɛ ɘ ɜ ɤ f ƒ g ɡ ǥ ɠ ɣ hħ ɦ ⱨ ɧ ʻ i ı ɪ ɨ ɩ j ɉ ʝ ɟ ʄ k ƙ ⱪ ' +
  'lł ƚ ⱡ ɫ ɬ ɭ ɮ ʎ m ɱ n ɲ ƞ ɳ ŋ oø œ ɔ ɵ ɷ p ᵽ ƥ ɸ q ɋ ĸ r ɍ ɹ ɽ ɾ ʀ ʁ s ß ʂ ȿ ʃ t ŧ ⱦ ƫ ƭ ʈ u ʉ ɥ ɯ ʊ ' +
  'v ʋ ⱱ ʌ w ⱳ ʍ x y ɏ ƴ z ƶ ȥ ʐ ʑ ɀ ⱬ ʒ þ ʔ ɂ ʼ ꞌ ʕ ʡ ʢ ǀ ǁ ǂ ǃ ʘ'
).split(' ');

/** Signs that precede all letters. */
export const SIGNS = ' _-,;:!?.\'"()[]{}@*/\\&#%`´^ʹˈ+<=>|~$';

/** Signs that sort like another sign. */
export const SAME_SIGNS: ReadonlyMap<string, string> = new Map([
  ['’', "'"],
  ['‘', "'"],
  ['“', '"'],
  ['”', '"'],
]);

/** Marks on letters. They count only between words with the same letters. */
export const ORDERED_MARKS =
  '\u0332\u0313\u0314\u0301\u0300\u0306\u0302\u030c\u030a\u0308\u030b\u0303\u0307\u0338\u0327\u0328\u0304\u030d\u0329\u0309\u030f\u0311\u031b\u0323\u0324\u0325\u0326\u032d\u0330\u0331';

/** Differences between the alphabet of a language and the common order of letters. */
export interface LanguageAlphabet {
  /** Codes of the language (ISO 639). */
  readonly languages: readonly string[];
  /** Additional letters, each after a common letter: `b ɓ` sorts ɓ, and all words that begin with it, after all words that begin with b. */
  readonly letters: readonly string[];
  /** Alternative spellings of these letters. */
  readonly same?: Readonly<Record<string, string>>;
}

/** Source: the tailorings of CLDR 48; a test compares them with those of Node. To add a language, add an item. */
export const LANGUAGE_ALPHABETS: readonly LanguageAlphabet[] = [
  {
    languages: ['ha', 'hau'],
    letters: ['b ɓ', 'd ɗ', 'k ƙ', 's sh', 't ts', 'y ƴ'],
    same: { ʼy: 'ƴ', "'y": 'ƴ', '’y': 'ƴ' },
  },
  {
    languages: ['ig', 'ibo'],
    letters: ['b ch', 'g gb gh gw', 'i ị', 'k kp kw', 'n ṅ nw ny', 'o ọ', 's sh', 'u ụ'],
  },
  {
    languages: ['ee', 'ewe'],
    letters: ['d dz ɖ', 'e ɛ', 'f ƒ', 'g gb ɣ', 'h x', 'k kp', 'n ny ŋ', 'o ɔ', 't ts', 'v ʋ'],
  },
  { languages: ['yo', 'yor'], letters: ['e ẹ', 'g gb', 'o ọ', 's ṣ'], same: { e̩: 'ẹ', o̩: 'ọ', s̩: 'ṣ' } },
  { languages: ['wo', 'wol'], letters: ['a à', 'e é ë', 'n ñ ŋ', 'o ó'] },
  { languages: ['om', 'orm', 'gaz'], letters: ['z ch dh kh nj ny ph sh'] },
  { languages: ['tn', 'tsn', 'nso'], letters: ['e ê', 'o ô', 's š'] },
];

/** The range of characters that represent letters in keys. It ends before the first Greek letter. */
export const FIRST_CODE = 0x100;
const LAST_CODE = 0x36f;

/** A prefix for Latin letters that are not in an alphabet. It sorts before all Greek letters. */
export const OTHER_LATIN = String.fromCodePoint(LAST_CODE);

/** The representation of a letter in keys. */
export interface OrderedLetter {
  /** The character that orders letters. */
  readonly code: string;
  /** Number of the variant among letters with the same code; 0 is the letter itself. */
  readonly difference: number;
}

/** An ordered alphabet. */
export class Alphabet {
  private readonly letters = new Map<string, OrderedLetter>();
  private readonly names = new Map<string, string>();
  /** Length of the longest letter after decomposition, in UTF-16 units. */
  readonly longest: number;

  /** @param groups letters in order; letters of one group have the same position */
  constructor(groups: readonly (readonly string[])[]) {
    for (const [i, [name = '', ...others]] of groups.entries()) {
      const code = String.fromCodePoint(Math.min(FIRST_CODE + i, LAST_CODE));
      this.names.set(code, this.names.get(code) ?? name);
      for (const [difference, letter] of [name, ...others].entries())
        this.letters.set(letter.normalize('NFD'), { code, difference });
    }
    this.longest = Math.max(...Array.from(this.letters.keys(), (letter) => letter.length));
  }

  /** Returns the letter that a decomposed text in lower case spells; `undefined` if there is none. */
  letter(spelled: string): OrderedLetter | undefined {
    return this.letters.get(spelled);
  }

  /** Returns the letter with a code in the spelling of the alphabet. Letters of other scripts are their own codes. */
  nameOf(code: string): string {
    return this.names.get(code) ?? code;
  }

  /** Returns the code of a letter; `undefined` for a text that is not one letter. */
  codeOf(letter: string): string | undefined {
    const spelled = letter.normalize('NFD').toLowerCase();
    const code = this.letters.get(spelled)?.code;
    if (code !== undefined) return code;
    const [only = '', ...more] = Array.from(spelled.replace(/\p{M}/gu, ''));
    return more.length === 0 && /\p{L}/u.test(only) && only > OTHER_LATIN ? only : undefined;
  }
}

const COMMON_ALPHABET = new Alphabet(commonGroups());

function commonGroups(): string[][] {
  return LATIN_LETTERS.map((group) => Array.from(group));
}

/** The common order with the additional letters of a language. */
function tailored({ letters, same = {} }: LanguageAlphabet): Alphabet {
  const moved = new Set(letters.flatMap((row) => row.split(' ').slice(1)));
  const followersOf = new Map(letters.map((row) => [row.split(' ')[0], row.split(' ').slice(1)] as const));
  const spellings = (letter: string) => [
    letter,
    ...Object.keys(same).filter((spelling) => same[spelling] === letter),
  ];
  const groups = commonGroups()
    .filter(([letter = '']) => !moved.has(letter))
    .flatMap((group) => [group, ...(followersOf.get(group[0]) ?? []).map(spellings)]);
  return new Alphabet(groups);
}

/** The order that a dictionary declares. Latin letters that it does not name keep their predecessor of the common order. */
function declared(letters: readonly string[]): Alphabet {
  const own = new Set(letters);
  const followers = new Map<string, string[][]>();
  let last = '';
  for (const group of commonGroups()) {
    const [letter = ''] = group;
    if (own.has(letter)) last = letter;
    else followers.set(last, [...(followers.get(last) ?? []), group.filter((letter) => !own.has(letter))]);
  }
  const groups = letters.flatMap((letter) => [[letter], ...(followers.get(letter) ?? [])]);
  return new Alphabet([...(followers.get('') ?? []), ...groups]);
}

const ALPHABET_BY_LANGUAGE: ReadonlyMap<string, Alphabet> = new Map(
  LANGUAGE_ALPHABETS.flatMap((definition) => {
    const alphabet = tailored(definition);
    return definition.languages.map((language) => [language, alphabet] as const);
  }),
);

/** Cache of the alphabets that dictionaries declare, by their letters. */
const DECLARED_ALPHABETS = new Map<string, Alphabet>();

/** Maximum number of cached alphabets: enough for every dictionary that declares one. */
const MAX_DECLARED = 1000;

/** Returns the alphabet that a dictionary declares, otherwise that of its headword language. */
export function alphabetOf({
  language,
  searchProfile,
}: Pick<ProfiledDictionary, 'language' | 'searchProfile'>): Alphabet {
  const letters = searchProfile?.alphabet;
  if (letters === null || letters === undefined)
    return ALPHABET_BY_LANGUAGE.get(primaryLanguage(language)) ?? COMMON_ALPHABET;
  const key = letters.join(' ');
  const cached = DECLARED_ALPHABETS.get(key);
  if (cached !== undefined) return cached;
  if (DECLARED_ALPHABETS.size >= MAX_DECLARED) DECLARED_ALPHABETS.clear();
  const made = declared(letters);
  DECLARED_ALPHABETS.set(key, made);
  return made;
}
