import { languageTagOf } from '../../domain/reading/values';
import type { Visibility } from '../../domain/article/visibility';
import type { SearchScope } from '../../domain/search/article-search';
import { type Folding, foldingFor } from '../../domain/search/folding';
import { queryLanguages } from '../../domain/search/glosses/languages';
import { profileOf } from '../../domain/search/profiles';
import type { ProfiledDictionary } from '../../domain/search/search-profile';
import { type SearchText, searchTextOf } from '../../domain/search/search-text';
import { nfc } from '../../shared/text';

/** Filter of the searched articles. */
export interface SearchFilter {
  readonly dictionaryId?: string | null | undefined;
  readonly category?: string | null | undefined;
  readonly class?: string | null | undefined;
  readonly language?: string | null | undefined;
}

/** A prepared search. */
export interface Prepared {
  readonly text: SearchText;
  readonly scope: SearchScope;
  readonly folding: Folding;
}

/** What a search needs to know of a dictionary. */
export type SearchedDictionary = ProfiledDictionary & { readonly targetLanguages?: readonly string[] };

interface Given {
  readonly text: string;
  readonly filter: SearchFilter;
  readonly visibility: readonly Visibility[];
}

/**
 * Folds a text by the rules of a dictionary, or by the common ones.
 *
 * @returns `undefined` for an empty text, which finds nothing
 * @throws Failure INVALID_INPUT when the text is too long
 */
export function preparedSearch(
  dictionary: SearchedDictionary | undefined,
  { text: given, filter, visibility }: Given,
): Prepared | undefined {
  const folding = foldingFor(profileOf(dictionary));
  const language = languageIn(filter.language);
  const languages = queryLanguages(dictionary?.targetLanguages ?? [], language);
  const text = searchTextOf(given, { folding, languages });
  if (text === undefined) return undefined;
  const scope = {
    dictionaryId: dictionary?.dictionaryId,
    visibility,
    category: wanted(filter.category),
    grammaticalClass: wanted(filter.class),
    language,
  };
  return { text, folding, scope };
}

/** A value of a filter; none if it is empty. */
export function wanted(value: string | null | undefined): string | undefined {
  const text = nfc(value ?? '').trim();
  return text === '' ? undefined : text;
}

/** An invalid language tag is compared as it is and matches nothing. */
function languageIn(value: string | null | undefined): string | undefined {
  const language = wanted(value);
  return language === undefined ? undefined : (languageTagOf(language) ?? language);
}
