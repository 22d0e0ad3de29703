import type { ClientSession } from 'mongoose';
import type { UserRecord } from '../../domain/account/user';
import type { Membership } from '../../shared/viewer';
import type { Models } from '../models';

/** The counter that every change of rights increments, so that two such changes conflict. */
export const RIGHTS_CHANGES = 'changes:power';

/** Makes a change of rights conflict with all concurrent changes of rights. */
export async function conflictWithRightsChanges(
  { counters }: Pick<Models, 'counters'>,
  session: ClientSession,
): Promise<void> {
  await counters.updateOne({ _id: RIGHTS_CHANGES }, { $inc: { value: 1 } }, { session, upsert: true });
}

/** Stores the memberships of a user and their copies in the sessions of the user. */
export async function setMemberships<Member extends Pick<UserRecord, 'number'>>(
  { users, sessions }: Pick<Models, 'users' | 'sessions'>,
  { user, memberships }: { readonly user: Member; readonly memberships: readonly Membership[] },
  session: ClientSession,
): Promise<Member> {
  const { number } = user;
  const memberOf = memberships.map(({ dictionaryId }) => dictionaryId);
  const change = { memberships, memberOf, updatedAt: new Date() };
  await users.updateOne({ number }, { $set: change }, { session });
  const owned = { kind: 'user', accountId: String(number) } as const;
  await sessions.updateMany(owned, { $set: { memberships } }, { session });
  return { ...user, ...change };
}
