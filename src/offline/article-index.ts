import type { ArticleRecord } from '../domain/article/article-record';
import { searchedFields } from '../domain/article/searched-fields';
import { SEARCH_KEYS_VERSION } from '../domain/search/search-keys';
import { tableOf, withTables } from '../domain/search/tables/with-tables';
import { vocabularyOf } from '../domain/search/glosses/typos';
import type { SearchedDictionary } from '../services/search/prepared-search';
import type { Json } from '../shared/json';
import { byCodePoint } from '../shared/text';
import { type KeyTable, KeyTableBuilder } from './key-table';

/** Indexes of another version are rebuilt. */
export const INDEX_VERSION = `${SEARCH_KEYS_VERSION}.3`;

/** An article as a device holds it: number, public identifier, revision and free JSON without the imported entry. */
export type IndexedArticle = readonly [number: number, publicId: string, revision: number, source: Json];

/** The search index of a dictionary. It refers to articles by their positions in the order of equal matches. */
export interface ArticleIndex {
  /** Short name of the dictionary; orders equal matches of several dictionaries. */
  readonly shortName: string;
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

/** The dictionary to index. */
export interface IndexedDictionary {
  readonly dictionary: SearchedDictionary;
  /** Short name of the dictionary in the order of equal matches; empty if it is the only one. */
  readonly shortName: string;
}

export function offlineArticle(
  { dictionary, shortName }: IndexedDictionary,
  [number, , , source]: IndexedArticle,
): OfflineArticle {
  const { dictionaryId } = dictionary;
  return { dictionaryId, number, ...searchedFields({ dictionary, number, source, shortName }) };
}

/** Sort keys of an article. */
interface Found {
  /** Number of articles read before it. */
  readonly item: number;
  readonly number: number;
  readonly rankKey: string;
  readonly alphabet: string;
}

/** Number of articles that are read before the device may do other work. */
const ARTICLES_PER_STEP = 100;

/**
 * Makes the index of all articles of a dictionary; 10,000 take about a second of a fast processor.
 *
 * @param pause lets the device do other work
 */
export async function articleIndexOf(
  indexed: IndexedDictionary,
  articles: Iterable<IndexedArticle>,
  pause: () => Promise<void> = () => Promise.resolve(),
): Promise<ArticleIndex> {
  const { dictionary, shortName } = indexed;
  const items: Found[] = [];
  const precise = new KeyTableBuilder();
  const broad = new KeyTableBuilder();
  const content = new KeyTableBuilder();
  const words = new KeyTableBuilder();
  for (const article of articles) {
    const { keys, number } = await withTables(() => offlineArticle(indexed, article));
    items.push({ item: items.length, number, rankKey: keys.place, alphabet: keys.alphabet ?? '' });
    precise.addItem(keys.precise);
    broad.addItem(keys.broad);
    content.addItem(keys.content ?? []);
    if (items.length % ARTICLES_PER_STEP === 0) await pause();
  }
  words.addItem(vocabularyOf(broad.keys));
  const ordered = items.toSorted((a, b) => byCodePoint(a.rankKey, b.rankKey));
  const order = ordered.map(({ item }) => item);
  const inAlphabet = ordered
    .map(({ alphabet: key }, position) => ({ position, key }))
    .sort((a, b) => byCodePoint(a.key, b.key));
  return {
    shortName,
    numbers: ordered.map(({ number }) => number),
    places: ordered.map(({ rankKey }) => rankKey),
    precise: precise.table(order),
    broad: broad.table(order),
    content: content.table(order),
    words: words.table([]),
    alphabet: inAlphabet.map(({ position }) => position),
    // A dictionary without articles has not loaded the table before.
    letters: await withTables(() =>
      letterPositions(
        dictionary,
        inAlphabet.map(({ key }) => key),
      ),
    ),
  };
}

/** The code of headwords without letters, which come last, and that of the first letter. */
const LAST_CODE = '\u{10FFFF}';
const FIRST_LETTER = '\u0100';

/** `#` is the group of digits and signs, which precede all letters. */
function letterPositions(
  dictionary: SearchedDictionary,
  keys: readonly string[],
): readonly (readonly [letter: string, from: number])[] {
  const alphabet = tableOf('alphabets').alphabetOf(dictionary);
  const letters = new Map<string, number>();
  for (const [i, key] of keys.entries()) {
    const [code = ''] = key;
    const letter =
      code < FIRST_LETTER || code === LAST_CODE
        ? '#'
        : alphabet.nameOf(String.fromCodePoint(key.codePointAt(0) ?? 0));
    if (!letters.has(letter)) letters.set(letter, i);
  }
  return [...letters];
}
