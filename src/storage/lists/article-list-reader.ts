import { trusted } from 'mongoose';
import { isCountedList } from '../../domain/article/article-lists';
import { type Bounded, MAX_COUNTED, MAX_EXAMINED, type SortOrder } from '../../shared/paging';
import type { Visibility } from '../../shared/viewer';
import { type ArticleRangeQuery, type ArticleSet, readRange } from '../articles/article-range';
import { type ListedArticle, StoredArticle } from '../articles/stored-article';
import type { Models } from '../models';
import { pageTooFar, type EntryBatch, readBounded } from './bounded-read';
import { CountedList, pageRead, type PageStart, positionIn, sortedKeys } from './counted-list';
import { type DictionaryReads, PerTickBatch, type ReadCache } from '../mongo/shared-reads';
import { type ListCounts, listFilter, type ListSegment } from './list-segment';

interface SharedReads {
  readonly reads: DictionaryReads;
  /** Pages of articles that callers may change. */
  readonly pages: PerTickBatch<Bounded<ListedArticle>>;
}

const BYTES_OF_COUNT = 100;

/**
 * The articles that are in several lists at once, or in a list without stored totals. The server reads along the index of
 * the shortest list and filters its entries by the other lists, up to a bound.
 */
class UncountedList {
  private readonly lists: readonly string[];

  constructor(
    private readonly models: Pick<Models, 'articles' | 'segments'>,
    private readonly shared: SharedReads,
    private readonly set: ArticleSet,
  ) {
    this.lists = [set.list, ...(set.besides ?? [])];
  }

  async read(query: ArticleRangeQuery): Promise<Bounded<ListedArticle>> {
    const read = () =>
      this.lists.length === 1
        ? this.readAlong(this.set.list, query)
        : readBounded(query.limit, (n) => this.nextEntries(query, n));
    const page = pageRead(this.set, query);
    if (query.asBytes) return this.shared.reads.read(page, read);
    const { items, stoppedAt } = await this.shared.pages.read(page.key, read);
    // Callers may change their articles, so each gets a copy.
    const copyOf = (article: ListedArticle) => (article instanceof StoredArticle ? article : { ...article });
    return { items: items.map(copyOf), stoppedAt };
  }

  /**
   * The exact number of articles up to a limit; `null` beyond it, and if counting would examine too many entries.
   */
  async total(): Promise<number | null> {
    const sizes = await Promise.all(
      this.lists.map((list) => this.sizeOf({ ...this.set, list, besides: [] })),
    );
    const shortest = Math.min(...sizes);
    const list = this.lists[sizes.indexOf(shortest)];
    if (shortest > MAX_EXAMINED || list === undefined) return null;
    return this.lists.length === 1 ? shortest : this.counted(this.ledBy(list));
  }

  /** @throws Failure INVALID_INPUT beyond the limit of counting: skipping has no end there */
  seek(_order: SortOrder, offset: number): Promise<PageStart> {
    return offset < MAX_COUNTED ? Promise.resolve({ skip: offset }) : Promise.reject(pageTooFar());
  }

  /** The next n entries of the list whose n entries reach farthest. */
  private async nextEntries(query: ArticleRangeQuery, n: number): Promise<EntryBatch<ListedArticle>> {
    const ends = await Promise.all(
      this.lists.map((list) => positionIn(this.models, { ...this.set, list }, query, n)),
    );
    const until = ends.includes(undefined)
      ? undefined
      : sortedKeys(
          ends.filter((end) => end !== undefined),
          query.order,
        ).at(-1);
    const list = this.lists[ends.indexOf(until)] ?? this.set.list;
    const bound = until === undefined ? {} : { [query.order === 'ASC' ? 'until' : 'from']: until };
    return {
      until,
      read: async () => (await this.readAlong(list, { ...query, ...bound })).items,
    };
  }

  private async readAlong(list: string, query: ArticleRangeQuery): Promise<Bounded<ListedArticle>> {
    return { items: await readRange(this.models, this.ledBy(list), query) };
  }

  private ledBy(list: string): ArticleSet {
    return { ...this.set, list, besides: this.lists.filter((other) => other !== list) };
  }

  private sizeOf(set: ArticleSet): Promise<number> {
    const { models, shared } = this;
    return isCountedList(set.list) ? new CountedList(models, shared.reads, set).total() : this.counted(set);
  }

  private async counted(set: ArticleSet): Promise<number> {
    const sides = set.visibility.map((side) => {
      const filter = listFilter({ ...set, visibility: [side] });
      const read = { key: JSON.stringify(['count', filter]), sizeOf: () => BYTES_OF_COUNT };
      return this.shared.reads.read(read, () =>
        this.models.articles.countDocuments(filter, { limit: MAX_EXAMINED + 1 }),
      );
    });
    return (await Promise.all(sides)).reduce((sum, count) => sum + count, 0);
  }
}

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
  private readonly pages = new PerTickBatch<Bounded<ListedArticle>>();

  constructor(
    private readonly models: Pick<Models, 'articles' | 'segments'>,
    private readonly cache: ReadCache,
  ) {}

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
