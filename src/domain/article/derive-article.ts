import { sha256 } from '@noble/hashes/sha2';
import { utf8ToBytes } from '@noble/hashes/utils';
import { nfc } from '../../shared/text';
import { SORT_KEY_VERSION } from '../reading/sort-key';
import {
  type KeyOrigin,
  keysOfArticle,
  keysVersionOf,
  placeWithNumber,
  type SearchKeys,
} from '../search/search-keys';
import { listsWithArticle, pairedListsOf } from './article-lists';
import type { ArticleRecord, DerivedFields } from './article-record';
import type { ArticleContent } from './article-content';
import { type ArticleOrigin, searchedFields, shortNameOf } from './searched-fields';
import { NUMBER_WIDTH, paddedNumber } from '../values/sort-keys';

/**
 * Version of the typed reading and of the lists. Raise it when `readArticle`, `listsWithArticle` or `pairedListsOf` return other results.
 */
const READING_VERSION = 6;

/** Version of the list order. Cursors of another version are refused. */
export const SORT_RULES_VERSION = SORT_KEY_VERSION;

/** Computes all derived fields of an article. Only this function may do so. It accepts any JSON and never throws. */
export function deriveArticle({ dictionary, number, source, radical }: ArticleOrigin): DerivedFields {
  const shortName = nameInOrder(dictionary.dictionaryId);
  const { headword, content, keys, sortKey } = searchedFields({ dictionary, number, source, shortName });
  const lists = listsWithArticle(source, content);
  return {
    headword,
    radical: radical === undefined || radical === '' ? (content.radical ?? headword) : nfc(radical),
    text: articleText(content),
    content,
    keys,
    sortKey,
    lists: [...lists, ...pairedListsOf(lists)],
    rules: { reading: READING_VERSION, sort: SORT_RULES_VERSION, keys: keysVersionOf(dictionary) },
  };
}

/** Returns the search keys of an article whose content has been read. */
export function searchKeysOf(origin: Omit<KeyOrigin, 'shortName'>): SearchKeys {
  return keysOfArticle({ ...origin, shortName: nameInOrder(origin.dictionary.dictionaryId) });
}

/** Cache of the last short name: articles are mostly written one dictionary after another. */
let lastName = { dictionaryId: '', short: '' };

function nameInOrder(dictionaryId: string): string {
  if (dictionaryId !== lastName.dictionaryId)
    lastName = { dictionaryId, short: shortNameOf(dictionaryId, sha256(utf8ToBytes(dictionaryId))) };
  return lastName.short;
}

/**
 * Returns an article with another number. Only the ends of its sort keys contain the number, so that the number can be assigned after
 * everything else has been derived.
 */
export function numbered(article: ArticleRecord, number: number): ArticleRecord {
  const withNumber = (key: string): string => key.slice(0, -NUMBER_WIDTH) + paddedNumber(number);
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
 * Returns the searchable text of an article: headword, variants, forms, translations, and examples with their translations. It has each
 * text once, in this order, on its own line. White space within a text becomes one space.
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
