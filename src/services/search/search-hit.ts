import type { ListedArticle } from '../../domain/article/article-record';
import type { Folding } from '../../domain/search/folding';
import { matchOf, type SearchMatch } from '../../domain/search/match';
import { headwordCursor, rankCursor } from './search-cursor';
import type { Found } from './search-found';

/** An article that a search found. */
export interface SearchHit {
  readonly article: ListedArticle;
  /** Where it stands in the answer. */
  readonly cursor: string;
  /** Why it was found. Needs the content of the article. */
  readonly match: () => SearchMatch;
}

export interface HitTerms {
  readonly folding: Folding;
  readonly language?: string | undefined;
  /** The page that was asked for by number. */
  readonly page?: number | undefined;
  readonly isByHeadword: boolean;
}

export function hitOf(found: Found, { folding, language, page, isByHeadword }: HitTerms): SearchHit {
  const { article, step, place, hasGood } = found;
  return {
    article: page === undefined ? article : { ...article, page },
    cursor: isByHeadword
      ? headwordCursor(article.sortKey)
      : rankCursor({ level: step.level, place, hasGood }),
    match: () => {
      const match = matchOf(article.content, { step, folding, language });
      // The article was changed between the look-up of its keys and the reading of its content.
      return (
        match ?? {
          field: 'headword',
          level: step.level,
          text: article.headword ?? '',
          lang: null,
          number: null,
        }
      );
    },
  };
}
