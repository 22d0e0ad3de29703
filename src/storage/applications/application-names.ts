import { type ClientSession, trusted } from 'mongoose';
import type { ApplicationRecord } from '../../domain/chatbot/application';
import { Taken } from '../mongo/database-error';
import type { Models } from '../models';

/** What an application is called, in the forms in which that is unique. */
export type ApplicationNames = Pick<ApplicationRecord, 'publicId' | 'nameKey' | 'emailKey'>;

/** The same with what look-alikes of the name share. */
export type ClaimedNames = ApplicationNames & Pick<ApplicationRecord, 'skeleton'>;

/** The counter of how often applications were given names. */
const NAMINGS = 'namings:applications';

/**
 * Makes sure that the name that an application gets looks like no other's and is no other's email, nor its email another's name:
 * applications log in by both. That names differ from each other, and emails, is kept by indexes. Whoever gives names writes the same counter,
 * so that of two at once, in whatever process, one meets a conflict, begins again and sees what the other has stored.
 *
 * @param before what its name looked like until now: who looks like another from before such names were refused may go on so
 * @throws Taken when it is another's
 */
export async function claimNames(
  { applications, counters }: Pick<Models, 'applications' | 'counters'>,
  { publicId, nameKey, emailKey, skeleton, before }: ClaimedNames & { readonly before?: string | undefined },
  session: ClientSession,
): Promise<void> {
  await counters.updateOne({ _id: NAMINGS }, { $inc: { value: 1 } }, { session, upsert: true });
  const same = [{ nameKey: emailKey }, { emailKey: nameKey }, ...(skeleton === before ? [] : [{ skeleton }])];
  for (const names of same) {
    const holder = await applications
      .findOne({ ...names, publicId: trusted({ $ne: publicId }) }, { publicId: 1 })
      .session(session)
      .lean<Pick<ApplicationRecord, 'publicId'>>();
    if (holder) throw new Taken('another application is called so');
  }
}
