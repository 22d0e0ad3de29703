import type { ArticleContent } from './article-content';

/** Type of the relation from an article to a word with an entry inside its own: a derived word, a compound, an idiom. */
export const SUBENTRY_TYPE = 'subentry';

/** Returns the words that have an entry inside the article. */
export function subentriesOf({
  relations = [],
}: Partial<Pick<ArticleContent, 'relations'>>): readonly string[] {
  return relations.flatMap(({ type, target }) =>
    type === SUBENTRY_TYPE && target !== undefined ? [target] : [],
  );
}
