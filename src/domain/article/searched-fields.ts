import { readArticle } from '../reading/read-article';
import { sortKey } from '../reading/sort-key';
import { keysOfArticle } from '../search/search-keys';
import type { Json } from '../../shared/json';
import { cut } from '../../shared/text';
import type { ProfiledDictionary } from '../search/search-profile';
import type { DerivedFields } from './article-record';
import { paddedNumber } from '../values/sort-keys';

/** The input of the derivation: the free JSON, and the radical if the writer stated one. */
export interface ArticleOrigin {
  readonly dictionary: ProfiledDictionary;
  readonly number: number;
  readonly source: Json;
  readonly radical?: string | undefined;
}

/** Computes the derived fields that find and order an article. Browsers compute them from the same free JSON. */
export function searchedFields({
  dictionary,
  number,
  source,
  shortName,
}: Pick<ArticleOrigin, 'dictionary' | 'number' | 'source'> & { readonly shortName: string }): Pick<
  DerivedFields,
  'headword' | 'content' | 'keys' | 'sortKey'
> {
  const content = readArticle(source);
  const headword = content.entry.headword ?? null;
  const position = articleSortKey(sortKey(headword ?? ''), dictionary.dictionaryId, number);
  return {
    headword,
    content,
    keys: keysOfArticle({ dictionary, shortName, content, sortKey: position }),
    sortKey: position,
  };
}

/**
 * Returns the position of an article in every list: folded headword, exact headword, dictionary and number as one text. The order by code
 * point is the order of the interface. As a single field it is unique, serves as cursor, and needs no compound range.
 */
function articleSortKey(headwordKey: string, dictionaryId: string, number: number): string {
  return [headwordKey, dictionaryId, paddedNumber(number)].join('\u0001');
}

/** Maximum length of a dictionary identifier that is used in full, in code points. */
const MAX_SHORT_NAME_LENGTH = 4;

/** Number of hash bytes that are used. */
const HASHED = 3;

/**
 * Returns the short name of a dictionary, which orders equal matches: the beginning of its identifier, and four characters for the first
 * 24 bits of its hash. The hash is a parameter because browsers compute it asynchronously.
 *
 * @param hash SHA-256 of the identifier
 */
export function shortNameOf(dictionaryId: string, hash: Uint8Array): string {
  const name = cut(dictionaryId, MAX_SHORT_NAME_LENGTH);
  if (name === dictionaryId) return name;
  const digits = btoa(String.fromCodePoint(...hash.subarray(0, HASHED)));
  return name + digits.replaceAll('+', '-').replaceAll('/', '_');
}
