import { Field, InputType } from 'type-graphql';
import { UserRole } from '../../domain/account/user';

const text = (description: string) => Field(() => String, { nullable: true, description });

/** What people say of themselves. */
@InputType()
abstract class ProfileInput {
  @text('Name of the person.')
  name?: string | null;

  @text('Postal or other address.')
  address?: string | null;

  @text('A language that the person has learnt.')
  foreignLanguage?: string | null;

  @text('Mother tongue.')
  nativeLanguage?: string | null;
}

@InputType({ description: 'Which users a list holds: those for whom everything holds that is given here.' })
export class UserFilterInput {
  @Field(() => UserRole, { nullable: true, description: 'Users of this role.' })
  role?: UserRole | null;

  @Field(() => Boolean, { nullable: true, description: 'Disabled users alone, or the others alone.' })
  isDisabled?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'Users whose names to log in with begin so, without regard to case.',
  })
  usernamePrefix?: string | null;
}

@InputType({ description: 'A new user.' })
export class NewUserInput extends ProfileInput {
  @Field(() => String, {
    description: 'Name to log in with: 3 to 64 characters, no colon, not digits alone.',
  })
  username!: string;

  @Field(() => String, { description: '8 to 128 characters.' })
  password!: string;

  @Field(() => UserRole, { nullable: true, description: 'What the user may do; USER when nothing is said.' })
  role?: UserRole | null;
}

@InputType({ description: 'What changes in a user; what is left out stays.' })
export class UserEditInput extends ProfileInput {
  @Field(() => UserRole, { nullable: true, description: 'Another role. For other admins alone.' })
  role?: UserRole | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the user is locked out. For other admins alone.',
  })
  isDisabled?: boolean | null;
}
