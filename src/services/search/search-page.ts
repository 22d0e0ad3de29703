import type { ArticleRecord } from '../../domain/article/article-record';
import type { Folding } from '../../domain/search/folding';
import { MOST_COUNTED, MOST_SORTED, type Page, type SortOrder } from '../../shared/paging';
import { byCodePoint } from '../../shared/text';
import type { FieldPaths } from '../../shared/field-paths';
import type { ArticleRepository } from '../../storage/articles/article-repository';
import { isOfContent } from '../../domain/search/tiers';
import { SEARCHED_TEXTS } from './near-articles';
import {
  headwordPosition,
  rankCursor,
  rankPosition,
  hitOf,
  type SearchHit,
  type Found,
  PLACED,
} from './search-hit';
import { beyondSearchPages, type RankedSearch } from './ranked-search';

/** What was read of a search. */
export interface SearchedPage extends Page<SearchHit> {
  /** Number of best hits that are ordered by headword, if there are more. */
  readonly sortedHits?: number;
}

/** A page of a search. */
export interface SearchPage extends SearchedPage {
  /** Words similar to the text; empty if there are hits. */
  readonly didYouMean: () => Promise<readonly string[]>;
}

/** The result of an empty text. */
export const EMPTY_SEARCH: SearchPage = {
  items: [],
  hasNextPage: false,
  hasPreviousPage: false,
  total: () => Promise.resolve(0),
  didYouMean: () => Promise.resolve([]),
};

export interface PageRequest {
  readonly size: number;
  readonly after?: string | undefined;
  readonly page?: number | undefined;
  readonly fields?: FieldPaths | undefined;
  readonly folding: Folding;
  readonly language?: string | undefined;
}

/**
 * A page in the order of rank.
 *
 * @throws Failure INVALID_INPUT for a page that is too far in
 */
export async function readByRank(walk: RankedSearch, request: PageRequest): Promise<SearchedPage> {
  const { size, after, page, fields } = request;
  const skip = ((page ?? 1) - 1) * size;
  if (skip >= MOST_COUNTED) return pageBehind(walk);
  const { found, stoppedAt, isPart } = await walk.read({
    after: after === undefined ? undefined : rankPosition(after),
    skip,
    limit: size + 1,
    fields,
  });
  const isFirst = after === undefined && skip === 0;
  const isWhole = isFirst && found.length <= size && stoppedAt === undefined && !isPart;
  return {
    items: found.slice(0, size).map((one) => hitOf(one, { ...request, isByHeadword: false })),
    hasNextPage: found.length > size || stoppedAt !== undefined,
    hasPreviousPage: after !== undefined || skip > 0,
    ...(stoppedAt && { endCursor: rankCursor(stoppedAt) }),
    total: async () => {
      // The page examined so much that a total would take more.
      if (stoppedAt !== undefined) return null;
      return countedOf(isWhole ? found.length : await walk.total(MOST_COUNTED + 1));
    },
  };
}

/** The page of a search that is too far for this search: empty. */
async function pageBehind(walk: RankedSearch): Promise<SearchedPage> {
  const total = countedOf(await walk.total(MOST_COUNTED + 1));
  if (total === null) throw beyondSearchPages();
  return { items: [], hasNextPage: false, hasPreviousPage: true, total: () => Promise.resolve(total) };
}

export interface HeadwordRequest extends PageRequest {
  readonly sort: SortOrder;
  readonly articles: Pick<ArticleRepository, 'findMany'>;
}

/** A page in the order of lists: of all hits, or of the best ones if there are too many. */
export async function readByHeadword(walk: RankedSearch, request: HeadwordRequest): Promise<SearchedPage> {
  const { size, after, page, sort } = request;
  const { found, stoppedAt, isPart } = await walk.read({ limit: MOST_SORTED + 1, fields: REFERENCE });
  const isWhole = found.length <= MOST_SORTED && stoppedAt === undefined && !isPart;
  const sign = sort === 'ASC' ? 1 : -1;
  const ordered = found
    .slice(0, MOST_SORTED)
    .toSorted((a, b) => sign * byCodePoint(a.article.sortKey, b.article.sortKey));
  const start =
    after === undefined ? ((page ?? 1) - 1) * size : indexBehind(ordered, headwordPosition(after), sign);
  const chosen = ordered.slice(start, start + size);
  const articles = await wholeArticles(chosen, request);
  return {
    items: articles.map((one) => hitOf(one, { ...request, isByHeadword: true })),
    hasNextPage: start + size < ordered.length,
    hasPreviousPage: start > 0,
    ...(!isWhole && { sortedHits: ordered.length }),
    total: () => Promise.resolve(isWhole ? ordered.length : null),
  };
}

const REFERENCE: FieldPaths = { dictionaryId: 1, number: 1 };

function indexBehind(ordered: readonly Found[], sortKey: string, sign: number): number {
  const index = ordered.findIndex(({ article }) => sign * byCodePoint(article.sortKey, sortKey) > 0);
  return index < 0 ? ordered.length : index;
}

/** Reads the requested fields; articles that were deleted in between are omitted. */
async function wholeArticles(
  chosen: readonly Found[],
  { articles, fields }: HeadwordRequest,
): Promise<Found[]> {
  const explaining = fields && withTexts(fields, chosen);
  const ids = [...new Set(chosen.map(({ article }) => article.dictionaryId))];
  const read = await Promise.all(
    ids.map((id) => {
      const numbers = chosen.flatMap(({ article }) => (article.dictionaryId === id ? article.number : []));
      return articles.findMany(id, { numbers }, explaining && { ...explaining, ...REFERENCE, ...PLACED });
    }),
  );
  const byName = new Map(read.flat().map((article) => [nameOf(article), article]));
  return chosen.flatMap((found) => {
    const article = byName.get(nameOf(found.article));
    return article === undefined ? [] : [{ ...found, article }];
  });
}

/** With the texts that show why content matched. */
function withTexts(fields: FieldPaths, chosen: readonly Found[]): FieldPaths {
  const isNeeded = !('content' in fields) && chosen.some(({ step }) => isOfContent(step.tier));
  return isNeeded ? { ...fields, ...SEARCHED_TEXTS } : fields;
}

function nameOf({ dictionaryId, number }: ArticleRecord): string {
  return `${dictionaryId} ${number}`;
}

function countedOf(count: number | null): number | null {
  return count === null || count > MOST_COUNTED ? null : count;
}
