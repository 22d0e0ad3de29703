import type { ArticleRecord } from '../../domain/article/article-record';
import type { Folding } from '../../domain/search/folding';
import { stepFor } from '../../domain/search/level-of';
import { matchOf } from '../../domain/search/match';
import { farnessKey, farnessOf } from '../../domain/search/nearness';
import { byCodePoint } from '../../shared/text';
import type { Projection } from '../../storage/articles/article-document';
import type { ArticleSearch } from '../../storage/search/article-search';
import type { SearchQuestion } from '../../storage/search/search-filter';

/** Most articles that are looked at for typing errors; a word has some dozens of neighbours. */
const MOST_NEAR = 500;

/** What is needed to tell why an article was found. */
export const SEARCHED_CONTENT: Projection = {
  'content.entry': 1,
  'content.forms': 1,
  'content.translations': 1,
};

/** An article that was found, and its place within its level. */
export interface Placed {
  readonly article: ArticleRecord;
  readonly place: string;
}

export interface NearQuestion {
  readonly search: ArticleSearch;
  readonly folding: Folding;
  /** Of the level of typing errors. */
  readonly question: SearchQuestion;
}

/**
 * All articles near to what was typed that no better level finds, the nearest first. All candidates are read, since no index
 * has them in that order.
 */
export async function nearArticles(
  { search, folding, question }: NearQuestion,
  fields: Projection | undefined,
): Promise<readonly Placed[]> {
  const { step, scope, better } = question;
  const { near } = step;
  if (near === undefined) throw new Error(`the level ${step.level} is not one of typing errors`);
  const candidates = await search.readAny(
    { step, scope, better: [] },
    { limit: MOST_NEAR, fields: fields && toldApart(fields) },
  );
  return candidates
    .filter((article) => stepFor(article, better, scope.language) === undefined)
    .flatMap((article) => {
      const match = matchOf(article.content, { step, folding });
      const farness = match && farnessOf(match.text, near, folding);
      return farness === undefined ? [] : [{ article, place: farnessKey(farness) + article.keys.place }];
    })
    .sort((a, b) => byCodePoint(a.place, b.place));
}

/** With what tells whether a better level finds an article, and how near it is. */
function toldApart(fields: Projection): Projection {
  const others = Object.entries(fields).filter(([path]) => !path.startsWith('keys.'));
  const content = 'content' in fields ? {} : SEARCHED_CONTENT;
  return { ...Object.fromEntries(others), ...content, keys: 1, headword: 1 };
}
