import { isCountedList } from '../../domain/article/article-lists';
import { MAX_COUNTED, type SortOrder, type Bounded, MAX_EXAMINED } from '../../shared/paging';
import { type ArticleSet, type ArticleRangeQuery, readRange } from '../articles/article-range';
import { beyondPages, readBounded, type EntryBatch } from './bounded-read';
import { CountedList, sortedKeys, pageRead, type PageStart, positionIn } from './counted-list';
import { listFilter } from './list-segment';
import { type ListedArticle, StoredArticle } from '../articles/stored-article';
import type { Models } from '../models';
import type { PerTickBatch } from '../mongo/per-tick-batch';
import type { ListReads } from './list-read-cache';

interface SharedReads {
  readonly reads: ListReads;
  /** Pages of articles that callers may change. */
  readonly pages: PerTickBatch<Bounded<ListedArticle>>;
}

const BYTES_OF_COUNT = 100;

/**
 * The articles that are in several lists at once, or in a list without stored totals. The server reads along the index of
 * the shortest list and filters its entries by the other lists, up to a bound.
 */
export class UncountedList {
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
    const { found, stoppedAt } = await this.shared.pages.read(page.key, read);
    // Callers may change their articles, so each gets a copy.
    const copyOf = (article: ListedArticle) => (article instanceof StoredArticle ? article : { ...article });
    return { found: found.map(copyOf), stoppedAt };
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
    return offset < MAX_COUNTED ? Promise.resolve({ skip: offset }) : Promise.reject(beyondPages());
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
      read: async () => (await this.readAlong(list, { ...query, ...bound })).found,
    };
  }

  private async readAlong(list: string, query: ArticleRangeQuery): Promise<Bounded<ListedArticle>> {
    return { found: await readRange(this.models, this.ledBy(list), query) };
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
