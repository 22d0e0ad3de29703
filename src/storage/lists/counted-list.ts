import type { SortOrder, Bounded } from '../../shared/paging';
import { type ArticleSet, type ArticleRangeQuery, readRange } from '../articles/article-range';
import { type ListedArticle, StoredArticle } from '../articles/stored-article';
import type { Models } from '../models';
import { byCodePoint } from '../../shared/text';
import { findAll } from '../mongo/find-all';
import { listFilter, type ListSegment } from './list-segment';
import type { CacheableRead, DictionaryReads } from '../mongo/shared-reads';

/** Number of forms of an article in memory: the stored bytes, and their serialisation in one form. */
const FORMS_IN_MEMORY = 2;

/** The cacheable read of a page as bytes, which callers do not change. */
export function pageRead(set: ArticleSet, query: ArticleRangeQuery): CacheableRead<Bounded<ListedArticle>> {
  return {
    key: JSON.stringify([set, query]),
    sizeOf: ({ items }) =>
      items.reduce(
        (sum, article) => sum + (article instanceof StoredArticle ? FORMS_IN_MEMORY * article.size : 0),
        0,
      ),
  };
}

/** The start of a page: a bound of the range, and a bounded number of articles to skip from there. */
export interface PageStart {
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  readonly skip: number;
}

/** A list whose articles are counted by segment. The counts are read once, and only for a total or a far page. */
export class CountedList {
  private countsRead: Promise<readonly SegmentCount[]> | undefined;

  constructor(
    private readonly models: Pick<Models, 'articles' | 'segments'>,
    private readonly reads: DictionaryReads,
    private readonly set: ArticleSet,
  ) {}

  read(query: ArticleRangeQuery): Promise<Bounded<ListedArticle>> {
    const read = async () => ({ items: await readRange(this.models, this.set, query) });
    return query.asBytes ? this.reads.read(pageRead(this.set, query), read) : read();
  }

  /** The exact number of articles in the list. */
  async total(): Promise<number> {
    return (await this.counts()).reduce((sum, segment) => sum + segment.count, 0);
  }

  /** The start from which to read the article at an offset; `undefined` if the list ends before it. */
  async seek(order: SortOrder, offset: number): Promise<PageStart | undefined> {
    const segmentCounts = await this.counts();
    return order === 'ASC' ? seekForwards(segmentCounts, offset) : seekBackwards(segmentCounts, offset);
  }

  private counts(): Promise<readonly SegmentCount[]> {
    this.countsRead ??= segmentCountsOf(this.models, this.reads, this.set);
    return this.countsRead;
  }
}

function seekForwards(counts: readonly SegmentCount[], offset: number): PageStart | undefined {
  let remaining = offset;
  for (const { from, count } of counts) {
    if (remaining < count) return { from, skip: remaining };
    remaining -= count;
  }
  return undefined;
}

function seekBackwards(counts: readonly SegmentCount[], offset: number): PageStart | undefined {
  let left = offset;
  let before: string | undefined;
  for (const { from, count } of counts.toReversed()) {
    if (left < count) return { before, skip: left };
    left -= count;
    before = from;
  }
  return undefined;
}

type Bounds = Pick<ArticleRangeQuery, 'after' | 'before' | 'from' | 'order'>;

/**
 * The sort key of the n-th article of a list, counted from the start of a query and read from the index alone; `undefined`
 * if no article follows it. With two visibilities, the nearer one counts, so that at most n of each are skipped.
 */
export async function positionIn(
  models: Pick<Models, 'articles'>,
  { scope, list, visibility }: ArticleSet,
  { order, ...bounds }: Bounds,
  n: number,
): Promise<string | undefined> {
  const sides = await Promise.all(
    visibility.map((side) =>
      findAll(models.articles, {
        filter: listFilter({ scope, list, visibility: [side], ...bounds }),
        fields: { sortKey: 1 },
        sort: { sortKey: order === 'ASC' ? 1 : -1 },
        skip: n - 1,
        limit: 2,
      }),
    ),
  );
  const reached = sides.flatMap(([nth, next]) => (nth && next ? [nth.sortKey] : []));
  return sortedKeys(reached, order)[0];
}

/** Sorts sort keys in the order of a query. */
export function sortedKeys(keys: readonly string[], order: SortOrder): readonly string[] {
  const sign = order === 'ASC' ? 1 : -1;
  return keys.toSorted((a, b) => sign * byCodePoint(a, b));
}

/** The number of articles of a list in a segment, and the start of the segment. */
export interface SegmentCount {
  readonly from: string;
  readonly count: number;
}

/** A segment, projected to the counts of one list. */
interface ProjectedSegment {
  readonly from: string;
  readonly counts: Partial<ListSegment['counts']>;
}

const BYTES_OF_SEGMENT = 150;

/** The totals and page offsets of a list. */
function segmentCountsOf(
  models: Pick<Models, 'segments'>,
  reads: DictionaryReads,
  { scope, list, visibility }: Pick<ArticleSet, 'scope' | 'list' | 'visibility'>,
): Promise<readonly SegmentCount[]> {
  const read: CacheableRead<readonly SegmentCount[]> = {
    key: JSON.stringify([scope, list, visibility]),
    sizeOf: (counts) => BYTES_OF_SEGMENT * counts.length,
  };
  return reads.read(read, async () => {
    const fields = Object.fromEntries(visibility.map((side) => [`counts.${side}.${list}`, 1 as const]));
    const segments: readonly ProjectedSegment[] = await findAll(models.segments, {
      filter: { scope },
      fields: { from: 1, ...fields },
      sort: { from: 1 },
    });
    return segments.map(({ from, counts }) => ({
      from,
      count: visibility.reduce((sum, side) => sum + (counts[side]?.[list] ?? 0), 0),
    }));
  });
}
