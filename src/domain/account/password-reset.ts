import { Field, ObjectType } from 'type-graphql';
import { dictionaryRoleOf, includesRole } from '../../shared/viewer';
import { User, type UserRecord } from './user';

/** A link with which a user sets a new password. */
@ObjectType({
  description: 'A link with which a user sets a new password, once. It is shown only now.',
  simpleResolvers: true,
})
export class PasswordResetLink {
  @Field(() => String, { description: 'The secret part of the link. Pass it to `resetPassword`.' })
  token!: string;

  @Field(() => String, { description: 'Path of the page on this server that asks for the new password.' })
  path!: string;

  @Field(() => Date, { description: 'When it expires.' })
  expiresAt!: Date;

  @Field(() => User, { description: 'The user whom it is for.' })
  user!: User;
}

/** The data of a link that its holder may read. */
@ObjectType({ description: 'A link for a new password that can still be used.', simpleResolvers: true })
export class PasswordReset {
  @Field(() => String, { description: 'Username of the user whom it is for.' })
  username!: string;

  @Field(() => Date, { description: 'When it expires.' })
  expiresAt!: Date;
}

type RightsOfUser = Pick<UserRecord, 'number' | 'role' | 'isDisabled' | 'memberships'>;

/**
 * Whether one user may create a link that sets another user's password, which would let them take the account over. Admins may for
 * everyone. Owners of a dictionary may for members who have agreed and who have no right that the owner lacks. Nobody may for their own
 * account, since a change of one's own password requires the present one.
 */
export function mayResetPasswordOf(
  target: RightsOfUser & Pick<UserRecord, 'ownersMayResetPassword'>,
  creator: RightsOfUser,
): boolean {
  if (creator.isDisabled || creator.number === target.number) return false;
  if (creator.role === 'admin') return true;
  if (target.role === 'admin' || target.ownersMayResetPassword !== true) return false;
  const { memberships = [] } = target;
  const viewer = {
    role: 'user',
    accountId: '',
    name: '',
    sessionId: '',
    memberships: creator.memberships,
  } as const;
  const roles = memberships.map(({ dictionaryId, role }) => ({
    own: dictionaryRoleOf(viewer, dictionaryId),
    role,
  }));
  return roles.some(({ own }) => own === 'owner') && roles.every(({ own, role }) => includesRole(own, role));
}
