import { cut, utf8Length } from '../../shared/text';
import { contentKeysOf, type SearchableTexts } from './content/content-texts';
import { neighboursOf } from './edits';
import { type Folding, foldingFor } from './folding';
import { GLOSS_KEY, keysOfGloss } from './glosses/glosses';
import { profileOf } from './profiles';
import { tableOf } from './tables/with-tables';
import type { ProfiledDictionary } from './search-profile';
import {
  MAX_COMPARED_TEXT_LENGTH,
  type SearchableContent,
  searchable,
  type Spelling,
  articleSpellings,
} from './letters';

/** Version of the rules that make search keys. Raise it when the folding or the rules below change. */
export const SEARCH_KEYS_VERSION = 15;

/** Factor of the profile revision in a version of keys; versions of the rules are lower. */
const PROFILE_STEP = 1000;

/** The version of the search keys of a dictionary. It combines the version of the rules with the revision of the dictionary's profile. */
export function keysVersionOf({ searchProfileRevision = 0 }: ProfiledDictionary): number {
  return SEARCH_KEYS_VERSION + PROFILE_STEP * searchProfileRevision;
}

/** The search keys of an article. Keys of `precise`, `broad` and `byLanguage` begin with a code for their kind: see KEY. */
export interface SearchKeys {
  /** Keys that few articles share. Their index has no order, so that hits are read first and sorted afterwards. */
  readonly precise: readonly string[];
  /** Keys that many articles may share. Their index returns the articles ordered by `place`. */
  readonly broad: readonly string[];
  /** Broad keys of translations, each as `LANGUAGE KEY`; absent if all translations have one language. */
  readonly byLanguage?: readonly string[];
  /** Keys of the words of running text (examples, definitions, notes, indicators of senses), without a code; absent if there are none. */
  readonly content?: readonly string[];
  /** Sort key within a match tier: length of the folded headword, then the order of lists. */
  readonly place: string;
  /** Sort key within the dictionary by its alphabet, of the citation form if there is one; absent from keys of earlier versions. */
  readonly alphabet?: string;
}

/** Codes for the kinds of keys: the first letter of each key. */
export const KEY = {
  light: 'l',
  letters: 'm',
  folded: 's',
  variant: 'v',
  foldedVariant: 'y',
  neighbour: 'f',
  sound: 'u',
  radical: 'r',
  prefix: 'p',
  headwordWord: 'h',
  variantPrefix: 'q',
  variantWord: 'k',
  ...GLOSS_KEY,
} as const;

/**
 * Maximum length of a prefix that is stored as a broad key, in letters. Many articles share a short prefix, so that an index must return
 * them in order.
 */
export const STORED_PREFIX = 4;

/** Maximum length of a key, in bytes. No query makes a longer one; longer texts are found by their words. */
const MAX_KEY_BYTES = 600;

/** Maximum length of the headword part of `place`, in code points. Two indexes contain the place after each broad key of an article. */
const MAX_PLACE_LENGTH = 12;

/** Maximum number of keys of each kind per article, which bounds its share of the index. */
const MAX_KEYS_PER_KIND = 300;

/** The keys of one text. */
export interface KeysOfSpelling {
  readonly precise: readonly string[];
  readonly broad: readonly string[];
}

/** The input from which the keys of an article are made. */
export interface KeyOrigin {
  readonly dictionary: ProfiledDictionary;
  /** Short name of the dictionary. It orders articles of several dictionaries with otherwise equal `place`. */
  readonly shortName: string;
  readonly content: SearchableContent & SearchableTexts;
  /** Sort key of the article in lists. */
  readonly sortKey: string;
}

/**
 * Makes the search keys of an article, at most 300 of each kind.
 *
 * @throws MissingTable in a browser that has not loaded a table; `withTables` loads it and tries again
 */
export function keysOfArticle({ dictionary, shortName, content, sortKey }: KeyOrigin): SearchKeys {
  const folding = foldingFor(profileOf(dictionary));
  const spellings = searchable(articleSpellings(content));
  const keys = spellings.map((spelling) => keysOfSpelling(spelling, folding));
  const words = contentKeysOf(content, folding);
  const alphabets = tableOf('alphabets');
  const { headword = '', citation } = content.entry;
  const length = Array.from(folding.plainSpelling(headword.slice(0, MAX_COMPARED_TEXT_LENGTH))).length;
  return {
    precise: limited(keys.flatMap(({ precise }) => precise)),
    broad: limited(keys.flatMap(({ broad }) => broad)),
    ...languagesOf(spellings, keys),
    ...(words.length > 0 && { content: words }),
    place: articlePlace(length, sortKey, shortName),
    // The number at the end of the sort key makes the order total.
    alphabet: alphabets.alphabetKey(
      citation ?? headword,
      alphabets.alphabetOf(dictionary),
      sortKey.split('\u0001').at(-1) ?? '',
    ),
  };
}

