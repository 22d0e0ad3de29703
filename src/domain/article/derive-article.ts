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
import { type ArticleOrigin, paddedNumber, searchedFields, shortNameOf, WIDEST } from './searched-fields';

/** Version of the typed reading and of the lists; raise it when `readArticle`, `listsWithArticle` or `pairedListsOf` give other answers. */
const READING_VERSION = 3;

/** Version of the order of lists; cursors of another version are refused. */
export const SORT_RULES_VERSION = SORT_KEY_VERSION;

/** Derives all derived fields of an article; no other code may. Never throws, whatever the JSON. */
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

/** The search keys of an article that has been read. */
export function searchKeysOf(origin: Omit<KeyOrigin, 'shortName'>): SearchKeys {
  return keysOfArticle({ ...origin, shortName: nameInOrder(origin.dictionary.dictionaryId) });
}

/** The name of the last dictionary, since articles are mostly written one dictionary after another. */
let lastName = { dictionaryId: '', short: '' };

function nameInOrder(dictionaryId: string): string {
  if (dictionaryId !== lastName.dictionaryId)
    lastName = { dictionaryId, short: shortNameOf(dictionaryId, sha256(utf8ToBytes(dictionaryId))) };
  return lastName.short;
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
