import type { ClientSession, Model } from 'mongoose';
import { type Vote, type VoteSubject, voteTarget } from '../../domain/comment/comment';
import { touchLists } from '../dictionaries/counters';
import { grouped } from '../../shared/grouped';
import type { Models } from '../models';
import { findAll } from '../mongo/find-all';
import type { Group, GroupCommit, GroupedWrite, WriteOutcome } from '../mongo/group-commit';

/** The object of a vote, and the voter. */
export interface Ballot extends VoteSubject {
  readonly userNumber: number;
  /** Whether the voter may see disabled objects. */
  readonly seesHidden: boolean;
}

/** A vote to be stored. */
interface VoteWrite {
  readonly ballot: Ballot;
  readonly vote: Vote;
}

/** The key of a vote: one user, one object. */
interface VoteKey {
  readonly dictionaryId: string;
  /** Number of the article, or of the article of the comment. */
  readonly number: number;
  /** `article`, or `comment:` and the identifier of the comment. */
  readonly target: string;
  readonly userNumber: number;
}

/** A stored vote. */
export type VoteRecord = VoteKey & { readonly vote: 'like' | 'unlike' };

/** An object of votes, and how its counts change. */
interface Subject {
  readonly isHidden: boolean;
  readonly change: Record<CountName, number>;
}

/** The stored counts of votes on an object. */
export type CountName = 'likeCount' | 'unlikeCount';

/** A voter and an object, with the vote before and after the group. */
interface Voter {
  readonly key: VoteKey;
  readonly before: Vote;
  after: Vote;
}

/** Votes, one for each user and object, and their counts, which change in the same transaction. */
export class VoteRepository implements GroupedWrite<VoteWrite, boolean> {
  private readonly write: (write: VoteWrite) => Promise<boolean>;

  constructor(
    private readonly models: Pick<Models, 'votes' | 'articles' | 'comments' | 'counters'>,
    groups: GroupCommit,
  ) {
    this.write = groups.writerOf(this);
  }

  /** Stores a vote; `false` if the object does not exist or the voter may not see it. */
  cast(ballot: Ballot, vote: Vote): Promise<boolean> {
    return this.write({ ballot, vote });
  }

  /** The votes of a user, in the order of their subjects. Articles of one dictionary, and comments on one article, are read together. */
  async of(userNumber: number, subjects: readonly VoteSubject[]): Promise<Vote[]> {
    const groups = new Map<string, VoteSubject[]>();
    for (const subject of subjects) {
      const { dictionaryId, number, commentId } = subject;
      const key = commentId === undefined ? dictionaryId : `${dictionaryId} ${number}`;
      groups.set(key, [...(groups.get(key) ?? []), subject]);
    }
    const votesBySubject = await Promise.all(
      [...groups.values()].map(async (group) => {
        const votes = await findAll(this.models.votes as Model<VoteRecord>, {
          filter: { ...sharedBy(group), userNumber },
          fields: { number: 1, target: 1, vote: 1 },
        });
        return group.map((subject) => [subject, voteIn(votes, subject)] as const);
      }),
    );
    const votes = new Map(votesBySubject.flat());
    return subjects.map((subject) => votes.get(subject) ?? 'none');
  }

  async store(writes: readonly VoteWrite[], { session }: Group): Promise<readonly WriteOutcome<boolean>[]> {
    const subjects = await this.subjectsOf(writes, session);
    const voters = await this.votersOf(writes, session);
    const outcomes = writes.map(({ ballot, vote }) => {
      const subject = subjects.get(subjectName(ballot));
      const voter = voters.get(voteKeyText(voteKeyOf(ballot)));
      const exists = subject !== undefined && (ballot.seesHidden || !subject.isHidden);
      if (!exists || !voter) return { result: false, isStored: false };
      addChange(subject, voter.after, vote);
      voter.after = vote;
      return { result: true, isStored: true };
    });
    await this.count(writes, subjects, session);
    await this.storeVotes([...voters.values()], session);
    return outcomes;
  }

  /** The existing objects of votes, by name. */
  private async subjectsOf(writes: readonly VoteWrite[], session: ClientSession) {
    const subjects = new Map<string, Subject>();
    const add = (name: string, isHidden: boolean) =>
      subjects.set(name, { isHidden, change: { likeCount: 0, unlikeCount: 0 } });
    for (const [dictionaryId, ballots] of byDictionary(writes)) {
      const numbers = ballots.flatMap(({ commentId, number }) => (commentId === undefined ? number : []));
      const publicIds = ballots.flatMap(({ commentId }) => commentId ?? []);
      const { articles, comments } = this.models;
      const [ofArticles, ofComments] = [{ number: { $in: numbers } }, { publicId: { $in: publicIds } }];
      for (const { number, isDisabled } of await readIf(
        numbers,
        articles,
        { dictionaryId, ...ofArticles },
        session,
      ))
        add(subjectName({ dictionaryId, number: Number(number) }), isDisabled === true);
      for (const comment of await readIf(publicIds, comments, { dictionaryId, ...ofComments }, session))
        add(String(comment['publicId']), comment['isShown'] !== true);
    }
    return subjects;
  }

