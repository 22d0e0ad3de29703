import type { ClientSession } from 'mongoose';
import { type Vote, voteTarget } from '../../domain/comment/comment';
import type { Models } from '../models';
import type { Transact } from '../mongo/transaction';

/** The object of a vote, and the voter. */
export interface Ballot {
  readonly dictionaryId: string;
  readonly number: number;
  /** The comment of the article; the article itself when absent. */
  readonly commentId?: string | undefined;
  readonly userNumber: number;
  /** Whether the voter may see disabled objects. */
  readonly seesHidden: boolean;
}

interface VoteRecord {
  readonly target: string;
  readonly vote: 'like' | 'unlike';
}

/** Votes, one for each user and object, and the counts that they make, in one transaction. */
export class VoteRepository {
  constructor(
    private readonly models: Pick<Models, 'votes' | 'articles' | 'comments'>,
    private readonly transact: Transact,
  ) {}

  /** `false` when there is no such object, or none that the voter sees. */
  cast(ballot: Ballot, vote: Vote): Promise<boolean> {
    return this.transact(async (session) => {
      const { dictionaryId, number, commentId, userNumber } = ballot;
      const target = voteTarget(commentId);
      const key = { dictionaryId, number, target, userNumber };
      const earlier = await this.models.votes.findOne(key).session(session).lean<VoteRecord>();
      const change = changeOf(earlier?.vote ?? 'none', vote);
      if (!(await this.count(ballot, change, session))) return false;
      if (vote === 'none') await this.models.votes.deleteOne(key, { session });
      else await this.models.votes.updateOne(key, { $set: { vote } }, { session, upsert: true });
      return true;
    });
  }

  private async count(
    { dictionaryId, number, commentId, seesHidden }: Ballot,
    $inc: Record<string, number>,
    session: ClientSession,
  ): Promise<boolean> {
    const { articles, comments } = this.models;
    const result =
      commentId === undefined
        ? await articles.updateOne(
            { dictionaryId, number, ...(seesHidden ? {} : { isDisabled: false }) },
            { $inc },
            { session },
          )
        : await comments.updateOne(
            { dictionaryId, publicId: commentId, ...(seesHidden ? {} : { isShown: true }) },
            { $inc },
            { session },
          );
    return result.matchedCount === 1;
  }
}

function changeOf(before: Vote, after: Vote): Record<string, number> {
  const count = (vote: Vote, kind: Vote) => (vote === kind ? 1 : 0);
  return {
    likeCount: count(after, 'like') - count(before, 'like'),
    unlikeCount: count(after, 'unlike') - count(before, 'unlike'),
  };
}
