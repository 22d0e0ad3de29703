import { languageTagOf } from '../../domain/reading/values';
import type { Visibility } from '../../shared/viewer';
import type { SearchScope } from '../../domain/search/article-search';
import { type Folding, foldingFor } from '../../domain/search/folding';
import { queryLanguages } from '../../domain/search/glosses/languages';
import { profileOf } from '../../domain/search/profiles';
import type { ProfiledDictionary } from '../../domain/search/search-profile';
import { type SearchText, searchTextOf } from '../../domain/search/search-text';
import { nfc } from '../../shared/text';

/** Filter of the searched articles, as a client sends it; null and blank values are ignored. */
export interface SearchFilter {
  readonly dictionaryId?: string | null | undefined;
  readonly category?: string | null | undefined;
  readonly class?: string | null | undefined;
  readonly language?: string | null | undefined;
}

/** A folded search text with the articles to search. */
export interface PreparedSearch {
  readonly text: SearchText;
  readonly scope: SearchScope;
  readonly folding: Folding;
}

/** The members of a dictionary that a search reads. */
export type SearchedDictionary = ProfiledDictionary & { readonly targetLanguages?: readonly string[] };

interface SearchInput {
  readonly text: string;
  readonly filter: SearchFilter;
  readonly visibility: readonly Visibility[];
}

/**
 * Prepares a search: folds the text by the rules of a dictionary, or by the common rules if none is given, and normalises the filter.
 *
 * @returns `undefined` for an empty text, which has no hits
 * @throws Failure INVALID_INPUT when the text is too long
 */
export function preparedSearch(
  dictionary: SearchedDictionary | undefined,
  { text: input, filter, visibility }: SearchInput,
): PreparedSearch | undefined {
  const folding = foldingFor(profileOf(dictionary));
  const language = languageFilter(filter.language);
  const languages = queryLanguages(dictionary?.targetLanguages ?? [], language);
  const text = searchTextOf(input, { folding, languages });
  if (text === undefined) return undefined;
  const scope = {
    dictionaryId: dictionary?.dictionaryId,
    visibility,
    category: filterValue(filter.category),
    grammaticalClass: filterValue(filter.class),
    language,
  };
  return { text, folding, scope };
}

/** Normalises a value of a filter: trimmed NFC; `undefined` if it is blank. */
export function filterValue(value: string | null | undefined): string | undefined {
  const text = nfc(value ?? '').trim();
  return text === '' ? undefined : text;
}

/** The canonical language tag of a filter. An invalid tag is returned as it is and matches nothing. */
function languageFilter(value: string | null | undefined): string | undefined {
  const language = filterValue(value);
  return language === undefined ? undefined : (languageTagOf(language) ?? language);
}
