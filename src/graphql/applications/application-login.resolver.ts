import { Field, ObjectType, Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { Application } from '../../domain/chatbot/application';
import { ApplicationLoginService } from '../../services/applications/application-login.service';
import type { Context } from '../context';

@ObjectType({ description: 'A login of an application that succeeded.', simpleResolvers: true })
class ApplicationLogin {
  @Field(() => String, {
    description: 'The token, to be sent as `X-Access-Token` or as `Authorization: Bearer`.',
  })
  token!: string;

  @Field(() => Application, { description: 'What has logged in.' })
  application!: Application;

  @Field(() => String, { description: 'How long the token lasts, in units of `hourType`, as text.' })
  validity!: string;

  @Field(() => String, { description: 'The unit of `validity`: `hours`.' })
  hourType!: string;

  @Field(() => String, { description: 'Whether it has logged in, as text: `true`.' })
  isLoggedIn!: string;

  @Field(() => Date, { description: 'When the token ends.' })
  expiresAt!: Date;
}

@ObjectType({ description: 'A logout of an application.', simpleResolvers: true })
class ApplicationLogout {
  @Field(() => Boolean, { description: 'Whether the token still counts: false.' })
  isLoggedIn!: boolean;
}

@ObjectType({
  description: 'An application that was deleted, with all that it owned.',
  simpleResolvers: true,
})
export class DeletedApplication {
  @Field(() => String, { description: 'Public identifier that it had.' })
  publicId!: string;

  @Field(() => String, { description: 'Name that it had.' })
  name!: string;

  @Field(() => String, { description: 'What went wrong: empty, since a deletion that fails is an error.' })
  error!: string;
}

@Resolver()
export class ApplicationLoginResolver {
  constructor(private readonly service: ApplicationLoginService) {}

  @Mutation(() => ApplicationLogin, { description: 'Gives a token to an application. Attempts are limited.' })
  async logInApplication(
    @Arg('name', () => String, { description: 'Name or email, in any case.' }) username: string,
    @Arg('password', () => String, { description: 'Password of the application.' }) password: string,
    @Ctx() { address, proven }: Context,
  ) {
    const login = await this.service.logIn({ username, password, address });
    proven.add(login.application.publicId);
    return { ...login, hourType: 'hours', isLoggedIn: 'true' };
  }

  @Mutation(() => ApplicationLogout, {
    nullable: true,
    description: 'Ends the session of a token; null where there is no application of this identifier.',
  })
  async logOutApplication(
    @Arg('publicId', () => ID, { nullable: true, description: '`publicId` of the application of the token.' })
    publicId: string | null,
    @Arg('tokens', () => [String], {
      nullable: 'itemsAndList',
      description: 'The token, once or more: all must be the same.',
    })
    tokens: readonly (string | null)[] | null,
  ) {
    const given = (tokens ?? []).flatMap((token) => (token === null ? [] : [token]));
    const application = await this.service.logOut(publicId ?? '', given);
    return application ? { application, isLoggedIn: false } : null;
  }
}
