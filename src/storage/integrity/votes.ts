import type { ClientSession } from 'mongoose';
import type { Models } from '../models';

/** The counts that votes make. */
export interface VoteCounts {
  readonly likeCount: number;
  readonly unlikeCount: number;
}

interface Voted extends VoteCounts {
  readonly number: number;
  /** `article`, or `comment:` and the comment's identifier. */
  readonly target: string;
}

interface StoredVote {
  readonly number: number;
  readonly target: string;
  readonly vote: string;
}

const NONE: VoteCounts = { likeCount: 0, unlikeCount: 0 };

/** The votes of a stretch of articles, counted. */
export class Votes {
  private constructor(private readonly counts: ReadonlyMap<string, Voted>) {}

  static async read(models: Pick<Models, 'votes'>, filter: object, session: ClientSession): Promise<Votes> {
    const counts = new Map<string, Voted>();
    const cursor = models.votes
      .find(filter, { _id: 0, number: 1, target: 1, vote: 1 })
      .session(session)
      .lean()
      .cursor() as unknown as AsyncIterable<StoredVote>;
    for await (const { number, target, vote } of cursor) {
      const key = keyOf(number, target);
      const { likeCount, unlikeCount } = counts.get(key) ?? NONE;
      counts.set(key, {
        ...{ number, target },
        likeCount: likeCount + Number(vote === 'like'),
        unlikeCount: unlikeCount + Number(vote === 'unlike'),
      });
    }
    return new Votes(counts);
  }

  of(number: number, target: string): VoteCounts {
    const { likeCount, unlikeCount } = this.counts.get(keyOf(number, target)) ?? NONE;
    return { likeCount, unlikeCount };
  }

  areCounted(number: number, target: string, stored: VoteCounts): boolean {
    const { likeCount, unlikeCount } = this.of(number, target);
    return stored.likeCount === likeCount && stored.unlikeCount === unlikeCount;
  }

  /** Everything that has votes. */
  objects(): Iterable<Voted> {
    return this.counts.values();
  }
}

function keyOf(number: number, target: string): string {
  return `${number} ${target}`;
}
