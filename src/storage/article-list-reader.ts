import type { ArticleRecord } from '../domain/article/article-record';
import type { SortOrder } from '../shared/paging';
import { byCodePoint } from '../shared/text';
import { type ArticleDocument, type Projection, recordOf } from './article-document';
import { listFilter } from './list-filter';
import type { ListSegment, Visibility } from './list-segment';
import type { Models } from './models';

/** A list of articles: of one dictionary or all, of all articles or those with a part, as one kind of viewer sees it. */
export interface ArticleList {
  readonly scope: string;
  readonly list: string;
  readonly visibility: readonly Visibility[];
}

/** How to read a stretch of a list. */
export interface Reading {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly from?: string | undefined;
  readonly order: SortOrder;
  readonly skip?: number | undefined;
  readonly limit: number;
  readonly fields?: Projection | undefined;
}

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

/** Opens the ordered lists of articles. They are read by key range; never by a scan or a count over the collection. */
export class ArticleListReader {
  constructor(private readonly models: Pick<Models, 'articles' | 'segments'>) {}

  open(list: ArticleList): OpenList {
    return new OpenList(this.models, list);
  }
}

/** One list, for the time of one request: its page marks are read once, and only when a total or a far page needs them. */
export class OpenList {
  private marksRead: Promise<readonly Mark[]> | undefined;

  constructor(
    private readonly models: Pick<Models, 'articles' | 'segments'>,
    private readonly list: ArticleList,
  ) {}

  /** Articles of a stretch, in order. Where hidden ones are seen too, two ranges are merged by their keys. */
  async read(reading: Reading): Promise<ArticleRecord[]> {
    const { skip = 0, limit, order } = reading;
    const [one, ...others] = this.list.visibility;
    if (one !== undefined && others.length === 0) return this.range([one], reading);
    const wider = { ...reading, skip: 0, limit: skip + limit };
    const sides = await Promise.all(this.list.visibility.map((side) => this.range([side], wider)));
    const sign = order === 'ASC' ? 1 : -1;
    return sides
      .flat()
      .toSorted((a, b) => sign * byCodePoint(a.sortKey, b.sortKey))
      .slice(skip, skip + limit);
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

  private async range(visibility: readonly Visibility[], reading: Reading): Promise<ArticleRecord[]> {
    const { order, skip = 0, limit, fields, ...bounds } = reading;
    const { scope, list } = this.list;
    const found = await this.models.articles
      .find(listFilter({ scope, list, visibility, ...bounds }), { _id: 0, ...fields })
      .sort({ sortKey: order === 'ASC' ? 1 : -1 })
      .skip(skip)
      .limit(limit)
      .lean<ArticleDocument[]>();
    return found.map(recordOf);
  }

  private marks(): Promise<readonly Mark[]> {
    this.marksRead ??= this.readMarks();
    return this.marksRead;
  }

  private async readMarks(): Promise<Mark[]> {
    const { scope, list, visibility } = this.list;
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
