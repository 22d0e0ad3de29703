import { trusted, type ClientSession } from 'mongoose';
import { deleteInSteps } from './delete-in-steps';
import type { Models } from './models';

export interface BelowWish {
  /** The articles whose belongings go; those of all articles of the dictionary when absent. */
  readonly numbers?: readonly number[];
  readonly session: ClientSession;
}

/** Removes what belongs to articles: comments, votes and earlier revisions, in the transaction that removes the articles. */
export async function removeBelow(
  { comments, votes, revisions }: Pick<Models, 'comments' | 'votes' | 'revisions'>,
  dictionaryId: string,
  { numbers, session }: BelowWish,
): Promise<void> {
  if (numbers?.length === 0) return;
  const among = numbers === undefined ? {} : { number: trusted({ $in: numbers }) };
  const theirs = { dictionaryId, ...among };
  await deleteInSteps(comments, theirs, session);
  await deleteInSteps(votes, theirs, session);
  await deleteInSteps(revisions, theirs, session);
}
