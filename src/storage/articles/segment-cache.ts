import { EVERY_ARTICLE } from '../../domain/article/article-lists';
import { byCodePoint } from '../../shared/text';
import { type ListSegment, sizeOfSegment } from '../lists/list-segment';
import { transientTransactionError } from '../mongo/database-error';
import { findAll, type FindQuery } from '../mongo/find-all';
import type { Models } from '../models';

/**
 * A segment as this process has read it. If another process has since split or removed it, no document has its `_id`.
 */
export interface CachedSegment {
  readonly _id: ListSegment['_id'];
  readonly scope: string;
  readonly from: string;
  /** The start of the next segment; `undefined` if it is the last one. */
  readonly until: string | undefined;
  /** Number of its articles, as far as this process knows. */
  size: number;
  /** Changes that this process has made to its size since it was read. */
  changes: number;
}

/** Number of changes after which a segment is read again, because other processes change its size too. */
const CHANGES_PER_READ = 100;

/** Maximum number of cached segments: a few megabytes. */
const MAX_CACHED_SEGMENTS = 20_000;

/** Number of segments to read at once, beginning with the one that is needed. */
const SEGMENTS_PER_READ = 50;

/** A segment without the counts of other lists. A side without articles may be absent. */
type StoredSegment = Pick<ListSegment, '_id' | 'scope' | 'from'> & {
  readonly counts: Partial<ListSegment['counts']>;
};

const SEGMENT_FIELDS = {
  _id: 1,
  from: 1,
  [`counts.shown.${EVERY_ARTICLE}`]: 1,
  [`counts.hidden.${EVERY_ARTICLE}`]: 1,
} as const;

/**
 * Caches segments, so that a write finds the one that it changes by sort key without reading it. A segment that is split or
 * removed loses its `_id`: a write with a stale segment matches no document and is repeated.
 */
export class SegmentCache {
  /** Segments by scope, in the order of `from`. They do not overlap. */
  private readonly scopes = new Map<string, CachedSegment[]>();
  private count = 0;

  constructor(private readonly models: Pick<Models, 'segments'>) {}

  /**
   * The segments that contain some sort keys, in order; `undefined` for those of a scope without segments.
   *
   * @param keys in order
   */
  async of(scope: string, keys: readonly string[]): Promise<readonly (CachedSegment | undefined)[]> {
    const segments: (CachedSegment | undefined)[] = [];
    for (const key of keys) {
      const segment = this.find(scope, key) ?? (await this.read(scope, key));
      // The first segment of a scope begins before all keys, so either all keys have a segment or none has.
      if (!segment) return keys.map(() => undefined);
      segments.push(segment);
    }
    return segments;
  }

  /**
   * Records that the size of a segment has changed. After `CHANGES_PER_READ` changes, it drops the segment, so that it
   * is read again.
   */
  noteGrowth(segment: CachedSegment, growth: number): void {
    segment.size += growth;
    if (++segment.changes >= CHANGES_PER_READ) this.drop(segment);
  }

  drop(segment: CachedSegment): void {
    const segments = this.scopes.get(segment.scope);
    const at = segments?.indexOf(segment) ?? -1;
    if (at < 0) return;
    segments?.splice(at, 1);
    this.count--;
  }

  dropScope(scope: string): void {
    this.count -= this.scopes.get(scope)?.length ?? 0;
    this.scopes.delete(scope);
  }

  private find(scope: string, key: string): CachedSegment | undefined {
    const segments = this.scopes.get(scope) ?? [];
    const segment = segments[firstAfter(segments, key) - 1];
    return segment && contains(segment, key) ? segment : undefined;
  }

  /** Reads the segment that contains a key, and those after it. */
  private async read(scope: string, key: string): Promise<CachedSegment | undefined> {
    const read = (query: Omit<FindQuery, 'fields'>): Promise<readonly StoredSegment[]> =>
      findAll(this.models.segments, { ...query, fields: SEGMENT_FIELDS });
    const start = await read({ filter: { scope, from: { $lte: key } }, sort: { from: -1 }, limit: 1 });
    // The following segments are read after the first one, so that a split of the first one in between shows by its
    // `_id`.
    const behind = await read({
      filter: { scope, from: { $gt: key } },
      sort: { from: 1 },
      limit: SEGMENTS_PER_READ,
    });
    if (start.length === 0) return undefined;
    const segments = [...start, ...behind];
    // If more segments follow, the end of the last one is unknown.
    const ends = behind.length < SEGMENTS_PER_READ ? segments : segments.slice(0, -1);
    this.add(
      scope,
      ends.map(({ _id, from, counts }, at) => {
        const { shown = {}, hidden = {} } = counts;
        const size = sizeOfSegment({ counts: { shown, hidden } });
        return { _id, scope, from, until: segments[at + 1]?.from, size, changes: 0 };
      }),
    );
    return this.find(scope, key);
  }

  private add(scope: string, segments: readonly CachedSegment[]): void {
    if (this.count + segments.length > MAX_CACHED_SEGMENTS) {
      this.scopes.clear();
      this.count = 0;
    }
    const [first] = segments;
    const last = segments.at(-1);
    if (!first || !last) return;
    const cached = this.scopes.get(scope) ?? [];
    const outside = cached.filter(
      ({ from, until }) =>
        (until !== undefined && byCodePoint(until, first.from) <= 0) ||
        (last.until !== undefined && byCodePoint(from, last.until) >= 0),
    );
    const all = [...outside, ...segments].sort((a, b) => byCodePoint(a.from, b.from));
    this.count += all.length - cached.length;
    this.scopes.set(scope, all);
  }
}

/** The index of the first of ordered segments that begins after a key. */
function firstAfter(segments: readonly CachedSegment[], key: string): number {
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const from = segments[middle]?.from ?? '';
    if (byCodePoint(from, key) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function contains({ from, until }: CachedSegment, key: string): boolean {
  return byCodePoint(from, key) <= 0 && (until === undefined || byCodePoint(key, until) < 0);
}

/** The error of a write with a stale segment, after which the transaction is run again. */
export function staleSegments(): Error {
  return transientTransactionError('The list segments have changed');
}
