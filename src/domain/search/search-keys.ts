import { cut, utf8Length } from '../../shared/text';
import { alphabetKey } from '../alphabet/alphabet-key';
import { alphabetOf } from '../alphabet/alphabet';
import { contentKeysOf, type SearchableTexts } from './content/content-texts';
import { neighboursOf } from './edits';
import { type Folding, foldingFor } from './folding';
import { GLOSS_KEY, keysOfGloss } from './glosses/glosses';
import { profileOf } from './profiles';
import type { ProfiledDictionary } from './search-profile';
import { type Spelling, spellingsOf } from './letters';

/** Version of the keys; raise it when the folding or the rules below change. */
export const SEARCH_KEYS_VERSION = 10;

/** Versions of the rules end below this: what is above counts the changes of a dictionary's own profile. */
const PROFILE_STEP = 1000;

/** The version of the keys in one dictionary: of the rules, and of the profile that it may have. */
export function keysVersionOf({ searchProfileRevision = 0 }: ProfiledDictionary): number {
  return SEARCH_KEYS_VERSION + PROFILE_STEP * searchProfileRevision;
}

/** The keys of an article. The first letter of each says what it is: see KEY. */
export interface SearchKeys {
  /** Keys that few articles share: they are found first and sorted then. */
  readonly precise: readonly string[];
  /** Keys that many articles may share: their index gives the articles in the order of `place`. */
  readonly broad: readonly string[];
  /** Broad keys of translations after their language and a space; only where translations have several languages. */
  readonly byLanguage?: readonly string[];
  /** Words of examples, definitions and notes; absent where there are none. */
  readonly content?: readonly string[];
  /** Order among articles that match equally: length of the folded headword, then the order of lists. */
  readonly place: string;
  /** Order among the articles of the dictionary by its alphabet; absent from keys of earlier rules. */
  readonly alphabet?: string;
}

/** What a key is, by its first letter. */
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

/** Prefixes up to this length, in letters, are keys of their own: so many articles share them that they must come in order. */
export const STORED_PREFIX = 4;

/** Longest key, in bytes: more than the longest query makes. Longer texts are found by their words. */
const LONGEST_KEY = 600;

/** Longest part of a headword in `place`, in code points; each broad key of an article is followed by its place in two indexes. */
const LONGEST_PLACE = 12;

/**
 * Longest text that keys are made of, and most text of an article, in UTF-16 units, and most texts: they bound the time that
 * a write takes, and are many times what any real article has.
 */
const LONGEST_TEXT = 2000;
const MOST_TEXT = 20_000;
const MOST_TEXTS = 500;

/** Most keys of an article of each kind, so that no article floods the index. */
const MOST_KEYS = 300;

/** The keys of one text. */
export interface KeysOfSpelling {
  readonly precise: readonly string[];
  readonly broad: readonly string[];
}

/** What the keys of an article are made of. */
export interface KeyOrigin {
  readonly dictionary: ProfiledDictionary;
  /** What stands for the dictionary among others in the order of equal matches. */
  readonly shortName: string;
  readonly content: Parameters<typeof spellingsOf>[0] & SearchableTexts;
  /** Position of the article in lists. */
  readonly sortKey: string;
}

/** All keys of an article. */
export function keysOfArticle({ dictionary, shortName, content, sortKey }: KeyOrigin): SearchKeys {
  const folding = foldingFor(profileOf(dictionary));
  const spellings = searchable(spellingsOf(content));
  const keys = spellings.map((spelling) => keysOfSpelling(spelling, folding));
  const words = contentKeysOf(content, folding);
  const { headword = '' } = content.entry;
  const length = Array.from(folding.plain(headword.slice(0, LONGEST_TEXT))).length;
  return {
    precise: limited(keys.flatMap(({ precise }) => precise)),
    broad: limited(keys.flatMap(({ broad }) => broad)),
    ...languagesOf(spellings, keys),
    ...(words.length > 0 && { content: words }),
    place: placeOf(length, sortKey, shortName),
    // The number at the end of the sort key makes the order total.
    alphabet: alphabetKey(headword, alphabetOf(dictionary), sortKey.split('\u0001').at(-1) ?? ''),
  };
}

/** What is read of an article whose texts are far longer than words and sentences are. */
function searchable(spellings: readonly Spelling[]): readonly Spelling[] {
  let left = MOST_TEXT;
  return spellings.slice(0, MOST_TEXTS).flatMap((spelling) => {
    const text = spelling.text.slice(0, Math.min(left, LONGEST_TEXT));
    left -= text.length;
    return text === '' ? [] : [{ ...spelling, text }];
  });
}

/** The headword is cut, and its exact spelling is left out where it is the folded one; dictionary and number, which follow it, keep the order total. */
function placeOf(length: number, sortKey: string, shortName: string): string {
  const [folded = '', ...others] = sortKey.split('\u0001');
  const [exact = '', , number = ''] = others.slice(-3);
  const parts = [cut(folded, LONGEST_PLACE), exact === folded ? '' : cut(exact, LONGEST_PLACE), shortName];
  return shortNumber(length) + parts.join('\u0001') + '\u0001' + shortNumber(Number(number));
}

/** The place of the same article under another number, which is its end. */
export function placeWithNumber(place: string, number: number): string {
  return place.slice(0, place.lastIndexOf('\u0001') + 1) + shortNumber(number);
}

/** A whole number whose texts are in the order of the numbers: the number of its digits precedes them. */
function shortNumber(n: number): string {
  const digits = n.toString(36);
  return digits.length.toString(36) + digits;
}

/** The keys that one text of an article brings. */
export function keysOfSpelling(
  { field, text, lang, standing = 'later' }: Spelling,
  folding: Folding,
): KeysOfSpelling {
  if (field === 'translation') return { precise: [], broad: keysOfGloss(text, lang, standing) };
  if (field === 'radical') return { precise: keysOfRadical(text, folding), broad: [] };
  const isHeadword = field === 'headword';
  const spellings = folding.spellings(text);
  const words = folding.words(text);
  const [light, letters] = [folding.light(text), folding.letters(text)];
  const coded = (code: string, keys: readonly string[]) => keys.map((key) => code + key);
  return {
    precise: [
      ...coded(isHeadword ? KEY.light : KEY.variant, [light]),
      ...coded(KEY.letters, isHeadword && letters !== light ? [letters] : []),
      ...coded(isHeadword ? KEY.folded : KEY.foldedVariant, spellings),
      ...coded(KEY.neighbour, folding.typed(text).flatMap(neighboursOf)),
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

/** The short beginnings of a word, without the word itself. */
function prefixesOf(word: string): string[] {
  const letters = Array.from(word.slice(0, 2 * STORED_PREFIX + 2));
  const most = Math.min(STORED_PREFIX, letters.length - 1);
  return Array.from({ length: Math.max(0, most) }, (_, i) => letters.slice(0, i + 1).join(''));
}

/** A translation in the wrong language must not match where a language is asked for. */
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
    .filter((key) => key.length < LONGEST_KEY / 4 || utf8Length(key) <= LONGEST_KEY)
    .slice(0, MOST_KEYS);
}
