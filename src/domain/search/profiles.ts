import { primaryLanguage } from '../dictionary/dictionary-languages';
import { AFFIX_MARKS, LETTERS, type PlainSpellings } from './letters';
import type { Tables } from './tables/gloss-table';
import { tableOf } from './tables/with-tables';
import type { Morphology } from './morphology/morphology';
import type { ProfiledDictionary, SearchProfile } from './search-profile';

/**
 * Search rules of one language in addition to the common folding tables. A profile adds spellings and removes none, so that a search over
 * all dictionaries also finds the articles of the language.
 */
export interface Profile {
  /** Codes of the language (ISO 639). */
  readonly languages: readonly string[];
  /** Letters that are distinct from their base letter. A query that contains one does not match the base letter. */
  readonly distinct: string;
  /** Plain spellings that letters have in this language. */
  readonly letters: ReadonlyMap<string, PlainSpellings>;
  /** Marks before or after an affix. */
  readonly affixMarks: string;
  /** Morphology that the dictionary declares; otherwise `morphologyOf` selects that of the language. */
  readonly morphology?: Morphology | undefined;
}

/** The profile without additions. */
export const COMMON_PROFILE: Profile = {
  languages: [],
  distinct: '',
  letters: new Map(),
  affixMarks: AFFIX_MARKS,
};

/** The profile of dictionaries that declare no language. It differs from the common one in that all texts are in one language. */
const UNDECLARED_PROFILE: Profile = { ...COMMON_PROFILE };

/** To add a language, add an item. */
const PROFILES: readonly Profile[] = [
  {
    // Alphabet: a b d e ẹ f g gb h i j k l m n o ọ p r s ṣ t u w y; the marks above are tones.
    // Source: A. Bamgboṣe, Yoruba Orthography, 1965; Joint Consultative Committee on Education, 1974.
    languages: ['yo', 'yor'],
    distinct: 'ẹọṣ',
    letters: new Map([['ṣ', ['s', 'sh']]]),
    affixMarks: AFFIX_MARKS,
  },
  {
    // Alphabet: a b d ɖ dz e ɛ f ƒ g gb ɣ h i k kp l m n ny ŋ o ɔ p r s t ts u v ʋ w x y z.
    // Source: D. Westermann, A Study of the Ewe Language, 1930; Bureau of Ghana Languages.
    languages: ['ee', 'ewe'],
    distinct: 'ɖɛƒɣŋɔʋ',
    letters: new Map([['ʋ', ['v', 'w']]]),
    affixMarks: AFFIX_MARKS,
  },
  {
    // Alphabet (boko): a b ɓ c d ɗ e f g h i j k ƙ l m n o r s sh t ts u w y ƴ z ʼ; c is the sound of English ch.
    // Source: P. Newman, The Hausa Language, 2000, chapter 79.
    languages: ['ha', 'hau'],
    distinct: 'ɓɗƙƴ',
    letters: new Map([['c', ['c', 'ch']]]),
    affixMarks: AFFIX_MARKS,
  },
];

/** Maximum number of cached profiles of each kind. */
const MAX_PROFILES = 1000;

const PROFILE_BY_LANGUAGE: ReadonlyMap<string, Profile> = new Map(
  PROFILES.flatMap((profile) => profile.languages.map((language) => [language, profile] as const)),
);

/**
 * Returns the morphology of a profile: that of the dictionary, otherwise that of the language; `undefined` if there is none. Stored
 * keys do not depend on it, only queries.
 *
 * @throws MissingTable in a browser that has not loaded the table; `withTables` loads it and tries again
 */
export function morphologyOf({ morphology, languages }: Profile): Morphology | undefined {
  const [language] = languages;
  return language === undefined ? morphology : (morphology ?? tableOf('morphologies').get(language));
}

/** Matches a letter of Arabic, N'Ko, Ethiopic, Tifinagh or Adlam script, or of one between them. */
const OTHER_SCRIPT = /[\u0600-\u07FF\u1200-\u137F\u2D30-\u2D7F\u{1E900}-\u{1E95F}]/u;

/**
 * Returns the letters of other scripts if a text has one.
 *
 * @throws MissingTable in a browser that has not loaded the table; `withTables` loads it and tries again
 */
export function scriptsOf(text: string): Tables['scripts'] {
  return OTHER_SCRIPT.test(text) ? tableOf('scripts') : undefined;
}

/** Returns the spellings of a letter in any language; `undefined` if it is in no table. */
export function commonSpellingsOf(letter: string): PlainSpellings | undefined {
  return LETTERS.get(letter) ?? scriptsOf(letter)?.PLAIN_LETTERS.get(letter);
}

/** Cache of the profiles of languages without distinct letters. */
const COMMON_LETTERS = new Map<string, Profile>();

/** Returns the profile of a language by its tag, such as `yo` or `yo-NG`; the common profile if there is no tag. */
export function profileOfLanguage(tag: string | null | undefined): Profile {
  const language = primaryLanguage(tag);
  if (language === '') return COMMON_PROFILE;
  const known = PROFILE_BY_LANGUAGE.get(language) ?? COMMON_LETTERS.get(language);
  if (known !== undefined) return known;
  if (COMMON_LETTERS.size >= MAX_PROFILES) COMMON_LETTERS.clear();
  const profile = { ...COMMON_PROFILE, languages: [language] };
  COMMON_LETTERS.set(language, profile);
  return profile;
}

/**
 * Cache of the profiles that dictionaries declare, by their content. Foldings are cached by profile, so equal profiles must be identical
 * objects.
 */
const DECLARED_PROFILES = new Map<string, Profile>();

/**
 * Returns the profile of a dictionary: that of the language of its headwords, overridden by the fields that the dictionary declares.
 *
 * @param dictionary `undefined` for a search over all dictionaries
 */
export function profileOf(dictionary: ProfiledDictionary | undefined): Profile {
  if (dictionary === undefined) return COMMON_PROFILE;
  const declared = profileOfLanguage(dictionary.language);
  const usual = declared === COMMON_PROFILE ? UNDECLARED_PROFILE : declared;
  const own = dictionary.searchProfile;
  if (own === null || own === undefined) return usual;
  const key = JSON.stringify([usual.languages, own.distinct, own.letters, own.affixMarks, own.morphology]);
  const cached = DECLARED_PROFILES.get(key);
  if (cached !== undefined) return cached;
  if (DECLARED_PROFILES.size >= MAX_PROFILES) DECLARED_PROFILES.clear();
  const profile = combined(usual, own);
  DECLARED_PROFILES.set(key, profile);
  return profile;
}

function combined(usual: Profile, { distinct, letters, affixMarks, morphology }: SearchProfile): Profile {
  const own = (letters ?? []).map(({ letter, spellings }) => {
    const common = usual.letters.get(letter) ?? commonSpellingsOf(letter) ?? [];
    return [letter, [...new Set([...spellings, ...common])]] as const;
  });
  return {
    languages: usual.languages,
    distinct: distinct ?? usual.distinct,
    letters: new Map([...usual.letters, ...own]),
    affixMarks: affixMarks ?? usual.affixMarks,
    morphology: morphology ?? undefined,
  };
}
