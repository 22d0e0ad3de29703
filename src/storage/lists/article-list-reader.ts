import { trusted } from 'mongoose';
import { isCountedList } from '../../domain/article/article-lists';
import type { Visibility } from '../../shared/viewer';
import type { SortOrder, Bounded } from '../../shared/paging';
import type { ArticleSet, ArticleRangeQuery } from '../articles/article-range';
import { UncountedList } from './uncounted-list';
import { CountedList, type PageStart } from './counted-list';
import type { ListCounts, ListSegment } from './list-segment';
import type { ListedArticle } from '../articles/stored-article';
import type { Models } from '../models';
import type { ChangeRepository } from '../articles/change-repository';
import { PerTickBatch } from '../mongo/per-tick-batch';
import { ListReadCache } from './list-read-cache';

/** One list, as one request reads it. */
export interface OpenList {
  /** Articles of a range, in order: as many as requested, or those found before the maximum number of entries was examined. */
  readonly read: (query: ArticleRangeQuery) => Promise<Bounded<ListedArticle>>;
  /** The number of articles in the list; `null` if counting would exceed a maximum. */
  readonly total: () => Promise<number | null>;
  /** The start from which to read the article at an offset; `undefined` if the list ends before it. */
  readonly seek: (order: SortOrder, offset: number) => Promise<PageStart | undefined>;
}

/**
 * Opens the ordered lists of articles. A list is read along an index, by key range. Totals of most lists are stored; those of
 * filters are counted in an index, up to a limit.
 */
export class ArticleListReader {
  private readonly cache: ListReadCache;
  private readonly pages = new PerTickBatch<Bounded<ListedArticle>>();

  /** @param changes gives the state of a list, by which cached results are valid */
  constructor(
    private readonly models: Pick<Models, 'articles' | 'segments'>,
    changes: Pick<ChangeRepository, 'bounds'>,
  ) {
    this.cache = new ListReadCache(changes);
  }

  open(set: ArticleSet): OpenList {
    const isCounted = isCountedList(set.list) && (set.besides ?? []).length === 0;
    const { models, pages } = this;
    const reads = this.cache.of(set.scope);
    return isCounted ? new CountedList(models, reads, set) : new UncountedList(models, { reads, pages }, set);
  }

  /** The totals of all counted lists, by scope. */
  async totalsOf(
    scopes: readonly string[],
    visibility: readonly Visibility[],
  ): Promise<ReadonlyMap<string, ListCounts>> {
    const segments = await this.models.segments
      .find({ scope: trusted({ $in: scopes }) }, { _id: 0, scope: 1, counts: 1 })
      .lean<Pick<ListSegment, 'scope' | 'counts'>[]>();
    const totals = new Map<string, Record<string, number>>(scopes.map((scope) => [scope, {}]));
    for (const { scope, counts } of segments) {
      const ofScope = totals.get(scope) ?? {};
      for (const [list, count] of visibility.flatMap((side) => Object.entries(counts[side])))
        ofScope[list] = (ofScope[list] ?? 0) + count;
    }
    return totals;
  }
}