/**
 * Makes `place`. The headword is cut, and its exact spelling is omitted if it equals the folded one; dictionary and number at the end
 * keep the order total.
 */
function articlePlace(length: number, sortKey: string, shortName: string): string {
  const [folded = '', ...others] = sortKey.split('\u0001');
  const [exact = '', , number = ''] = others.slice(-3);
  const parts = [
    cut(folded, MAX_PLACE_LENGTH),
    exact === folded ? '' : cut(exact, MAX_PLACE_LENGTH),
    shortName,
  ];
  return shortNumber(length) + parts.join('\u0001') + '\u0001' + shortNumber(Number(number));
}

/** Replaces the article number at the end of a `place`. */
export function placeWithNumber(rankKey: string, number: number): string {
  return rankKey.slice(0, rankKey.lastIndexOf('\u0001') + 1) + shortNumber(number);
}

/** Returns a whole number in base 36 after its number of digits, so that texts sort in numeric order. */
function shortNumber(n: number): string {
  const digits = n.toString(36);
  return digits.length.toString(36) + digits;
}

/** Makes the keys of one text of an article. */
export function keysOfSpelling(
  { field, text, lang, standing = 'later' }: Spelling,
  folding: Folding,
): KeysOfSpelling {
  if (field === 'translation') return { precise: [], broad: keysOfGloss(text, lang, standing) };
  if (field === 'radical') return { precise: keysOfRadical(text, folding), broad: [] };
  const isHeadword = field === 'headword';
  const spellings = folding.spellings(text);
  const words = folding.words(text);
  const [light, letters] = [folding.caseFold(text), folding.letters(text)];
  const coded = (code: string, keys: readonly string[]) => keys.map((key) => code + key);
  return {
    precise: [
      ...coded(isHeadword ? KEY.light : KEY.variant, [light]),
      ...coded(KEY.letters, isHeadword && letters !== light ? [letters] : []),
      ...coded(isHeadword ? KEY.folded : KEY.foldedVariant, spellings),
      // An article may have a hundred subentries, and typing errors take most keys.
      ...coded(KEY.neighbour, field === 'subentry' ? [] : folding.typed(text).flatMap(neighboursOf)),
      ...coded(
        KEY.sound,
        folding.sounds(text).filter((sound) => !spellings.includes(sound)),
      ),
    ],
    broad: [
      ...coded(isHeadword ? KEY.prefix : KEY.variantPrefix, spellings.flatMap(prefixesOf)),
      ...coded(
        isHeadword ? KEY.headwordWord : KEY.variantWord,
        words.length > 1 ? words.flatMap((word) => folding.spellings(word)) : [],
      ),
    ],
  };
}

function keysOfRadical(text: string, folding: Folding): string[] {
  return folding.spellings(text).map((spelling) => KEY.radical + spelling);
}

/** The proper prefixes of a word of up to 4 letters. */
function prefixesOf(word: string): string[] {
  const letters = Array.from(word.slice(0, 2 * STORED_PREFIX + 2));
  const maxLength = Math.min(STORED_PREFIX, letters.length - 1);
  return Array.from({ length: Math.max(0, maxLength) }, (_, i) => letters.slice(0, i + 1).join(''));
}

/** Makes `byLanguage`, so that a search for one language does not match translations into others. */
function languagesOf(
  spellings: readonly Spelling[],
  keys: readonly KeysOfSpelling[],
): Pick<SearchKeys, 'byLanguage'> {
  const translations = spellings.flatMap(({ field, lang = '' }, i) =>
    field === 'translation' ? [{ lang, broad: keys[i]?.broad ?? [] }] : [],
  );
  if (new Set(translations.map(({ lang }) => lang)).size < 2) return {};
  return {
    byLanguage: limited(translations.flatMap(({ lang, broad }) => broad.map((key) => `${lang} ${key}`))),
  };
}

function limited(keys: readonly string[]): string[] {
  return [...new Set(keys)]
    .filter((key) => key.length < MAX_KEY_BYTES / 4 || utf8Length(key) <= MAX_KEY_BYTES)
    .slice(0, MAX_KEYS_PER_KIND);
}
