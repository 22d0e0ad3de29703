import type { ArticleRecord } from '../domain/article/article-record';
import type { SortOrder } from '../shared/paging';
import { type ArticleSet, type Reading, readRange } from './article-range';
import type { ListSegment } from './list-segment';
import type { Models } from './models';

/** Where a page begins: a bound of the stretch and a bounded number of articles to skip from there. */
export interface PageStart {
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  readonly skip: number;
}

/** A segment of which only the counts in question were read. */
interface ProjectedSegment {
  readonly from: string;
  readonly counts: Partial<ListSegment['counts']>;
}

interface Mark {
  readonly from: string;
  readonly count: number;
}

/** A list of which segments keep totals and page marks: these are read once, and only when a total or a far page needs them. */
export class KeptList {
  private marksRead: Promise<readonly Mark[]> | undefined;

  constructor(
    private readonly models: Pick<Models, 'articles' | 'segments'>,
    private readonly set: ArticleSet,
  ) {}

  read(reading: Reading): Promise<ArticleRecord[]> {
    return readRange(this.models, this.set, reading);
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
    this.marksRead ??= this.readMarks();
    return this.marksRead;
  }

  private async readMarks(): Promise<Mark[]> {
    const { scope, list, visibility } = this.set;
    const fields = Object.fromEntries(visibility.map((side) => [`counts.${side}.${list}`, 1 as const]));
    const segments = await this.models.segments
      .find({ scope }, { _id: 0, from: 1, ...fields })
      .sort({ from: 1 })
      .lean<ProjectedSegment[]>();
    return segments.map(({ from, counts }) => ({
      from,
      count: visibility.reduce((sum, side) => sum + (counts[side]?.[list] ?? 0), 0),
    }));
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
