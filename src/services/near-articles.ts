import type { ArticleRecord } from '../domain/article/article-record';
import type { Folding } from '../domain/search/folding';
import { matchOf } from '../domain/search/match';
import { farnessKey, farnessOf } from '../domain/search/nearness';
import { byCodePoint } from '../shared/text';
import type { Projection } from '../storage/article-document';
import type { ArticleSearch, SearchReading } from '../storage/article-search';
import type { SearchQuestion } from '../storage/search-filter';

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

/** The articles near to what was typed, the nearest first. All candidates are read, since no index has them in that order. */
export async function nearArticles(
  { search, folding, question: { after, ...question } }: NearQuestion,
  { skip = 0, limit, fields }: SearchReading,
): Promise<readonly Placed[]> {
  const { step } = question;
  const { near } = step;
  if (near === undefined) throw new Error(`the level ${step.level} is not one of typing errors`);
  const wider = fields && { ...fields, ...('content' in fields ? {} : SEARCHED_CONTENT) };
  const candidates = await search.read(question, { limit: MOST_NEAR, fields: wider });
  return candidates
    .flatMap((article) => {
      const match = matchOf(article.content, { step, folding });
      const farness = match && farnessOf(match.text, near, folding);
      return farness === undefined ? [] : [{ article, place: farnessKey(farness) + article.keys.place }];
    })
    .filter(({ place }) => after === undefined || byCodePoint(place, after) > 0)
    .sort((a, b) => byCodePoint(a.place, b.place))
    .slice(skip, skip + limit);
}