  private async votersOf(writes: readonly VoteWrite[], session: ClientSession) {
    const voters = new Map<string, Voter>();
    for (const [dictionaryId, ballots] of byDictionary(writes)) {
      const keys = ballots.map(voteKeyOf);
      const among = <Value>(values: readonly Value[]) => ({ $in: [...new Set(values)] });
      const filter = {
        dictionaryId,
        number: among(keys.map(({ number }) => number)),
        target: among(keys.map(({ target }) => target)),
        userNumber: among(keys.map(({ userNumber }) => userNumber)),
      };
      const records = await this.models.votes.collection.find<VoteRecord>(filter, { session }).toArray();
      const votes = new Map(records.map((record) => [voteKeyText(record), record.vote]));
      for (const key of keys) {
        const before = votes.get(voteKeyText(key)) ?? 'none';
        voters.set(voteKeyText(key), { key, before, after: before });
      }
    }
    return voters;
  }

  /** Changes the counts of an object. This write conflicts with a concurrent deletion or hiding of the object. */
  private async count(
    writes: readonly VoteWrite[],
    subjects: ReadonlyMap<string, Subject>,
    session: ClientSession,
  ): Promise<void> {
    const ballots = new Map(writes.map(({ ballot }) => [subjectName(ballot), ballot]));
    const updatesOf = (objects: 'articles' | 'comments') =>
      [...ballots].flatMap(([name, { dictionaryId, number, commentId }]) => {
        const { change: $inc } = subjects.get(name) ?? {};
        if (!$inc || (commentId === undefined) !== (objects === 'articles')) return [];
        const filter =
          commentId === undefined ? { dictionaryId, number } : { dictionaryId, publicId: commentId };
        return [{ updateOne: { filter, update: { $inc } } }];
      });
    for (const [model, updates] of [
      [this.models.articles, updatesOf('articles')],
      [this.models.comments, updatesOf('comments')],
    ] as const)
      if (updates.length > 0) await model.collection.bulkWrite(updates, { session, ordered: false });
    const onArticles = [...ballots.values()].filter(({ commentId }) => commentId === undefined);
    await touchLists(this.models, [...new Set(onArticles.map(({ dictionaryId }) => dictionaryId))], session);
  }

  private async storeVotes(voters: readonly Voter[], session: ClientSession): Promise<void> {
    const operations = voters
      .filter(({ before, after }) => after !== before)
      .map(({ key, after }) => {
        const filter = { ...key };
        if (after === 'none') return { deleteOne: { filter } };
        return { updateOne: { filter, update: { $set: { vote: after } }, upsert: true } };
      });
    if (operations.length > 0)
      await this.models.votes.collection.bulkWrite(operations, { session, ordered: false });
  }
}

function byDictionary(writes: readonly VoteWrite[]): Map<string, Ballot[]> {
  const ballots = writes.map(({ ballot }) => ballot);
  return grouped(ballots, ({ dictionaryId }) => dictionaryId);
}

/** Reads the documents that determine whether objects are shown; runs no command if no objects are given. */
async function readIf(
  names: readonly unknown[],
  model: Pick<Models['articles'] | Models['comments'], 'collection'>,
  filter: Readonly<Record<string, unknown>>,
  session: ClientSession,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (names.length === 0) return [];
  const projection = { _id: 0, number: 1, publicId: 1, isDisabled: 1, isShown: 1 };
  return model.collection.find(filter, { projection, session }).toArray();
}

function voteKeyOf({ dictionaryId, number, commentId, userNumber }: Ballot): VoteKey {
  return { dictionaryId, number, target: voteTarget(commentId), userNumber };
}

function subjectName({
  dictionaryId,
  number,
  commentId,
}: Pick<Ballot, 'dictionaryId' | 'number' | 'commentId'>): string {
  return commentId ?? `${dictionaryId} ${number}`;
}

/** A text that differs for each key. */
export function voteKeyText({ dictionaryId, number, target, userNumber }: VoteKey): string {
  return JSON.stringify([dictionaryId, number, target, userNumber]);
}

function addChange({ change }: Subject, before: Vote, after: Vote): void {
  const added = countChanges(before, after);
  change.likeCount += added.likeCount;
  change.unlikeCount += added.unlikeCount;
}

/** The filter for the subjects of a group. Each field is in the index, or has one value in the group. */
function sharedBy(group: readonly VoteSubject[]) {
  const [{ dictionaryId, number, commentId } = { dictionaryId: '', number: 0 }] = group;
  if (commentId === undefined)
    return { dictionaryId, number: { $in: group.map((subject) => subject.number) }, target: voteTarget() };
  return { dictionaryId, number, target: { $in: group.map((subject) => voteTarget(subject.commentId)) } };
}

function voteIn(votes: readonly VoteRecord[], { number, commentId }: VoteSubject): Vote {
  const target = voteTarget(commentId);
  return votes.find((vote) => vote.number === number && vote.target === target)?.vote ?? 'none';
}

function countChanges(before: Vote, after: Vote): Record<CountName, number> {
  const count = (vote: Vote, kind: Vote) => (vote === kind ? 1 : 0);
  return {
    likeCount: count(after, 'like') - count(before, 'like'),
    unlikeCount: count(after, 'unlike') - count(before, 'unlike'),
  };
}
