import type { SortOrder } from '../../shared/paging';
import { byCodePoint } from '../../shared/text';
import { type Projection, recordOf } from './article-document';
import { type ListedArticle, StoredArticle } from './stored-article';
import { findAll, findBytes } from '../mongo/find-all';
import { listFilter } from '../lists/list-segment';
import type { Visibility } from '../../shared/viewer';
import type { Models } from '../models';

/** The articles of one or all dictionaries that are in several lists at once, for one kind of viewer. */
export interface ArticleSet {
  readonly scope: string;
  /** The list whose index is read. */
  readonly list: string;
  /** Lists that are checked for each article found. */
  readonly besides?: readonly string[] | undefined;
  readonly visibility: readonly Visibility[];
}

/** Parameters for reading a range of a list. */
export interface ArticleRangeQuery {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly order: SortOrder;
  readonly skip?: number | undefined;
  readonly limit: number;
  readonly fields?: Projection | undefined;
  /** Whether the articles are only serialised, so that they need not be decoded. */
  readonly asBytes?: boolean | undefined;
}

/** Maximum number of articles that the gateway merges. For longer skips, the database merges the ranges. */
const MAX_MERGED_ARTICLES = 1000;

type ArticleModel = Pick<Models, 'articles'>;

/** Articles of a range, in order. If hidden ones are included, two ranges are merged by their keys. */
export async function readRange(
  models: ArticleModel,
  set: ArticleSet,
  query: ArticleRangeQuery,
): Promise<ListedArticle[]> {
  const { skip = 0, limit, order } = query;
  const { visibility } = set;
  if (visibility.length === 1 || skip > MAX_MERGED_ARTICLES) return readRangeOf(models, set, query);
  const wider = { ...query, skip: 0, limit: skip + limit };
  const sides = await Promise.all(
    visibility.map((side) => readRangeOf(models, { ...set, visibility: [side] }, wider)),
  );
  const sign = order === 'ASC' ? 1 : -1;
  return sides
    .flat()
    .toSorted((a, b) => sign * byCodePoint(a.sortKey, b.sortKey))
    .slice(skip, skip + limit);
}

async function readRangeOf(
  models: ArticleModel,
  set: ArticleSet,
  query: ArticleRangeQuery,
): Promise<ListedArticle[]> {
  const { order, skip = 0, limit, fields, asBytes, ...bounds } = query;
  const findQuery = {
    filter: listFilter({ ...set, ...bounds }),
    fields,
    skip,
    limit,
    sort: { sortKey: order === 'ASC' ? 1 : -1 },
    isForResponse: true,
  } as const;
  if (asBytes) return (await findBytes(models.articles, findQuery)).map((bytes) => new StoredArticle(bytes));
  return (await findAll(models.articles, findQuery)).map(recordOf);
}
