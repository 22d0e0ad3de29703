import { Field, ObjectType, Arg, Ctx, ID, Int, Mutation, Resolver } from 'type-graphql';
import { Application } from '../../domain/chatbot/application';
import { ApplicationLoginService } from '../../services/applications/application-login.service';
import type { Context } from '../context';
import { applicationIn } from '../node/named-objects';
import { applicationId, publicIdArgument } from './application-input';

@ObjectType({ description: 'Result of a successful application login.', simpleResolvers: true })
class ApplicationLogin {
  @Field(() => String, {
    description: 'Access token. Send it in the `X-Access-Token` header or as `Authorization: Bearer`.',
  })
  token!: string;

  @Field(() => Application, { description: 'The application that logged in.' })
  application!: Application;

  @Field(() => Int, { description: 'Lifetime of the token in seconds.' })
  expiresIn!: number;

  @Field(() => Date, { description: 'When the token expires.' })
  expiresAt!: Date;
}

@ObjectType({
  description: 'An application that was deleted together with everything it owned.',
  simpleResolvers: true,
})
export class DeletedApplication {
  /**
   * The identifier of the application. The payload names it `deletedId`; under the name `id`, client caches would store
   * this object as the application.
   */
  readonly id!: string;

  @Field(() => ID, { description: 'Public identifier of the deleted application.' })
  publicId!: string;

  @Field(() => String, { description: 'Name of the deleted application.' })
  name!: string;
}

@Resolver()
export class ApplicationLoginResolver {
  constructor(private readonly service: ApplicationLoginService) {}

  @Mutation(() => ApplicationLogin, {
    description: 'Logs an application in and returns a token. The server limits login attempts.',
  })
  async logInApplication(
    @Arg('name', () => String, { description: 'Name or email address of the application, in any case.' })
    username: string,
    @Arg('password', () => String, { description: 'Password of the application.' }) password: string,
    @Ctx() { address, authenticatedApplications }: Context,
  ) {
    const login = await this.service.logIn({ username, password, address });
    authenticatedApplications.add(login.application.publicId);
    return login;
  }

  @Mutation(() => Application, {
    nullable: true,
    description: 'Ends the session of a token, and returns its application.',
  })
  async logOutApplication(
    @applicationId() id: string | null,
    @publicIdArgument() publicId: string | null,
    @Arg('tokens', () => [String], {
      nullable: 'itemsAndList',
      description: 'The token. It may be given several times; all values must be equal.',
    })
    tokens: readonly (string | null)[] | null,
  ) {
    const presentTokens = (tokens ?? []).flatMap((token) => (token === null ? [] : [token]));
    return (await this.service.logOut(applicationIn({ id, publicId }) ?? '', presentTokens)) ?? null;
  }
}
