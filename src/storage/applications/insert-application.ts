import { type ClientSession, trusted } from 'mongoose';
import type { ApplicationRecord } from '../../domain/chatbot/application';
import { applicationUsage } from '../../domain/usage/usage';
import type { Models } from '../models';
import { DuplicateValueError } from '../mongo/database-error';
import type { Usages } from './usages';

/** The names of an application in the forms in which they are unique. */
export type ApplicationNames = Pick<ApplicationRecord, 'publicId' | 'nameKey' | 'emailKey'>;

/** The names with the skeleton that look-alike names share. */
type ClaimedNames = ApplicationNames & Pick<ApplicationRecord, 'skeleton'>;

/** The counter of assignments of application names. */
const NAME_ASSIGNMENTS = 'namings:applications';

/**
 * Checks that the new name of an application looks like no other name and equals no other application's email, and
 * that its email equals no other application's name: applications log in by both. Indexes enforce that names are
 * distinct, and emails. Every assignment increments the same counter, so of two concurrent assignments, in any
 * processes, one conflicts, starts again and sees what the other has stored.
 *
 * @param before the skeleton of its previous name: look-alikes from before this rule may remain
 * @throws DuplicateValueError when it belongs to another one
 */
export async function claimNames(
  { applications, counters }: Pick<Models, 'applications' | 'counters'>,
  { publicId, nameKey, emailKey, skeleton, before }: ClaimedNames & { readonly before?: string | undefined },
  session: ClientSession,
): Promise<void> {
  await counters.updateOne({ _id: NAME_ASSIGNMENTS }, { $inc: { value: 1 } }, { session, upsert: true });
  const same = [{ nameKey: emailKey }, { emailKey: nameKey }, ...(skeleton === before ? [] : [{ skeleton }])];
  for (const names of same) {
    const holder = await applications
      .findOne({ ...names, publicId: trusted({ $ne: publicId }) }, { publicId: 1 })
      .session(session)
      .lean<Pick<ApplicationRecord, 'publicId'>>();
    if (holder) throw new DuplicateValueError('another application has this name');
  }
}

/** The counter of applications. */
export const APPLICATION_TOTAL = 'total:applications';

interface InsertParts {
  readonly models: Models;
  readonly usages: Usages;
  readonly session: ClientSession;
}

/**
 * Stores a new application, within a transaction.
 *
 * @throws DuplicateValueError, or a duplicate key error of the database, when its name or email belongs to another one
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
