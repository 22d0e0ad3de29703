import type { ClientSession } from 'mongoose';
import { type CommentRecord, voteTarget } from '../../domain/comment/comment';
import type { Votes } from './check-counters';
import { UNLIMITED, dictionaryUsage } from '../../domain/usage/usage';
import type { Models } from '../models';
import { removeBelow } from '../applications/remove-resources';
import { Usages } from '../applications/usages';
import type { CheckInTransaction } from './integrity-check';

export interface CountedArticle {
  /** Votes that came with an import. */
  readonly importedVotes?: { readonly likeCount: number; readonly unlikeCount: number } | null;
  readonly number: number;
  readonly isDisabled: boolean;
  readonly likeCount: number;
  readonly unlikeCount: number;
  readonly proposedText?: string;
}

/** A range of article numbers of a dictionary, with the articles in it. */
export interface ArticleBatch {
  readonly filter: { readonly dictionaryId: string; readonly number: object };
  readonly articles: ReadonlyMap<number, CountedArticle>;
  /** The last article; undefined when the dictionary ends here. */
  readonly last: number | undefined;
}

export type StoredComment = Pick<
  CommentRecord,
  'publicId' | 'number' | 'isDisabled' | 'isShown' | 'likeCount' | 'unlikeCount'
>;

/** Errors, each with the number of its article. */
export type ArticleErrors = readonly (readonly [what: string, number: number])[];

export interface CommentsAndVotes {
  readonly comments: readonly StoredComment[];
  readonly votes: Votes;
}

/** Checks for objects whose article or comment was deleted. A deletion removes them in the same transaction. */
export async function checkOrphans(
  integrityCheck: CheckInTransaction,
  batch: ArticleBatch,
  belongings: CommentsAndVotes,
): Promise<ArticleErrors> {
  const { models, session, repairs } = integrityCheck;
  const { filter, articles } = batch;
  const { dictionaryId } = filter;
  const wrong: [string, number][] = [];
  const orphaned = new Set<number>();
  for (const name of ['comments', 'votes', 'revisions', 'proposals', 'media'] as const)
    for (const number of await numbersIn(models, name, { filter, session })) {
      if (articles.has(number)) continue;
      wrong.push([`there are ${name} of a deleted article`, number]);
      orphaned.add(number);
    }
  if (repairs) await removeOrphans({ models, session }, dictionaryId, [...orphaned]);
  const targets = new Set(belongings.comments.map(({ publicId }) => voteTarget(publicId)));
  for (const { number, target } of belongings.votes.objects()) {
    if (target === 'article' || targets.has(target) || orphaned.has(number)) continue;
    wrong.push(['there are votes on a deleted comment', number]);
    if (repairs) await models.votes.deleteMany({ dictionaryId, number, target }).session(session);
  }
  return wrong;
}

async function removeOrphans(
  { models, session }: Pick<CheckInTransaction, 'models' | 'session'>,
  dictionaryId: string,
  numbers: readonly number[],
): Promise<void> {
  const usages = new Usages(models, UNLIMITED);
  const { bytes } = await removeBelow(models, dictionaryId, { numbers, usages, session });
  await usages.count(dictionaryUsage(dictionaryId), { objects: 0, bytes: -bytes }, session);
}

async function numbersIn(
  models: Models,
  name: 'comments' | 'votes' | 'revisions' | 'proposals' | 'media',
  { filter, session }: { filter: ArticleBatch['filter']; session: ClientSession },
): Promise<ReadonlySet<number>> {
  const cursor = models[name].collection.find(filter, { projection: { _id: 0, number: 1 }, session });
  const numbers = new Set<number>();
  for await (const { number } of cursor) numbers.add(number as number);
  return numbers;
}
