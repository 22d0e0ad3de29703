import type { ArticleSearch, SearchScope } from '../../domain/search/article-search';
import { editsBetween, mayHaveErrors, neighboursOf } from '../../domain/search/edits';
import type { Folding } from '../../domain/search/folding';
import { tableOf } from '../../domain/search/tables/with-tables';
import { searchable, articleSpellings } from '../../domain/search/letters';
import { soundKeys } from '../../domain/search/nearness';
import { KEY } from '../../domain/search/search-keys';
import type { SearchText } from '../../domain/search/search-text';

/** Maximum number of suggested words. */
const MAX_WORDS = 5;

/** Maximum number of articles read for suggestions. */
const MAX_ARTICLES = 500;

/** The search for which words are suggested. */
export interface SuggestionRequest {
  readonly text: SearchText;
  readonly scope: SearchScope;
  readonly folding: Folding;
  /** Headwords of the hits, which are not suggested. */
  readonly known: readonly (string | null)[];
}

/** Returns up to 5 words at most two edits away from the search text, the nearest first. */
export async function suggestedWords(
  search: ArticleSearch,
  { text, scope, folding, known }: SuggestionRequest,
): Promise<string[]> {
  const suggestions = tableOf('suggestions');
  const anyOf = suggestions.keysNear(text, { codes: KEY, soundKeys, neighboursOf });
  if (anyOf.length === 0) return [];
  const { items: articles } = await search.read(
    { scope, step: { tier: 'fuzzy', lookups: [{ in: 'precise', anyOf }] }, excluded: [] },
    { limit: MAX_ARTICLES, fields: { 'keys.place': 1, 'content.entry': 1, 'content.forms': 1 } },
  );
  const nearest = await search.collect(articles, ({ content: { entry, forms } }) => {
    const spellings = searchable(articleSpellings({ entry, forms, translations: [] }));
    const words = spellings.flatMap(({ field, text }) => (field === 'radical' ? [] : text));
    return suggestions.closestWords(words, text, { folding, editsBetween, mayHaveErrors }).slice(0, 1);
  });
  const words = nearest.toSorted((a, b) => a.edits - b.edits);
  const others = words.map((word) => word.text).filter((word) => !known.includes(word));
  return [...new Set(others)].slice(0, MAX_WORDS);
}
