import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '../values/node';
import type { DictionaryRole, Membership } from '../../shared/viewer';
import type { ApiKeyRecord } from './api-key';
import type { KnownNetwork } from './known-networks';
import { textField } from '../values/described-fields';

export const UserRole = { USER: 'user', ADMIN: 'admin' } as const;
export type UserRole = (typeof UserRole)[keyof typeof UserRole];
registerEnumType(UserRole, {
  name: 'UserRole',
  description: "Role of a user, which determines the user's rights.",
  valuesConfig: {
    USER: { description: 'Reads, comments and votes.' },
    ADMIN: { description: 'Writes articles, dictionaries and users.' },
  },
});

/** A person who can log in. Source of the fields: interface text, User. */
@ObjectType({
  implements: Node,
  description: 'A person who can log in. Only admins and the person can see it.',
  simpleResolvers: true,
})
export class User {
  @Field(() => Int, { description: 'Number of the user. Numbers are never reused.' })
  number!: number;

  @Field(() => String, { description: 'Name for logging in. Unique, ignoring case.' })
  username!: string;

  @textField('Name of the person.')
  name!: string | null;

  @textField('Postal or other address.')
  address!: string | null;

  @textField('A foreign language of the person.')
  foreignLanguage!: string | null;

  @textField('Mother tongue.')
  nativeLanguage!: string | null;

  @Field(() => UserRole, { description: 'Role of the user.' })
  role!: UserRole;

  @Field(() => Boolean, { description: 'Whether the user is disabled. A disabled user cannot log in.' })
  isDisabled!: boolean;

  @Field(() => Date, { description: 'When the user was created.' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When the user was last updated.' })
  updatedAt!: Date;
}

/** The details of a user that the user can write. */
export type UserDetails = Pick<User, 'name' | 'address' | 'foreignLanguage' | 'nativeLanguage'>;

/** The stored part of a password reset link. */
export interface PasswordResetRecord {
  readonly hash: string;
  /** Number of the user who made it; null for an operator. */
  readonly by: number | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A user document. The hash never leaves the storage and account services. */
export interface UserRecord extends User {
  /** The username in the form in which it is unique. */
  readonly nameKey: string;
  /** The skeleton that look-alike names share. */
  readonly skeleton: string;
  readonly passwordHash: string;
  /** The roles in dictionaries; absent for a user who never had one. */
  readonly memberships?: readonly Membership[];
  /** Identifiers of these dictionaries, for an index: the embedded database cannot index members of list elements. */
  readonly memberOf?: readonly string[];
  /** Whether owners of dictionaries may create a password reset link for the user: see `mayResetPasswordOf`; absent means no. */
  readonly ownersMayResetPassword?: boolean;
  /** The latest password reset link; absent after it has been used. */
  readonly passwordReset?: PasswordResetRecord;
  readonly apiKeys?: readonly ApiKeyRecord[];
  /** Time of the last use of each key, by the prefix of the key. */
  readonly keyUses?: Readonly<Record<string, Date>>;
  /** Networks from which the user has logged in; absent before the first login. */
  readonly knownNetworks?: readonly KnownNetwork[];
}

export const DictionaryRoleName = {
  READER: 'reader',
  CONTRIBUTOR: 'contributor',
  EDITOR: 'editor',
  OWNER: 'owner',
} as const satisfies Record<string, DictionaryRole>;
registerEnumType(DictionaryRoleName, {
  name: 'DictionaryRole',
  description: 'Role of a member of a dictionary. Each role may do all that those before it may.',
  valuesConfig: {
    READER: { description: 'Sees the other members and the proposals.' },
    CONTRIBUTOR: { description: 'Proposes new articles and changes.' },
    EDITOR: { description: 'Writes articles, sees hidden ones, reviews proposals and moderates comments.' },
    OWNER: { description: 'Changes the metadata and the members, and imports files.' },
  },
});

/** A user with a role in a dictionary. */
@ObjectType({ description: 'A user with a role in a dictionary.', simpleResolvers: true })
export class DictionaryMember {
  readonly dictionaryId!: string;

  @Field(() => Int, { description: 'Number of the user.' })
  userNumber!: number;

  @Field(() => String, { description: 'Username.' })
  username!: string;

  @Field(() => String, { nullable: true, description: 'Name of the person.' })
  name!: string | null;

  @Field(() => DictionaryRoleName, { description: 'Role in the dictionary.' })
  role!: DictionaryRole;
}
