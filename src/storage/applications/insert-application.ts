import type { ClientSession } from 'mongoose';
import type { ApplicationRecord } from '../../domain/chatbot/application';
import { claimNames } from './application-names';
import type { Models } from '../models';
import { applicationUsage } from '../../domain/usage/usage-scopes';
import type { Usages } from './usages';

/** The counter that holds how many applications there are. */
export const APPLICATION_TOTAL = 'total:applications';

export interface InsertParts {
  readonly models: Models;
  readonly usages: Usages;
  readonly session: ClientSession;
}

/**
 * Stores a new application, within a transaction.
 *
 * @throws Taken, or what the database throws, when its name or email is another's
 * @throws Failure QUOTA_EXCEEDED
 */
export async function insertApplication(
  { models, usages, session }: InsertParts,
  application: ApplicationRecord,
): Promise<void> {
  await claimNames(models, application, session);
  await models.applications.create([application], { session });
  await usages.count(
    applicationUsage(application.publicId),
    { objects: 0, bytes: application.bytes },
    session,
  );
  await models.counters.updateOne(
    { _id: APPLICATION_TOTAL },
    { $inc: { value: 1 } },
    { session, upsert: true },
  );
}
