import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { ApplicationLoginService } from '../../services/applications/application-login.service';
import type { Context } from '../context';
import { ApplicationLogin, ApplicationLogout } from './application-login';

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
