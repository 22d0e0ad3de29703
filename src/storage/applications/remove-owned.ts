import { type ClientSession, trusted } from 'mongoose';
import { keysWithin } from '../../domain/chatbot/owned/owned-key';
import { OWNED_KINDS } from '../../domain/chatbot/owned/owned-kinds';
import { sumOfUsage, type Usage } from '../../domain/usage/usage';
import { deleteInSteps } from '../mongo/delete-in-steps';
import type { Models } from '../models';

/** Removes everything that an application owns, within the transaction that removes it. Returns what it counted as. */
export async function removeOwned(
  models: Models,
  applicationId: string,
  session: ClientSession,
): Promise<Usage> {
  const removed: Usage[] = [];
  const { from, to } = keysWithin(applicationId);
  for (const { collection, owner } of OWNED_KINDS) {
    const within = owner === 'Application' ? applicationId : trusted({ $gte: from, $lt: to });
    removed.push(await deleteInSteps(models[collection], { owner: within }, { session }));
  }
  return sumOfUsage(removed);
}
