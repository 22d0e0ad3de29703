/** What the alphabet of a language has beside the common order of letters. */
export interface LanguageAlphabet {
  /** Codes of the language (ISO 639) with which the identifiers of its dictionaries begin. */
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
