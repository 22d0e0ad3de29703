import { alphabetOf } from '../domain/alphabet/alphabet';
import type { ArticleRecord } from '../domain/article/article-record';
import { searchedFields } from '../domain/article/searched-fields';
import { SEARCH_KEYS_VERSION } from '../domain/search/search-keys';
import { withTables } from '../domain/search/glosses/tables/with-tables';
import { vocabularyOf } from '../domain/search/glosses/typos';
import type { SearchedDictionary } from '../services/search/prepared-search';
import type { Json } from '../shared/json';
import { byCodePoint } from '../shared/text';
import { keyTableOf, type KeyTable } from './key-table';

/** Indexes of another version are made anew. */
export const INDEX_VERSION = `${SEARCH_KEYS_VERSION}.1`;

/** An article as a device holds it: number, public identifier, revision and free JSON without the imported entry. */
export type StoredArticle = readonly [number: number, publicId: string, revision: number, source: Json];

/** What searches in a dictionary look up. Articles stand in it by their places in the order of equal matches. */
export interface ArticleIndex {
  /** Numbers of the articles, by place. */
  readonly numbers: readonly number[];
  /** The part of each article's keys that orders equal matches. */
  readonly places: readonly string[];
  readonly precise: KeyTable;
  readonly broad: KeyTable;
  readonly content: KeyTable;
  /** Words of translations. */
  readonly words: KeyTable;
  /** Places in the order of the alphabet. */
  readonly alphabet: readonly number[];
  /** Letters with which headwords begin, each with the position of its first article in `alphabet`. */
  readonly letters: readonly (readonly [letter: string, from: number])[];
}

/** The parts of an article that searches and pages need. */
export type OfflineArticle = Pick<
  ArticleRecord,
  'dictionaryId' | 'number' | 'headword' | 'content' | 'keys' | 'sortKey'
>;

export function offlineArticle(
  dictionary: SearchedDictionary,
  [number, , , source]: StoredArticle,
): OfflineArticle {
  const { dictionaryId } = dictionary;
  // A device searches each dictionary by itself, so that none needs a name beside others.
  return { dictionaryId, number, ...searchedFields({ dictionary, number, source, shortName: '' }) };
}

/** Articles that are read before the device may do something else. */
const AT_ONCE = 100;

/**
 * Makes the index of all articles of a dictionary; 10,000 take about a second of a fast processor.
 *
 * @param pause lets the device do something else in between
 */
export async function articleIndexOf(
  dictionary: SearchedDictionary,
  articles: Iterable<StoredArticle>,
  pause: () => Promise<void> = () => Promise.resolve(),
): Promise<ArticleIndex> {
  const found: Pick<OfflineArticle, 'keys' | 'number'>[] = [];
  for (const article of articles) {
    const { keys, number } = await withTables(() => offlineArticle(dictionary, article));
    found.push({ keys, number });
    if (found.length % AT_ONCE === 0) await pause();
  }
  found.sort((a, b) => byCodePoint(a.keys.place, b.keys.place));
  const listed = (keysOf: (one: (typeof found)[number]) => readonly string[]) => {
    const lists = new Map<string, number[]>();
    for (const [place, one] of found.entries())
      for (const key of keysOf(one)) {
        const list = lists.get(key);
        if (list === undefined) lists.set(key, [place]);
        else list.push(place);
      }
    return keyTableOf(lists);
  };
  const words = new Map(
    vocabularyOf([...new Set(found.flatMap(({ keys }) => keys.broad))]).map((word) => [word, []]),
  );
  const inAlphabet = found
    .map(({ keys }, place) => ({ place, key: keys.alphabet ?? '' }))
    .sort((a, b) => byCodePoint(a.key, b.key));
  return {
    numbers: found.map(({ number }) => number),
    places: found.map(({ keys }) => keys.place),
    precise: listed(({ keys }) => keys.precise),
    broad: listed(({ keys }) => keys.broad),
    content: listed(({ keys }) => keys.content ?? []),
    words: keyTableOf(words),
    alphabet: inAlphabet.map(({ place }) => place),
    letters: lettersOf(
      dictionary,
      inAlphabet.map(({ key }) => key),
    ),
  };
}

/** The code of headwords without letters, which come last, and that of the first letter. */
const LAST = '\u{10FFFF}';
const FIRST_LETTER = '\u0100';

/** `#` stands for digits and signs, which precede all letters. */
function lettersOf(
  dictionary: SearchedDictionary,
  keys: readonly string[],
): readonly (readonly [letter: string, from: number])[] {
  const alphabet = alphabetOf(dictionary);
  const letters = new Map<string, number>();
  for (const [i, key] of keys.entries()) {
    const [code = ''] = key;
    const letter =
      code < FIRST_LETTER || code === LAST
        ? '#'
        : alphabet.nameOf(String.fromCodePoint(key.codePointAt(0) ?? 0));
    if (!letters.has(letter)) letters.set(letter, i);
  }
  return [...letters];
}
