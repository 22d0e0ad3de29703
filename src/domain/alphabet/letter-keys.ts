import { primaryLanguage } from '../dictionary/dictionary-languages';
import type { ProfiledDictionary } from '../search/search-profile';
import { LANGUAGE_ALPHABETS } from './alphabet';

/** Letters besides a to z that languages write, in alphabetical order. Source: the main and auxiliary exemplars of CLDR 48. */
const LETTERS_BY_LANGUAGE: readonly (readonly [languages: string, letters: string])[] = [
  ['bm bam dyu mnk', 'ɛ ɲ ŋ ɔ'],
  ['ff ful fuc fub fuv', 'ɓ ɗ ŋ ɲ ƴ'],
  ['ak aka tw fat', 'ɛ ɔ'],
  ['gaa ada', 'ɛ ŋ ɔ'],
  ['fon', 'ɖ ɛ ɔ'],
  ['ln lin', 'ɛ ɔ'],
  ['dag kus gur dga', 'ɛ ɣ ŋ ɔ ʒ'],
  ['mos', 'ɛ ɩ ʋ ã ẽ ĩ õ ũ'],
  ['ses khq dje son', 'ɲ ŋ ã ẽ š ž'],
  ['snk', 'ñ ŋ'],
  ['sg sag', 'ê î ô û â ä ë ï ö ü'],
  ['kr kau knc', 'ǝ'],
  ['bci', 'ɛ ɔ'],
  ['kpe', 'ɓ ɛ ŋ ɔ'],
  ['vai men', 'ɓ ɛ ŋ ɔ'],
  ['ewo bum', 'ǝ ɛ ŋ ɔ'],
  ['dua bas', 'ɓ ɗ ɛ ŋ ɔ'],
  ['kab', 'č ḍ ɛ ǧ ɣ ḥ ř ṛ ṣ ṭ ẓ'],
  ['zgh tzm shi', 'ḍ ɛ ɣ ḥ ṛ ṣ ṭ ẓ'],
  ['ve ven', 'ḓ ḽ ṅ ṋ ṱ'],
  ['nus din', 'ä ɛ ë ɣ ï ŋ ɔ ö'],
  ['ki kik', 'ĩ ũ'],
  ['kam', 'ĩ ũ'],
  ['lg lug teo laj ach', 'ŋ'],
  ['mas', 'ɛ ɨ ŋ ɔ ʉ'],
  ['af', 'ê ë ï ô û'],
  ['mg mlg', 'à â é è ê ì ñ ò ô'],
  ['fr', 'à â æ ç é è ê ë î ï ô œ ù û ü'],
  ['pt', 'á à â ã ç é ê í ó ô õ ú'],
];

const LETTERS_BY_CODE: ReadonlyMap<string, readonly string[]> = new Map([
  ...LETTERS_BY_LANGUAGE.flatMap(([languages, letters]) =>
    languages.split(' ').map((language) => [language, letters.split(' ')] as const),
  ),
  ...LANGUAGE_ALPHABETS.flatMap(({ languages, letters }) =>
    languages.map(
      (language) => [language, letters.flatMap((row) => row.split(' ')).filter(isSpecial)] as const,
    ),
  ),
]);

/** Maximum number of keys in a row, so that it fits a phone. */
const MAX_LETTER_KEYS = 40;

/**
 * Returns the letters of a dictionary that an English keyboard lacks, in alphabetical order: letters that the dictionary declares,
 * otherwise those of its language. Empty if neither is known.
 */
export function letterKeysOf({
  language,
  searchProfile,
}: Pick<ProfiledDictionary, 'language' | 'searchProfile'>): readonly string[] {
  const declared = searchProfile?.alphabet?.filter(isSpecial);
  return (declared ?? LETTERS_BY_CODE.get(primaryLanguage(language)) ?? []).slice(0, MAX_LETTER_KEYS);
}

/** Letters of several characters, such as `gb`, can be typed character by character. */
function isSpecial(letter: string): boolean {
  return /\P{ASCII}/u.test(letter) && Array.from(letter.replace(/\p{M}/gu, '')).length === 1;
}
