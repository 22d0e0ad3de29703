import type { ClientSession, Model } from 'mongoose';
import { type Vote, type VoteSubject, voteTarget } from '../../domain/comment/comment';
import type { Models } from '../models';
import { findAll } from '../mongo/find-all';
import type { Transact } from '../mongo/transaction';

/** The object of a vote, and the voter. */
export interface Ballot extends VoteSubject {
  readonly userNumber: number;
  /** Whether the voter may see disabled objects. */
  readonly seesHidden: boolean;
}

interface VoteRecord {
  readonly number: number;
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

  /** The votes of a user, in the order of their subjects. Articles of one dictionary, and comments on one article, are read together. */
  async of(userNumber: number, subjects: readonly VoteSubject[]): Promise<Vote[]> {
    const groups = new Map<string, VoteSubject[]>();
    for (const subject of subjects) {
      const { dictionaryId, number, commentId } = subject;
      const key = commentId === undefined ? dictionaryId : `${dictionaryId} ${number}`;
      groups.set(key, [...(groups.get(key) ?? []), subject]);
    }
    const found = await Promise.all(
      [...groups.values()].map(async (group) => {
        const votes = await findAll(this.models.votes as Model<VoteRecord>, {
          filter: { ...sharedBy(group), userNumber },
          fields: { number: 1, target: 1, vote: 1 },
        });
        return group.map((subject) => [subject, voteIn(votes, subject)] as const);
      }),
    );
    const votes = new Map(found.flat());
    return subjects.map((subject) => votes.get(subject) ?? 'none');
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

/** The filter for subjects of one group; each field leads into the index, or there is one value of it. */
function sharedBy(group: readonly VoteSubject[]) {
  const [{ dictionaryId, number, commentId } = { dictionaryId: '', number: 0 }] = group;
  if (commentId === undefined)
    return { dictionaryId, number: { $in: group.map((one) => one.number) }, target: voteTarget() };
  return { dictionaryId, number, target: { $in: group.map((one) => voteTarget(one.commentId)) } };
}

function voteIn(votes: readonly VoteRecord[], { number, commentId }: VoteSubject): Vote {
  const target = voteTarget(commentId);
  return votes.find((one) => one.number === number && one.target === target)?.vote ?? 'none';
}

function changeOf(before: Vote, after: Vote): Record<string, number> {
  const count = (vote: Vote, kind: Vote) => (vote === kind ? 1 : 0);
  return {
    likeCount: count(after, 'like') - count(before, 'like'),
    unlikeCount: count(after, 'unlike') - count(before, 'unlike'),
  };
}
