import type { Folding } from '../../domain/search/folding';
import { nearLookupOf, nearWordsOf } from '../../domain/search/near-words';
import type { SearchText } from '../../domain/search/search-text';
import type { ArticleSearch } from '../../storage/search/article-search';
import type { SearchScope } from '../../storage/search/search-filter';

/** Most words that are offered. */
const MOST_WORDS = 5;

/** Most articles that are looked at. */
const MOST_ARTICLES = 500;

export interface Meant {
  readonly text: SearchText;
  readonly scope: SearchScope;
  readonly folding: Folding;
}

/** Words of the dictionaries up to two edits away from what was typed, the nearest first. */
export async function wordsMeant(search: ArticleSearch, { text, scope, folding }: Meant): Promise<string[]> {
  const lookup = nearLookupOf(text.plain);
  if (lookup === undefined) return [];
  const { found } = await search.read(
    { scope, step: { level: 'fuzzy', lookups: [lookup] }, better: [] },
    { limit: MOST_ARTICLES, fields: { 'keys.place': 1, 'content.entry': 1, 'content.forms': 1 } },
  );
  const words = found
    .flatMap(({ content }) =>
      nearWordsOf(
        { entry: content.entry, forms: content.forms, translations: [] },
        text.plain,
        folding,
      ).slice(0, 1),
    )
    .sort((a, b) => a.edits - b.edits);
  return [...new Set(words.map((word) => word.text))].slice(0, MOST_WORDS);
}
