import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
  Extensions,
} from 'type-graphql';
import { ApiKey, ApiKeyScope } from '../../domain/account/api-key';
import { PasswordReset, PasswordResetLink } from '../../domain/account/password-reset';
import { User, type UserRecord } from '../../domain/account/user';
import type { ApiKeyService } from '../../services/accounts/api-key.service';
import type { PasswordResetService } from '../../services/accounts/password-reset.service';
import { COST, COST_OF_INNER_READ } from '../../shared/extensions';
import type { KeyScope } from '../../shared/viewer';
import { type Context, viewerWithAccount } from '../context';
import { dictionariesNamed, userNamed } from '../node/named-objects';

@InputType('CreateApiKeyInput', { description: 'A new API key of the caller.' })
class ApiKeyInput {
  @Field(() => String, { description: 'Name by which its user recognises it: 1 to 100 characters.' })
  name!: string;

  @Field(() => [ApiKeyScope], {
    description: 'Operations that the key may be used for. Each scope includes reading.',
  })
  scopes!: readonly KeyScope[];

  @Field(() => [ID], {
    nullable: true,
    description:
      'Global identifiers (`id`) of the dictionaries in which it has the rights of the user, at most 100. Defaults to all that the user is a member of; admins have to name them.',
  })
  dictionaryIds?: readonly string[] | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Identifiers or numbers of these dictionaries. Replaces `dictionaryIds`.',
  })
  dictionaries?: readonly string[] | null;

  @Field(() => Int, { defaultValue: 90, description: 'Days after which it expires: 1 to 365.' })
  days!: number;
}

@ObjectType({
  description: 'A new API key with its whole text, which is shown only now.',
  simpleResolvers: true,
})
class CreatedApiKey {
  @Field(() => String, {
    description: 'The key. Send it as `Authorization: Bearer`, or in `X-Access-Token`.',
  })
  token!: string;

  @Field(() => ApiKey, { description: 'The key without its secret part.' })
  key!: ApiKey;
}

/** Resolves API keys, with which programs act for users. */
@Resolver(() => User)
export class ApiKeyResolver {
  constructor(private readonly service: ApiKeyService) {}

  @FieldResolver(() => [ApiKey], {
    nullable: true,
    description: 'API keys of the user, the newest first, at most 20. API keys themselves cannot read them.',
  })
  @Extensions({ [COST]: COST_OF_INNER_READ })
  apiKeys(@Root() { number }: User): Promise<readonly ApiKey[]> {
    return this.service.list(number);
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether owners of the dictionaries of the user may make a link for a new password. Admins may in any case.',
  })
  ownersMayResetPassword(@Root() user: User & Pick<UserRecord, 'ownersMayResetPassword'>): boolean {
    return user.ownersMayResetPassword ?? false;
  }

  @Mutation(() => CreatedApiKey, {
    description:
      'Creates an API key, with which a program acts for the calling user. It has the current rights of the user, within its scopes and dictionaries.',
  })
  createApiKey(
    @Arg('input', () => ApiKeyInput, { description: 'The key to create.' }) input: ApiKeyInput,
    @Ctx() context: Context,
  ) {
    const { name, scopes, days } = input;
    const dictionaries = () => dictionariesNamed(input);
    return this.service.create(viewerWithAccount(context), { name, scopes, days, dictionaries });
  }

  @Mutation(() => ApiKey, {
    description: 'Revokes an API key, which is refused from then on. Users may revoke their own, admins any.',
  })
  revokeApiKey(
    @Arg('prefix', () => ID, { description: 'Beginning of the key, as `apiKeys` shows it.' }) prefix: string,
    @Ctx() context: Context,
  ) {
    return this.service.revoke(viewerWithAccount(context), prefix);
  }
}

/** Resolves links by which users choose a new password. */
@Resolver()
export class PasswordResetResolver {
  constructor(private readonly service: PasswordResetService) {}

  @Query(() => PasswordReset, {
    nullable: true,
    description: 'The link for a new password with this token. Null if it cannot be used any more.',
  })
  passwordReset(
    @Arg('token', () => String, { description: 'The secret part of the link.' }) token: string,
    @Ctx() { address }: Context,
  ) {
    return this.service.find(token, address);
  }

  @Mutation(() => PasswordResetLink, {
    description:
      'Creates a link with which a user sets a new password, once, within 24 hours. It replaces an earlier link. Admins may create one for any other user; owners of dictionaries for users who have agreed (`ownersMayResetPassword`) and have no right in any dictionary that the owner does not have.',
  })
  createPasswordResetLink(
    @Arg('userId', () => ID, { nullable: true, description: 'Global identifier (`id`) of the user.' })
    id: string | null,
    @Arg('user', () => ID, {
      nullable: true,
      description: 'Number of the user, or username. Replaces `userId`.',
    })
    user: string | null,
    @Ctx() context: Context,
  ) {
    return this.service.create(viewerWithAccount(context), userNamed({ id, user }, 'userId'));
  }

  @Mutation(() => User, {
    description:
      'Sets a new password by a link, which is used up. All sessions and API keys of the user end.',
  })
  resetPassword(
    @Arg('token', () => String, { description: 'The secret part of the link.' }) token: string,
    @Arg('newPassword', () => String, { description: 'The new password: 8 to 128 characters.' })
    newPassword: string,
    @Ctx() { address }: Context,
  ) {
    return this.service.use({ token, newPassword, address });
  }
}
