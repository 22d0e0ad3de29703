import {
  Field,
  InputType,
  Arg,
  Args,
  Ctx,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { UserRole, User } from '../../domain/account/user';
import { userCursor, UserService } from '../../services/accounts/user.service';
import { type Context, viewerWithAccount } from '../context';
import { globalId } from '../node/global-id';
import { Connection, connectionType, WindowArgs } from '../paging/connection';

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

const UserConnection = connectionType(User, 'users');

const userArgument = () =>
  Arg('id', () => ID, { description: 'Number of the user, or username.' }) as ParameterDecorator;

@Resolver(() => User)
export class UserResolver {
  constructor(private readonly service: UserService) {}

  @Query(() => User, { nullable: true, description: 'The user of the token.' })
  me(@Ctx() context: Context) {
    const viewer = viewerWithAccount(context);
    return this.service.get(viewer, viewer.accountId);
  }

  @Query(() => User, { nullable: true, description: 'One user: oneself, or for admins anyone.' })
  user(@userArgument() id: string, @Ctx() context: Context) {
    return this.service.get(viewerWithAccount(context), id);
  }

  @Query(() => UserConnection, { description: 'Users, ordered by name.' })
  async users(
    @Arg('filter', () => UserFilterInput, { nullable: true, description: 'Which users.' })
    filter: UserFilterInput | null,
    @Args(() => WindowArgs) args: WindowArgs,
    @Ctx() { mostItems }: Context,
  ) {
    const listing = { filter: filter ?? {}, window: WindowArgs.windowOf(args), mostItems };
    return new Connection(await this.service.list(listing), userCursor);
  }

  @Mutation(() => User, { description: 'Makes a user.' })
  createUser(
    @Arg('input', () => NewUserInput, { description: 'The user.' }) input: NewUserInput,
    @Ctx() context: Context,
  ) {
    const { role, ...user } = input;
    return this.service.create({ ...user, role: role ?? undefined }, viewerWithAccount(context));
  }

  @Mutation(() => User, {
    description:
      'Changes oneself, or for admins anyone. A user who is disabled or gets another role is logged out.',
  })
  updateUser(
    @userArgument() id: string,
    @Arg('input', () => UserEditInput, { description: 'What changes.' }) input: UserEditInput,
    @Ctx() context: Context,
  ) {
    const { role, isDisabled, ...profile } = input;
    const edit = { ...profile, role: role ?? undefined, isDisabled: isDisabled ?? undefined };
    return this.service.update(viewerWithAccount(context), id, edit);
  }

  @Mutation(() => User, {
    description:
      'Deletes a user: oneself, or for admins anyone else. Comments stay without the name; histories and the audit log keep it.',
  })
  deleteUser(@userArgument() id: string, @Ctx() context: Context) {
    return this.service.remove(viewerWithAccount(context), id);
  }

  @FieldResolver(() => ID, { description: 'Identifier of the user among all objects.' })
  id(@Root() { number }: User): string {
    return globalId('User', number);
  }
}
