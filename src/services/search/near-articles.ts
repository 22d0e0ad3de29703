import type { ArticleRecord } from '../../domain/article/article-record';
import type { Folding } from '../../domain/search/folding';
import { stepFor, matchOf } from '../../domain/search/match';
import { farnessKey, farnessOf, nearLookupOf, nearWordsOf } from '../../domain/search/nearness';
import { byCodePoint } from '../../shared/text';
import type { Projection } from '../../storage/articles/article-document';
import type { ArticleSearch } from '../../storage/search/article-search';
import type { SearchQuestion, SearchScope } from '../../storage/search/search-filter';
import type { SearchText } from '../../domain/search/search-text';

/** Maximum number of articles examined for typing errors; a word has some dozens of neighbours. */
const MOST_NEAR = 500;

/** The fields that show why an article was found. */
export const SEARCHED_CONTENT: Projection = {
  'content.entry': 1,
  'content.forms': 1,
  'content.translations': 1,
};

/** A hit and its position within its level. */
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
 * All articles near the text that no better level finds, the nearest first. Reads all candidates, because no index
 * has this order.
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

/** Maximum number of suggested words. */
const MOST_WORDS = 5;

/** Maximum number of articles examined. */
const MOST_ARTICLES = 500;

export interface Meant {
  readonly text: SearchText;
  readonly scope: SearchScope;
  readonly folding: Folding;
}

/** Words of the dictionaries up to two edits from the text, the nearest first. */
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
