import { Field, FieldResolver, ObjectType, Arg, Ctx, Int, Mutation, Resolver, Root } from 'type-graphql';
import { User } from '../../domain/account/user';
import { LoginService } from '../../services/accounts/login.service';
import type { RefreshToken } from '../../services/accounts/session.service';
import { type Context, viewerWithAccount } from '../context';

@ObjectType({ description: 'Result of a successful user login.', simpleResolvers: true })
class UserLogin {
  @Field(() => String, {
    description: 'Access token. Send it in the `X-Access-Token` header or as `Authorization: Bearer`.',
  })
  token!: string;

  @Field(() => User, { description: 'The user who logged in.' })
  user!: User;

  @Field(() => Int, { description: 'Lifetime of the token in seconds.' })
  expiresIn!: number;

  @Field(() => Date, { description: 'When the token expires.' })
  expiresAt!: Date;

  readonly refresh?: RefreshToken | undefined;
}

/** Resolves the refresh token of a login. */
@Resolver(() => UserLogin)
export class RefreshFieldsResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Refresh token, if it was requested. Pass it to `refreshLogin`, once: each renewal returns another one.',
  })
  refreshToken(@Root() { refresh }: UserLogin): string | null {
    return refresh?.token ?? null;
  }

  @FieldResolver(() => Date, {
    nullable: true,
    description: 'When the refresh token expires. Null without one.',
  })
  refreshExpiresAt(@Root() { refresh }: UserLogin): Date | null {
    return refresh?.expiresAt ?? null;
  }
}

@Resolver()
export class LoginResolver {
  constructor(private readonly service: LoginService) {}

  @Mutation(() => UserLogin, {
    description: 'Logs a user in and returns a token. The server limits login attempts.',
  })
  logIn(
    @Arg('username', () => String, { description: 'Username, in any case.' }) username: string,
    @Arg('password', () => String, { description: 'Password of the user.' }) password: string,
    @Arg('refreshable', () => Boolean, {
      defaultValue: false,
      description: 'Whether to return a refresh token too, which renews the token for up to 30 days.',
    })
    isRefreshable: boolean,
    @Ctx() { address }: Context,
  ) {
    return this.service.logIn({ username, password, address, isRefreshable });
  }

  @Mutation(() => UserLogin, {
    description:
      'Renews the token of a user by a refresh token, and returns another refresh token. A refresh token that is used again, more than a minute later, ends the session.',
  })
  refreshLogin(
    @Arg('refreshToken', () => String, { description: 'The refresh token of the login or the last renewal.' })
    refreshToken: string,
  ) {
    return this.service.refresh(refreshToken);
  }

  @Mutation(() => Int, {
    description:
      "Ends the session of the request's token, or all sessions of its account. Returns the number of ended sessions.",
  })
  logOut(
    @Arg('everywhere', () => Boolean, {
      defaultValue: false,
      description: 'Whether to end all sessions of the account.',
    })
    everywhere: boolean,
    @Ctx() context: Context,
  ) {
    return this.service.logOut(viewerWithAccount(context), { everywhere });
  }

  @Mutation(() => User, {
    description: 'Changes the password of the calling user and ends all other sessions.',
  })
  changePassword(
    @Arg('oldPassword', () => String, { description: 'The current password.' }) oldPassword: string,
    @Arg('newPassword', () => String, { description: 'The new password: 8 to 128 characters.' })
    newPassword: string,
    @Ctx() context: Context,
  ) {
    const { address } = context;
    return this.service.changePassword(viewerWithAccount(context), { oldPassword, newPassword, address });
  }
}
