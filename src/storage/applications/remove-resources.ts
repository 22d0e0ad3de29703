import { trusted, type ClientSession } from 'mongoose';
import { type Usage, commentUsage, commentUsagesIn, sumOfUsage } from '../../domain/usage/usage';
import { removeAllMedia, removeMedia } from '../articles/media-repository';
import { deleteInSteps } from '../mongo/delete-in-steps';
import type { Models } from '../models';
import type { Usages } from './usages';
import { keysWithin, type ResourceKey } from '../../domain/chatbot/resource/resource-record';
import { RESOURCE_TYPES, resourceTypesIn } from '../../domain/chatbot/resource/resource-types';

export interface SubtreeKey {
  /** The articles whose belongings are removed. Defaults to all articles of the dictionary. */
  readonly numbers?: readonly number[];
  readonly usages: Usages;
  readonly session: ClientSession;
}

/**
 * Removes what belongs to articles: comments, votes, proposals, media and earlier revisions, in the transaction that removes the articles.
 *
 * @returns the usage that the revisions counted as
 */
export async function removeBelow(
  models: Pick<
    Models,
    'comments' | 'votes' | 'revisions' | 'proposals' | 'media' | 'mediaFiles' | 'mediaChunks'
  >,
  dictionaryId: string,
  { numbers, usages, session }: SubtreeKey,
): Promise<Usage> {
  if (numbers?.length === 0) return { objects: 0, bytes: 0 };
  const { comments, votes, revisions, proposals } = models;
  const among = numbers === undefined ? {} : { number: trusted({ $in: numbers }) };
  const ofArticles = { dictionaryId, ...among };
  const byUser = new Map<number, number>();
  await deleteInSteps(comments, ofArticles, {
    session,
    fields: { userNumber: 1 },
    each: ({ userNumber }) => byUser.set(Number(userNumber), (byUser.get(Number(userNumber)) ?? 0) + 1),
  });
  if (numbers === undefined) await usages.removeWithin(commentUsagesIn(dictionaryId), session);
  else
    for (const [userNumber, amount] of byUser)
      await usages.count(commentUsage(dictionaryId, userNumber), { objects: -amount, bytes: 0 }, session);
  await deleteInSteps(votes, ofArticles, { session });
  await deleteInSteps(proposals, ofArticles, { session });
  if (numbers === undefined) await removeAllMedia(models, dictionaryId, { usages, session });
  else await removeMedia(models, ofArticles, { usages, session });
  return deleteInSteps(revisions, ofArticles, { session });
}

/** Removes everything that an application owns, in the transaction that removes it. Returns the usage that it counted as. */
export async function removeResources(
  models: Models,
  applicationId: string,
  session: ClientSession,
): Promise<Usage> {
  const removed: Usage[] = [];
  const { from, to } = keysWithin(applicationId);
  for (const { collection, owner } of RESOURCE_TYPES) {
    const owners = owner === 'Application' ? applicationId : trusted({ $gte: from, $lt: to });
    removed.push(await deleteInSteps(models[collection], { owner: owners }, { session }));
  }
  for (const model of [models.deliveries, models.senders] as const)
    await deleteInSteps(model as typeof models.deliveries, { applicationId }, { session });
  return sumOfUsage(removed);
}

/** Removes a field with everything in its lists. Returns the usage that it counted as. */
export async function removeField(models: Models, key: ResourceKey, session: ClientSession): Promise<Usage> {
  const removed: Usage[] = [];
  for (const { collection } of resourceTypesIn('Field'))
    removed.push(await deleteInSteps(models[collection], { owner: key }, { session }));
  return sumOfUsage([...removed, await deleteInSteps(models.fields, { _id: key }, { session })]);
}
