import { Field, ObjectType, Arg, Ctx, Int, Mutation, Resolver } from 'type-graphql';
import { User } from '../../domain/account/user';
import { LoginService } from '../../services/accounts/login.service';
import { type Context, viewerWithAccount } from '../context';

@ObjectType({ description: 'A login that succeeded.', simpleResolvers: true })
class UserLogin {
  @Field(() => String, {
    description: 'The token, to be sent as `X-Access-Token` or as `Authorization: Bearer`.',
  })
  token!: string;

  @Field(() => User, { description: 'Who has logged in.' })
  user!: User;

  @Field(() => String, { description: 'How long the token lasts, in words.' })
  validity!: string;

  @Field(() => Date, { description: 'When the token ends.' })
  expiresAt!: Date;
}

@Resolver()
export class LoginResolver {
  constructor(private readonly service: LoginService) {}

  @Mutation(() => UserLogin, { description: 'Gives a token to a user. Attempts are limited.' })
  logIn(
    @Arg('username', () => String, { description: 'Name of the user, in any case.' }) username: string,
    @Arg('password', () => String, { description: 'Password of the user.' }) password: string,
    @Ctx() { address }: Context,
  ) {
    return this.service.logIn({ username, password, address });
  }

  @Mutation(() => Int, {
    description:
      'Ends the session of the token of the request, or all sessions of its account. Says how many ended.',
  })
  logOut(
    @Arg('everywhere', () => Boolean, {
      defaultValue: false,
      description: 'Whether all sessions of the account end.',
    })
    everywhere: boolean,
    @Ctx() context: Context,
  ) {
    return this.service.logOut(viewerWithAccount(context), everywhere);
  }

  @Mutation(() => User, { description: 'Changes one’s own password and ends all one’s other sessions.' })
  changePassword(
    @Arg('oldPassword', () => String, { description: 'The password until now.' }) oldPassword: string,
    @Arg('newPassword', () => String, { description: 'The password from now on: 8 to 128 characters.' })
    newPassword: string,
    @Ctx() context: Context,
  ) {
    const { address } = context;
    return this.service.changePassword(viewerWithAccount(context), { oldPassword, newPassword, address });
  }
}
