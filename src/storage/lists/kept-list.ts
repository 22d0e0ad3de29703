import type { ArticleRecord } from '../../domain/article/article-record';
import type { SortOrder } from '../../shared/paging';
import { type ArticleSet, type Reading, readRange } from '../articles/article-range';
import type { Bounded } from './bounded-read';
import type { ListMarks, Mark } from './list-marks';
import type { Models } from '../models';

/** Where a page begins: a bound of the stretch and a bounded number of articles to skip from there. */
export interface PageStart {
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  readonly skip: number;
}

/** A list of which segments keep totals and page marks: these are read once, and only when a total or a far page needs them. */
export class KeptList {
  private marksRead: Promise<readonly Mark[]> | undefined;

  constructor(
    private readonly models: Pick<Models, 'articles'>,
    private readonly kept: ListMarks,
    private readonly set: ArticleSet,
  ) {}

  async read(reading: Reading): Promise<Bounded<ArticleRecord>> {
    return { found: await readRange(this.models, this.set, reading) };
  }

  /** How many articles the list holds, exactly. */
  async total(): Promise<number> {
    return (await this.marks()).reduce((sum, mark) => sum + mark.count, 0);
  }

  /** Where the article at an offset of the list is found; `undefined` when the list ends before it. */
  async seek(order: SortOrder, offset: number): Promise<PageStart | undefined> {
    const marks = await this.marks();
    return order === 'ASC' ? seekForwards(marks, offset) : seekBackwards(marks, offset);
  }

  private marks(): Promise<readonly Mark[]> {
    this.marksRead ??= this.kept.of(this.set);
    return this.marksRead;
  }
}

function seekForwards(marks: readonly Mark[], offset: number): PageStart | undefined {
  let left = offset;
  for (const { from, count } of marks) {
    if (left < count) return { from, skip: left };
    left -= count;
  }
  return undefined;
}

function seekBackwards(marks: readonly Mark[], offset: number): PageStart | undefined {
  let left = offset;
  let before: string | undefined;
  for (const { from, count } of marks.toReversed()) {
    if (left < count) return { before, skip: left };
    left -= count;
    before = from;
  }
  return undefined;
}
