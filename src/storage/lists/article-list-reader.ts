import { trusted } from 'mongoose';
import { isCountedList } from '../../domain/article/article-lists';
import type { SortOrder, Bounded } from '../../shared/paging';
import type { ArticleSet, ArticleRangeQuery } from '../articles/article-range';
import { UncountedList } from './uncounted-list';
import { CountedList, type PageStart } from './counted-list';
import type { Visibility } from '../../domain/article/visibility';
import type { ListCounts, ListSegment } from './list-segment';
import type { ListedArticle } from '../articles/stored-article';
import type { Models } from '../models';
import type { ChangeRepository } from '../articles/change-repository';
import { PerTickBatch } from '../mongo/per-tick-batch';
import { KeptReads } from './kept-reads';

/** One list, for the time of one request. */
export interface OpenList {
  /** Articles of a stretch, in order: as many as are wanted, or those among as many as are examined at most. */
  readonly read: (query: ArticleRangeQuery) => Promise<Bounded<ListedArticle>>;
  /** The number of articles in the list; `null` if counting would exceed a maximum. */
  readonly total: () => Promise<number | null>;
  /** Where the article at an offset of the list is found; `undefined` when the list ends before it. */
  readonly seek: (order: SortOrder, offset: number) => Promise<PageStart | undefined>;
}

/**
 * Opens the ordered lists of articles. All are read along an index, by key range. Totals of most lists are kept; those of filters are counted in
 * an index, up to a bound.
 */
export class ArticleListReader {
  private readonly kept: KeptReads;
  private readonly pages = new PerTickBatch<Bounded<ListedArticle>>();

  /** @param changes tells when what was read of a list may be given again */
  constructor(
    private readonly models: Pick<Models, 'articles' | 'segments'>,
    changes: Pick<ChangeRepository, 'bounds'>,
  ) {
    this.kept = new KeptReads(changes);
  }

  open(set: ArticleSet): OpenList {
    const isKept = isCountedList(set.list) && (set.besides ?? []).length === 0;
    const { models, pages } = this;
    const reads = this.kept.of(set.scope);
    return isKept ? new CountedList(models, reads, set) : new UncountedList(models, { reads, pages }, set);
  }

  /** The totals of all lists of which any are kept, by scope. */
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
