import type { Json } from '../../shared/json';
import { nfc } from '../../shared/text';
import { readArticle } from '../reading/read-article';
import { SORT_KEY_VERSION, sortKey } from '../reading/sort-key';
import { keysVersionOf, placeWithNumber, searchKeysOf } from '../search/search-keys';
import type { ProfiledDictionary } from '../search/search-profile';
import { listsOf, pairedListsOf } from './article-lists';
import type { ArticleRecord, DerivedFields } from './article-record';
import type { ArticleContent } from './article-content';

/** Version of the typed reading and of the lists; raise it when `readArticle`, `listsOf` or `pairedListsOf` give other answers. */
const READING_VERSION = 3;

/** Version of the order of lists; cursors of another version are refused. */
export const SORT_RULES_VERSION = SORT_KEY_VERSION;

/** The input of the derivation: the free JSON, and the radical if the writer gave one. */
export interface ArticleOrigin {
  readonly dictionary: ProfiledDictionary;
  readonly number: number;
  readonly source: Json;
  readonly radical?: string | undefined;
}

/** Derives all derived fields of an article; no other code may. Never throws, whatever the JSON. */
export function deriveArticle({ dictionary, number, source, radical }: ArticleOrigin): DerivedFields {
  const content = readArticle(source);
  const headword = content.entry.headword ?? null;
  const lists = listsOf(source, content);
  const articleKey = articleSortKey(sortKey(headword ?? ''), dictionary.dictionaryId, number);
  return {
    headword,
    radical: radical === undefined || radical === '' ? (content.radical ?? headword) : nfc(radical),
    text: articleText(content),
    content,
    keys: searchKeysOf({ dictionary, content, sortKey: articleKey }),
    sortKey: articleKey,
    lists: [...lists, ...pairedListsOf(lists)],
    rules: { reading: READING_VERSION, sort: SORT_RULES_VERSION, keys: keysVersionOf(dictionary) },
  };
}

/**
 * The position of an article in every list: folded headword, exact headword, dictionary and number as one text whose
 * order by code point is the order of the interface. As one field it is unique, serves as a cursor, and needs no
 * compound range.
 */
function articleSortKey(headwordKey: string, dictionaryId: string, number: number): string {
  return [headwordKey, dictionaryId, paddedNumber(number)].join('\u0001');
}

/** Digits of the largest number that JavaScript counts exactly. */
const WIDEST = String(Number.MAX_SAFE_INTEGER).length;

function paddedNumber(number: number): string {
  return String(number).padStart(WIDEST, '0');
}

/**
 * The same article under another number. Of the derived fields, only the keys that order articles hold the number, at their end; so
 * it can be assigned when everything else has been derived.
 */
export function numbered(article: ArticleRecord, number: number): ArticleRecord {
  const withNumber = (key: string): string => key.slice(0, -WIDEST) + paddedNumber(number);
  const { place, alphabet } = article.keys;
  const keys = { ...article.keys, place: placeWithNumber(place, number) };
  return {
    ...article,
    number,
    sortKey: withNumber(article.sortKey),
    keys: alphabet === undefined ? keys : { ...keys, alphabet: withNumber(alphabet) },
  };
}

/**
 * The searchable text of an article: headword, variants, forms, translations, examples with their
 * translations. Each text once, in that order, a line each; white space within a text is one space.
 */
export function articleText(content: ArticleContent): string {
  const texts = [
    content.entry.headword,
    ...content.entry.variants.map(({ headword }) => headword),
    ...content.forms.map(({ form }) => form),
    ...content.translations.map((translation) => translation.content),
    ...content.examples.flatMap((example) => [example.content, example.target]),
  ];
  const lines = texts.map((text) => (text ?? '').trim().replace(/\s+/gu, ' '));
  return [...new Set(lines)].filter((line) => line !== '').join('\n');
}
