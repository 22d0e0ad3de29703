import type { ArticleSet } from '../articles/article-range';
import { findAll } from '../mongo/find-all';
import type { ListSegment } from './list-segment';
import type { Models } from '../models';
import { OncePerTurn } from '../mongo/once-per-turn';

/** How many articles of a list stand in a segment, and where the segment begins. */
export interface Mark {
  readonly from: string;
  readonly count: number;
}

/** A segment of which only the counts in question were read. */
interface ProjectedSegment {
  readonly from: string;
  readonly counts: Partial<ListSegment['counts']>;
}

/** Reads the totals and page marks of lists. Pages of one list that are asked for at once share them. */
export class ListMarks {
  private readonly reads = new OncePerTurn<readonly Mark[]>();

  constructor(private readonly models: Pick<Models, 'segments'>) {}

  of({ scope, list, visibility }: Pick<ArticleSet, 'scope' | 'list' | 'visibility'>) {
    const key = JSON.stringify([scope, list, visibility]);
    return this.reads.read(key, async () => {
      const fields = Object.fromEntries(visibility.map((side) => [`counts.${side}.${list}`, 1 as const]));
      const segments: readonly ProjectedSegment[] = await findAll(this.models.segments, {
        ...{ filter: { scope }, fields: { from: 1, ...fields }, sort: { from: 1 } },
      });
      return segments.map(({ from, counts }) => ({
        from,
        count: visibility.reduce((sum, side) => sum + (counts[side]?.[list] ?? 0), 0),
      }));
    });
  }
}
