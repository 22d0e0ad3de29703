import type { ArticleRecord } from '../../domain/article/article-record';
import type { Folding } from '../../domain/search/folding';
import { MAX_COUNTED, MAX_SORTED, type Page, type SortOrder } from '../../shared/paging';
import { byCodePoint } from '../../shared/text';
import type { FieldPaths } from '../../domain/values/field-paths';
import type { ArticleRepository } from '../../storage/articles/article-repository';
import { isOfContent } from '../../domain/search/tiers';
import { hitsOf, type SearchHit } from './search-hits';
import { SEARCHED_TEXTS } from './text-candidates';
import {
  headwordPosition,
  rankCursor,
  rankPosition,
  type RankedHit,
  POSITION_FIELDS,
} from './search-position';
import type { CachedSearch } from './cached-search';
import { searchPageTooFar } from './ranked-search';

/** A page of hits, without suggestions. */
export interface SearchedPage extends Page<SearchHit> {
  /** Number of best hits that are ordered by headword, if the search has more; otherwise absent. */
  readonly sortedHits?: number;
}

/** A page of hits. */
export interface SearchPage extends SearchedPage {
  /** Returns words similar to the search text; empty if there are good hits. */
  readonly didYouMean: () => Promise<readonly string[]>;
}

/** The page for an empty search text. */
export const EMPTY_SEARCH: SearchPage = {
  items: [],
  hasNextPage: false,
  hasPreviousPage: false,
  total: () => Promise.resolve(0),
  didYouMean: () => Promise.resolve([]),
};

/** A page to read, with the search to which its hits belong. */
export interface SearchPageRequest {
  /** Maximum number of hits. */
  readonly size: number;
  readonly after?: string | undefined;
  readonly page?: number | undefined;
  readonly fields?: FieldPaths | undefined;
  readonly folding: Folding;
  readonly language?: string | undefined;
}

/**
 * Reads a page of hits in the order of rank.
 *
 * @throws Failure INVALID_INPUT for a page number beyond the hits that a search counts
 */
export async function readByRank(walk: CachedSearch, request: SearchPageRequest): Promise<SearchedPage> {
  const { size, after, page, fields } = request;
  const skip = ((page ?? 1) - 1) * size;
  if (skip >= MAX_COUNTED) return pageBehind(walk);
  const { hits, stoppedAt, isPart } = await walk.read({
    after: after === undefined ? undefined : rankPosition(after),
    skip,
    limit: size + 1,
    fields,
  });
  const isFirst = after === undefined && skip === 0;
  const isWhole = isFirst && hits.length <= size && stoppedAt === undefined && !isPart;
  return {
    items: hitsOf(hits.slice(0, size), { ...request, isByHeadword: false }),
    hasNextPage: hits.length > size || stoppedAt !== undefined,
    hasPreviousPage: after !== undefined || skip > 0,
    ...(stoppedAt && { endCursor: rankCursor(stoppedAt) }),
    total: async () => {
      // The page examined so much that a total would take more.
      if (stoppedAt !== undefined) return null;
      return countedOf(isWhole ? hits.length : await walk.total(MAX_COUNTED + 1));
    },
  };
}

/** An empty page, for a page number after the last hit. */
async function pageBehind(walk: CachedSearch): Promise<SearchedPage> {
  const total = countedOf(await walk.total(MAX_COUNTED + 1));
  if (total === null) throw searchPageTooFar();
  return { items: [], hasNextPage: false, hasPreviousPage: true, total: () => Promise.resolve(total) };
}

/** A page to read in the order of headwords. */
export interface HeadwordRequest extends SearchPageRequest {
  readonly sort: SortOrder;
  readonly articles: Pick<ArticleRepository, 'findMany'>;
}

/** Reads a page of hits in the order of lists. If there are more than 1,000 hits, only the best 1,000 are ordered. */
export async function readByHeadword(walk: CachedSearch, request: HeadwordRequest): Promise<SearchedPage> {
  const { size, after, page, sort } = request;
  const { hits, stoppedAt, isPart } = await walk.read({ limit: MAX_SORTED + 1, fields: REFERENCE });
  const isWhole = hits.length <= MAX_SORTED && stoppedAt === undefined && !isPart;
  const sign = sort === 'ASC' ? 1 : -1;
  const ordered = hits
    .slice(0, MAX_SORTED)
    .toSorted((a, b) => sign * byCodePoint(a.article.sortKey, b.article.sortKey));
  const start =
    after === undefined ? ((page ?? 1) - 1) * size : indexBehind(ordered, headwordPosition(after), sign);
  const chosen = ordered.slice(start, start + size);
  const articles = await wholeArticles(chosen, request);
  return {
    items: hitsOf(articles, { ...request, isByHeadword: true }),
    hasNextPage: start + size < ordered.length,
    hasPreviousPage: start > 0,
    ...(!isWhole && { sortedHits: ordered.length }),
    total: () => Promise.resolve(isWhole ? ordered.length : null),
  };
}

const REFERENCE: FieldPaths = { dictionaryId: 1, number: 1 };

function indexBehind(ordered: readonly RankedHit[], sortKey: string, sign: number): number {
  const index = ordered.findIndex(({ article }) => sign * byCodePoint(article.sortKey, sortKey) > 0);
  return index < 0 ? ordered.length : index;
}

/** Reads the requested fields of hits. Omits articles that have been deleted since. */
async function wholeArticles(
  chosen: readonly RankedHit[],
  { articles, fields }: HeadwordRequest,
): Promise<RankedHit[]> {
  const explaining = fields && withTexts(fields, chosen);
  const ids = [...new Set(chosen.map(({ article }) => article.dictionaryId))];
  const read = await Promise.all(
    ids.map((id) => {
      const numbers = chosen.flatMap(({ article }) => (article.dictionaryId === id ? article.number : []));
      return articles.findMany(
        id,
        { numbers },
        explaining && { ...explaining, ...REFERENCE, ...POSITION_FIELDS },
      );
    }),
  );
  const byName = new Map(read.flat().map((article) => [articleKey(article), article]));
  return chosen.flatMap((chosenHit) => {
    const article = byName.get(articleKey(chosenHit.article));
    return article === undefined ? [] : [{ ...chosenHit, article }];
  });
}

/** Adds the fields with running text if a hit needs them for its explanation. */
function withTexts(fields: FieldPaths, chosen: readonly RankedHit[]): FieldPaths {
  const isNeeded = !('content' in fields) && chosen.some(({ step }) => isOfContent(step.tier));
  return isNeeded ? { ...fields, ...SEARCHED_TEXTS } : fields;
}

function articleKey({ dictionaryId, number }: ArticleRecord): string {
  return `${dictionaryId} ${number}`;
}

function countedOf(count: number | null): number | null {
  return count === null || count > MAX_COUNTED ? null : count;
}
