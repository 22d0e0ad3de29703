import { primaryLanguage } from '../dictionary/dictionary-languages';
import type { ProfiledDictionary } from '../search/search-profile';
import { LATIN } from './letter-order';

/** The rules by which the alphabet of a language differs from the common order. */
export interface LanguageAlphabet {
  /** Codes of the language (ISO 639). */
  readonly languages: readonly string[];
  /** Letters that follow a common letter, in order: `b ɓ` says that ɓ follows b and all words that begin with b. */
  readonly letters: readonly string[];
  /** Other spellings of such a letter. */
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

/** The first of the characters that stand for letters in keys; the last is before the first Greek letter. */
const FIRST = 0x100;
const LAST = 0x36f;

/** Stands before Latin letters that have no place in an alphabet. */
export const OTHER_LATIN = String.fromCodePoint(LAST);

/** A letter as a key has it. */
export interface OrderedLetter {
  /** Orders letters. */
  readonly code: string;
  /** Variant of the letter with the same code; 0 is the letter itself. */
  readonly difference: number;
}

/** The letters of a language in order. */
export class Alphabet {
  private readonly letters = new Map<string, OrderedLetter>();
  private readonly names = new Map<string, string>();
  /** Length of the longest letter, in UTF-16 units, decomposed. */
  readonly longest: number;

  /** @param groups letters in order; those of one group share a place */
  constructor(groups: readonly (readonly string[])[]) {
    for (const [i, [name = '', ...others]] of groups.entries()) {
      const code = String.fromCodePoint(Math.min(FIRST + i, LAST));
      this.names.set(code, this.names.get(code) ?? name);
      for (const [difference, letter] of [name, ...others].entries())
        this.letters.set(letter.normalize('NFD'), { code, difference });
    }
    this.longest = Math.max(...Array.from(this.letters.keys(), (letter) => letter.length));
  }

  /** The letter that a decomposed text in lower case spells. */
  letter(spelled: string): OrderedLetter | undefined {
    return this.letters.get(spelled);
  }

  /** The letter of a code, as the alphabet spells it; other scripts stand for themselves. */
  nameOf(code: string): string {
    return this.names.get(code) ?? code;
  }

  /** The code of a letter; `undefined` for what is not one letter. */
  codeOf(letter: string): string | undefined {
    const spelled = letter.normalize('NFD').toLowerCase();
    const known = this.letters.get(spelled)?.code;
    if (known !== undefined) return known;
    const [only = '', ...more] = Array.from(spelled.replace(/\p{M}/gu, ''));
    return more.length === 0 && /\p{L}/u.test(only) && only > OTHER_LATIN ? only : undefined;
  }
}

const COMMON = new Alphabet(commonGroups());

function commonGroups(): string[][] {
  return LATIN.map((group) => Array.from(group));
}

function tailored({ letters, same = {} }: LanguageAlphabet): Alphabet {
  const moved = new Set(letters.flatMap((row) => row.split(' ').slice(1)));
  const behind = new Map(letters.map((row) => [row.split(' ')[0], row.split(' ').slice(1)] as const));
  const spellings = (letter: string) => [
    letter,
    ...Object.keys(same).filter((spelling) => same[spelling] === letter),
  ];
  const groups = commonGroups()
    .filter(([letter = '']) => !moved.has(letter))
    .flatMap((group) => [group, ...(behind.get(group[0]) ?? []).map(spellings)]);
  return new Alphabet(groups);
}

/** Other Latin letters follow the letter that they follow in the common order. */
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

const BY_LANGUAGE: ReadonlyMap<string, Alphabet> = new Map(
  LANGUAGE_ALPHABETS.flatMap((definition) => {
    const alphabet = tailored(definition);
    return definition.languages.map((language) => [language, alphabet] as const);
  }),
);

/** Alphabets that dictionaries declare, by their letters, so that each is made once. */
const OWN = new Map<string, Alphabet>();

/** Alphabets that are kept. There are as many as dictionaries that declare one, and a few of the past. */
const MOST_OWN = 1000;

/** The alphabet that a dictionary declares, otherwise that of the language of its headwords. */
export function alphabetOf({
  language,
  searchProfile,
}: Pick<ProfiledDictionary, 'language' | 'searchProfile'>): Alphabet {
  const own = searchProfile?.alphabet;
  if (own === null || own === undefined) return BY_LANGUAGE.get(primaryLanguage(language)) ?? COMMON;
  const key = own.join(' ');
  const known = OWN.get(key);
  if (known !== undefined) return known;
  if (OWN.size >= MOST_OWN) OWN.clear();
  const made = declared(own);
  OWN.set(key, made);
  return made;
}
