import { Field, ObjectType } from 'type-graphql';
import { User } from '../../domain/account/user';

@ObjectType({ description: 'A login that succeeded.', simpleResolvers: true })
export class UserLogin {
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
