import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { type KeyScope, type Membership, roleAmong } from '../../shared/viewer';

export const ApiKeyScope = {
  READ: 'read',
  WRITE: 'write',
  COMMENT: 'comment',
  IMPORT: 'import',
} as const satisfies Record<string, KeyScope>;
registerEnumType(ApiKeyScope, {
  name: 'ApiKeyScope',
  description:
    'Operations that an API key may be used for. Each scope includes reading what the user may read.',
  valuesConfig: {
    READ: { description: 'Reads only.' },
    WRITE: { description: 'Writes, proposes and reviews articles.' },
    COMMENT: { description: 'Writes and moderates comments, and votes.' },
    IMPORT: { description: 'Uploads and imports files.' },
  },
});

/** A key that a program uses to act for a user. */
@ObjectType({
  description: 'A key with which a program acts for a user. It has at most the current rights of the user.',
  simpleResolvers: true,
})
export class ApiKey {
  @Field(() => ID, { description: 'Beginning of the key, which identifies it: `griot_17_0a1b2c3d`.' })
  prefix!: string;

  @Field(() => String, { description: 'Name that the user gave it.' })
  name!: string;

  @Field(() => [ApiKeyScope], { description: 'Operations that the key may be used for.' })
  scopes!: readonly KeyScope[];

  @Field(() => [ID], {
    nullable: true,
    name: 'dictionaryPublicIds',
    simple: false,
    description:
      'Public identifiers of the dictionaries in which it has the rights of the user. Null for all that the user is a member of.',
  })
  dictionaryIds?: readonly string[] | null;

  @Field(() => Date, { description: 'When it was created.' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When it expires.' })
  expiresAt!: Date;

  @Field(() => Date, {
    nullable: true,
    description: 'When it was last used, to the hour. Null if it never was.',
  })
  lastUsedAt?: Date | null;
}

/** A stored key. It holds a hash instead of the secret. */
export interface ApiKeyRecord extends Omit<ApiKey, 'lastUsedAt'> {
  readonly hash: string;
}

/** Returns the number of the user to whom a key prefix belongs; `undefined` if the text is not a prefix. */
export function ownerOfPrefix(prefix: string): number | undefined {
  const [, number] = /^griot_(\d{1,15})_[0-9a-f]{8}$/.exec(prefix) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The stored user, who determines the rights of a key. */
interface KeyOwner {
  readonly isDisabled: boolean;
  readonly role: 'user' | 'admin';
  readonly apiKeys?: readonly ApiKeyRecord[];
  readonly memberships?: readonly Membership[];
}

/** Returns the key of a user that has a prefix, if the key is valid and its user is active. */
export function usableKey(
  user: Pick<KeyOwner, 'isDisabled' | 'apiKeys'>,
  prefix: string,
  now = new Date(),
): ApiKeyRecord | undefined {
  const key = user.apiKeys?.find((key) => key.prefix === prefix);
  return key && !user.isDisabled && key.expiresAt > now ? key : undefined;
}

/**
 * Returns the current roles of a key in dictionaries. The key of an admin has the role of an owner in the dictionaries that it names, and
 * no other right of an admin.
 */
export function rolesOfKey(
  { role, memberships = [] }: Pick<KeyOwner, 'role' | 'memberships'>,
  { dictionaryIds }: Pick<ApiKeyRecord, 'dictionaryIds'>,
): readonly Membership[] {
  if (!dictionaryIds) return memberships;
  return dictionaryIds.flatMap((dictionaryId): readonly Membership[] => {
    const own = role === 'admin' ? 'owner' : roleAmong(memberships, dictionaryId);
    return own ? [{ dictionaryId, role: own }] : [];
  });
}
