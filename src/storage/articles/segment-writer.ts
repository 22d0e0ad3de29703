import { trusted, type ClientSession } from 'mongoose';
import { EVERY_ARTICLE } from '../../domain/article/article-lists';
import { byCodePoint } from '../../shared/text';
import {
  countedLists,
  countsOf,
  countsWithout,
  type ListFields,
  type ListSegment,
  listFilter,
  sizeOfSegment,
  visibilityOf,
} from '../lists/list-segment';
import type { Models } from '../models';
import { type CachedSegment, SegmentCache, staleSegments } from './segment-cache';

/**
 * Maximum number of articles of a segment; a larger one is split. It bounds how many index entries a far page skips.
 */
const MAX_ARTICLES_PER_SEGMENT = 800;

/** Size of the segments after a split. */
const ARTICLES_AFTER_SPLIT = 400;

/** One article before and after a write; `undefined` where it does not exist. */
export interface ListChange {
  readonly before?: ListFields | undefined;
  readonly after?: ListFields | undefined;
}

interface Step {
  readonly listed: ListFields;
  readonly by: 1 | -1;
}

/** Changes of articles by the scope whose segments count them. */
export type ListChangesByScope = ReadonlyMap<string, readonly ListChange[]>;

type Changes = Map<CachedSegment, Record<string, number>>;

/** Updates totals and page offsets in the transaction of the write that changes them. */
export class SegmentWriter {
  private readonly cache: SegmentCache;

  constructor(private readonly models: Pick<Models, 'articles' | 'segments'>) {
    this.cache = new SegmentCache(models);
  }

  /**
   * Locks scopes against other writes of articles until the transaction ends: their first command conflicts. If this
   * process is killed, they are blocked until the transaction expires, so only writes that would otherwise never
   * succeed use it.
   */
  async lock(scopes: readonly string[], session: ClientSession): Promise<void> {
    // This bypasses the model, which does not declare the member `held`.
    await this.models.segments.collection.updateMany(
      { scope: { $in: [...scopes] } },
      { $inc: { held: 1 } },
      { session },
    );
  }

  /**
   * Counts moved articles in the segments of their scopes, by one command, and splits segments that have grown too large.
   *
   * @throws Error that makes the transaction run again when another process has split or removed one of the segments
   */
  async count(listChanges: ListChangesByScope, session: ClientSession): Promise<void> {
    const changes: Changes = new Map();
    for (const [scope, scopeChanges] of listChanges)
      await this.addChanges(changes, scope, { listChanges: scopeChanges, session });
    if (changes.size === 0) return;
    const { matchedCount } = await this.models.segments.collection.bulkWrite(
      // The filter includes the scope, which is the shard key; by the identifier alone, all shards would be queried.
      [...changes].map(([{ _id, scope }, $inc]) => ({
        updateOne: { filter: { _id, scope }, update: { $inc } },
      })),
      { session, ordered: false },
    );
    if (matchedCount !== changes.size) {
      for (const scope of listChanges.keys()) this.cache.dropScope(scope);
      throw staleSegments();
    }
    for (const [segment, change] of changes) {
      this.cache.noteGrowth(segment, growthOf(change));
      if (segment.size > MAX_ARTICLES_PER_SEGMENT) await this.split(segment, session);
    }
  }

  private async addChanges(
    changes: Changes,
    scope: string,
    {
      listChanges,
      session,
    }: { readonly listChanges: readonly ListChange[]; readonly session: ClientSession },
  ): Promise<void> {
    const steps = listChanges
      .flatMap(stepsOf)
      .sort((a, b) => byCodePoint(a.listed.sortKey, b.listed.sortKey));
    if (steps.length === 0) return;
    const segments = await this.cache.of(
      scope,
      steps.map(({ listed }) => listed.sortKey),
    );
    // Only the first write to a scope finds no segment.
    const first = segments.includes(undefined) ? await this.firstOf(scope, session) : undefined;
    for (const [at, { listed, by }] of steps.entries()) {
      const segment = segments[at] ?? first;
      if (!segment) throw new Error('a list has no segment for a sort key');
      const change = changes.get(segment) ?? {};
      changes.set(segment, change);
      for (const list of countedLists(listed)) {
        const path = `counts.${visibilityOf(listed)}.${list}`;
        change[path] = (change[path] ?? 0) + by;
      }
    }
  }

  /** Creates the first segment of a scope. */
  private async firstOf(scope: string, session: ClientSession): Promise<CachedSegment> {
    const [made] = await this.models.segments.create([{ scope, from: '', counts: countsOf([]) }], {
      session,
    });
    if (!made) throw new Error('a list segment was not created');
    const { _id } = made.toObject<ListSegment>();
    return { _id, scope, from: '', until: undefined, size: 0, changes: 0 };
  }

  /**
   * Splits a segment into several. All of them are new documents: see `SegmentCache`. The articles of the first are not read:
   * its counts are the remainder.
   */
  private async split(segment: CachedSegment, session: ClientSession): Promise<void> {
    const { articles, segments } = this.models;
    const { scope, from } = segment;
    const [stored, next] = await segments
      .find({ scope, from: trusted({ $gte: from }) }, { from: 1, counts: 1 })
      .sort({ from: 1 })
      .limit(2)
      .session(session)
      .lean<Pick<ListSegment, 'from' | 'counts'>[]>();
    if (stored?.from !== from) throw staleSegments();
    const size = sizeOfSegment(stored);
    this.cache.drop(segment);
    // Other processes may have removed articles since its size was read.
    if (size <= MAX_ARTICLES_PER_SEGMENT) return;
    const each = Math.ceil(size / Math.round(size / ARTICLES_AFTER_SPLIT));
    const stretch = { scope, list: EVERY_ARTICLE, from, before: next?.from };
    const behind = await articles
      .find(listFilter({ ...stretch, visibility: ['shown', 'hidden'] }), {
        _id: 0,
        sortKey: 1,
        lists: 1,
        isDisabled: 1,
      })
      .sort({ sortKey: -1 })
      .limit(size - each)
      .session(session)
      .lean<ListFields[]>();
    const chunks = chunksOf(behind.toReversed(), each);
    const counts = chunks.map(countsOf);
    const made = [
      { scope, from, counts: countsWithout(stored.counts, counts) },
      ...chunks.map((chunk, at) => ({ scope, from: chunk[0]?.sortKey, counts: counts[at] })),
    ];
    await segments.deleteOne({ _id: segment._id, scope }, { session });
    await segments.insertMany(made, { session, lean: true });
  }
}

function stepsOf({ before, after }: ListChange): Step[] {
  if (before && after && isListedAlike(before, after)) return [];
  return [
    ...(before ? [{ listed: before, by: -1 as const }] : []),
    ...(after ? [{ listed: after, by: 1 as const }] : []),
  ];
}

function isListedAlike(a: ListFields, b: ListFields): boolean {
  return (
    a.sortKey === b.sortKey &&
    a.isDisabled === b.isDisabled &&
    countedLists(a).join() === countedLists(b).join()
  );
}

function growthOf(change: Readonly<Record<string, number>>): number {
  return (change[`counts.shown.${EVERY_ARTICLE}`] ?? 0) + (change[`counts.hidden.${EVERY_ARTICLE}`] ?? 0);
}

function chunksOf(listed: readonly ListFields[], size: number): ListFields[][] {
  const count = Math.ceil(listed.length / size);
  return Array.from({ length: count }, (_, i) => listed.slice(i * size, (i + 1) * size));
}
