import { isFacetList } from '../domain/article/article-facets';
import type { ArticleRecord } from '../domain/article/article-record';
import { Failure } from '../shared/failure';
import { MOST_COUNTED, type SortOrder } from '../shared/paging';
import { type ArticleSet, type Reading, readRange } from './article-range';
import { KeptList, type PageStart } from './kept-list';
import { listFilter } from './list-filter';
import type { ListMarks } from './list-marks';
import type { Models } from './models';

/**
 * The articles that stand in several lists at once, or in a list of which no totals are kept. They are read along the
 * index of the shortest of the lists, and the others are asked of what it gives.
 */
export class FilteredList {
  private shortestFirst: Promise<ArticleSet> | undefined;

  constructor(
    private readonly models: Pick<Models, 'articles'>,
    private readonly kept: ListMarks,
    private readonly asked: ArticleSet,
  ) {}

  async read(reading: Reading): Promise<ArticleRecord[]> {
    return readRange(this.models, await this.set(), reading);
  }

  /** How many articles there are, exactly up to a limit; `null` beyond. */
  async total(): Promise<number | null> {
    const count = await this.counted(await this.set());
    return count > MOST_COUNTED ? null : count;
  }

  /** @throws Failure INVALID_INPUT beyond the limit of counting: skipping has no end there */
  seek(_order: SortOrder, offset: number): Promise<PageStart> {
    if (offset < MOST_COUNTED) return Promise.resolve({ skip: offset });
    const message = `page reaches the first ${MOST_COUNTED} articles of a filtered list; go on with after`;
    return Promise.reject(new Failure('INVALID_INPUT', message));
  }

  private set(): Promise<ArticleSet> {
    this.shortestFirst ??= this.sortLists();
    return this.shortestFirst;
  }

  private async sortLists(): Promise<ArticleSet> {
    const { list: given, besides = [], ...rest } = this.asked;
    const lists = [given, ...besides];
    if (lists.length === 1) return this.asked;
    const sizes = await Promise.all(lists.map((list) => this.sizeOf({ ...rest, list })));
    const [list = given, ...others] = lists
      .map((name, at) => ({ name, size: sizes[at] ?? 0 }))
      .toSorted((a, b) => a.size - b.size)
      .map(({ name }) => name);
    return { ...rest, list, besides: others };
  }

  private sizeOf(set: ArticleSet): Promise<number> {
    return isFacetList(set.list) ? this.counted(set) : new KeptList(this.models, this.kept, set).total();
  }

  private async counted(set: ArticleSet): Promise<number> {
    const { articles } = this.models;
    const options = { limit: MOST_COUNTED + 1 };
    const sides = set.visibility.map((side) =>
      articles.countDocuments(listFilter({ ...set, visibility: [side] }), options),
    );
    return (await Promise.all(sides)).reduce((sum, count) => sum + count, 0);
  }
}
