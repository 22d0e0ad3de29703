import { Field, ObjectType } from 'type-graphql';
import { Application } from '../../domain/chatbot/application';

@ObjectType({ description: 'A login of an application that succeeded.', simpleResolvers: true })
export class ApplicationLogin {
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
export class ApplicationLogout {
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
