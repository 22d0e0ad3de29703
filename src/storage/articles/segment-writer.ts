import { trusted, type ClientSession } from 'mongoose';
import { EVERY_ARTICLE } from '../../domain/article/article-lists';
import { byCodePoint } from '../../shared/text';
import {
  countedLists,
  countsOf,
  type Listed,
  type ListSegment,
  sizeOfSegment,
  visibilityOf,
  listFilter,
} from '../lists/list-segment';
import type { Models } from '../models';

/** A segment above this size is split; this bounds how many index entries a far page skips. */
const MOST_ARTICLES = 800;

/** Size of the segments after a split. */
const ARTICLES_AFTER_SPLIT = 400;

/** One article before and after a write; `undefined` where it does not exist. */
export interface Move {
  readonly before?: Listed | undefined;
  readonly after?: Listed | undefined;
}

interface Step {
  readonly listed: Listed;
  readonly by: 1 | -1;
}

/** Updates totals and page offsets in the transaction of the write that changes them. */
export class SegmentWriter {
  constructor(private readonly models: Pick<Models, 'articles' | 'segments'>) {}

  /**
   * Locks these scopes for other writes of articles until the transaction ends: others conflict here with their first
   * command. If this process is killed, they are blocked for long, so only writes that would otherwise never succeed
   * use it.
   */
  async hold(scopes: readonly string[], session: ClientSession): Promise<void> {
    // Not by the model, which knows of no such member.
    await this.models.segments.collection.updateMany(
      { scope: { $in: [...scopes] } },
      { $inc: { held: 1 } },
      { session },
    );
  }

  /** Counts moved articles in the segments of one scope, and splits segments that have grown too large. */
  async count(scope: string, moves: readonly Move[], session: ClientSession): Promise<void> {
    const steps = moves.flatMap(stepsOf).sort((a, b) => byCodePoint(a.listed.sortKey, b.listed.sortKey));
    const first = steps[0];
    const last = steps.at(-1);
    if (!first || !last) return;
    const segments = await this.between(scope, [first.listed.sortKey, last.listed.sortKey], session);
    const changes = changesBySegment(segments, steps);
    await this.models.segments.bulkWrite(
      [...changes].map(([segment, $inc]) => ({
        updateOne: { filter: { _id: segment._id }, update: { $inc } },
      })),
      { session, ordered: false },
    );
    for (const [segment, change] of changes) {
      if (sizeOfSegment(segment) + growthOf(change) > MOST_ARTICLES) await this.split(segment, session);
    }
  }

  /** The segments that contain the keys from the first to the last, in order; creates the first one of a scope. */
  private async between(scope: string, [first, last]: readonly [string, string], session: ClientSession) {
    const { segments } = this.models;
    const start = await segments
      .find({ scope, from: trusted({ $lte: first }) })
      .sort({ from: -1 })
      .limit(1)
      .session(session)
      .lean<ListSegment[]>();
    if (start.length === 0) {
      const [made] = await segments.create([{ scope, from: '', counts: countsOf([]) }], { session });
      if (made) start.push(made.toObject<ListSegment>());
    }
    if (first === last) return start;
    const rest = await segments
      .find({ scope, from: trusted({ $gt: first, $lte: last }) })
      .sort({ from: 1 })
      .session(session)
      .lean<ListSegment[]>();
    return [...start, ...rest];
  }

  private async split(segment: ListSegment, session: ClientSession): Promise<void> {
    const { articles, segments } = this.models;
    const { scope, from } = segment;
    const next = await segments
      .find({ scope, from: trusted({ $gt: from }) }, { from: 1 })
      .sort({ from: 1 })
      .limit(1)
      .session(session)
      .lean<Pick<ListSegment, 'from'>[]>();
    const listed = await articles
      .find(
        listFilter({
          scope,
          list: EVERY_ARTICLE,
          visibility: ['shown', 'hidden'],
          from,
          before: next[0]?.from,
        }),
        { _id: 0, sortKey: 1, lists: 1, isDisabled: 1 },
      )
      .session(session)
      .lean<Listed[]>();
    const [head = [], ...tail] = chunksOf(listed.toSorted((a, b) => byCodePoint(a.sortKey, b.sortKey)));
    await segments.updateOne({ _id: segment._id }, { $set: { counts: countsOf(head) } }, { session });
    const made = tail.map((chunk) => ({ scope, from: chunk[0]?.sortKey ?? '', counts: countsOf(chunk) }));
    await segments.insertMany(made, { session, lean: true });
  }
}

function stepsOf({ before, after }: Move): Step[] {
  if (before && after && isListedAlike(before, after)) return [];
  return [
    ...(before ? [{ listed: before, by: -1 as const }] : []),
    ...(after ? [{ listed: after, by: 1 as const }] : []),
  ];
}

function isListedAlike(a: Listed, b: Listed): boolean {
  return (
    a.sortKey === b.sortKey &&
    a.isDisabled === b.isDisabled &&
    countedLists(a).join() === countedLists(b).join()
  );
}

/** The changes of each segment's counters. Both lists are in order, so one pass suffices. */
function changesBySegment(
  segments: readonly ListSegment[],
  steps: readonly Step[],
): Map<ListSegment, Record<string, number>> {
  const changes = new Map<ListSegment, Record<string, number>>();
  let at = 0;
  for (const { listed, by } of steps) {
    for (
      let next = segments[at + 1];
      next && byCodePoint(next.from, listed.sortKey) <= 0;
      next = segments[at + 1]
    )
      at++;
    const segment = segments[at];
    if (!segment) throw new Error('a list has no segment for a sort key');
    const change = changes.get(segment) ?? {};
    changes.set(segment, change);
    for (const list of countedLists(listed)) {
      const path = `counts.${visibilityOf(listed)}.${list}`;
      change[path] = (change[path] ?? 0) + by;
    }
  }
  return changes;
}

function growthOf(change: Readonly<Record<string, number>>): number {
  return (change[`counts.shown.${EVERY_ARTICLE}`] ?? 0) + (change[`counts.hidden.${EVERY_ARTICLE}`] ?? 0);
}

function chunksOf(listed: readonly Listed[]): Listed[][] {
  const count = Math.ceil(listed.length / ARTICLES_AFTER_SPLIT);
  return Array.from({ length: count }, (_, i) =>
    listed.slice(i * ARTICLES_AFTER_SPLIT, (i + 1) * ARTICLES_AFTER_SPLIT),
  );
}
