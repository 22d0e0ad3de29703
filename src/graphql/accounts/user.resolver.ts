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
import { userNamed } from '../node/named-objects';
import { Connection, connectionType, PageArgs } from '../paging/connection';
import { textField } from '../../domain/values/described-fields';

const OWNERS_MAY_RESET =
  'Whether owners of the dictionaries of the user may make a link for a new password, with which they could log in as the user. Admins may in any case.';

/** Profile fields that users edit. */
@InputType()
abstract class ProfileInput {
  @textField('Name of the person.')
  name?: string | null;

  @textField('Postal or other address.')
  address?: string | null;

  @textField('A foreign language of the person.')
  foreignLanguage?: string | null;

  @textField('Mother tongue.')
  nativeLanguage?: string | null;
}

@InputType('UserFilter', { description: 'Restricts a list to users who match all given conditions.' })
export class UserFilterInput {
  @Field(() => UserRole, { nullable: true, description: 'Only users with this role.' })
  role?: UserRole | null;

  @Field(() => Boolean, {
    nullable: true,
    description: '`true` returns only disabled users, `false` only enabled ones.',
  })
  isDisabled?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only users whose username begins with this text, ignoring case.',
  })
  usernamePrefix?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Only users whose `username`, `name` or `address` contains this text, ignoring case: 1 to 100 characters.',
  })
  text?: string | null;
}

@InputType('CreateUserInput', { description: 'A new user.' })
export class NewUserInput extends ProfileInput {
  @Field(() => String, {
    description: 'Name for logging in: 3 to 64 characters, without a colon, and not only digits.',
  })
  username!: string;

  @Field(() => String, { description: 'Password: 8 to 128 characters.' })
  password!: string;

  @Field(() => UserRole, { nullable: true, description: 'Role of the user. Defaults to `USER`.' })
  role?: UserRole | null;

  @Field(() => Boolean, { nullable: true, description: OWNERS_MAY_RESET })
  ownersMayResetPassword?: boolean | null;
}

@InputType('UpdateUserInput', { description: 'Changes to a user. Omitted fields keep their value.' })
export class UserEditInput extends ProfileInput {
  @Field(() => UserRole, { nullable: true, description: 'New role. Only another admin may change it.' })
  role?: UserRole | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the user is disabled. Only another admin may change it.',
  })
  isDisabled?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: OWNERS_MAY_RESET })
  ownersMayResetPassword?: boolean | null;
}

const UserConnection = connectionType(User, 'users');

const userId = () =>
  Arg('id', () => ID, {
    nullable: true,
    description: 'Global identifier (`id`) of the user.',
  }) as ParameterDecorator;

const userName = () =>
  Arg('user', () => ID, {
    nullable: true,
    description: 'Number of the user, or username. Replaces `id`.',
  }) as ParameterDecorator;

@Resolver(() => User)
export class UserResolver {
  constructor(private readonly service: UserService) {}

  @Query(() => User, { nullable: true, description: 'The calling user. Null if the caller is not a user.' })
  me(@Ctx() { viewer }: Context) {
    return viewer.role === 'user' || viewer.role === 'admin'
      ? this.service.get(viewer, viewer.accountId)
      : null;
  }

  @Query(() => User, {
    nullable: true,
    description: 'One user, by `id` or `user`. Users may read themselves, admins anyone.',
  })
  user(@userId() id: string | null, @userName() user: string | null, @Ctx() context: Context) {
    return this.service.get(viewerWithAccount(context), userNamed({ id, user }));
  }

  @Query(() => UserConnection, { description: 'Users, ordered by name.' })
  async users(
    @Arg('filter', () => UserFilterInput, {
      nullable: true,
      description: 'Restricts the list to matching users.',
    })
    filter: UserFilterInput | null,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { maxItems }: Context,
  ) {
    const listing = { filter: filter ?? {}, pageRequest: PageArgs.pageRequestOf(args), maxItems };
    return new Connection(await this.service.list(listing), userCursor);
  }

  @Mutation(() => User, { description: 'Creates a user.' })
  createUser(
    @Arg('input', () => NewUserInput, { description: 'The user to create.' }) input: NewUserInput,
    @Ctx() context: Context,
  ) {
    const { role, ownersMayResetPassword, ...user } = input;
    const rights = { role: role ?? undefined, ownersMayResetPassword: ownersMayResetPassword ?? undefined };
    return this.service.create({ ...user, ...rights }, viewerWithAccount(context));
  }

  @Mutation(() => User, {
    description:
      "Updates a user. Users may update themselves, admins anyone. Disabling a user or changing the role ends the user's sessions.",
  })
  updateUser(
    @userId() id: string | null,
    @userName() user: string | null,
    @Arg('input', () => UserEditInput, { description: 'The changes to make.' }) input: UserEditInput,
    @Ctx() context: Context,
  ) {
    const { role, isDisabled, ownersMayResetPassword, ...details } = input;
    const rights = {
      role: role ?? undefined,
      isDisabled: isDisabled ?? undefined,
      ownersMayResetPassword: ownersMayResetPassword ?? undefined,
    };
    return this.service.update(viewerWithAccount(context), userNamed({ id, user }), {
      ...details,
      ...rights,
    });
  }

  @Mutation(() => User, {
    description:
      "Deletes a user. Users may delete themselves, admins anyone else. The user's comments remain without the name; revisions and the audit log keep it.",
  })
  deleteUser(@userId() id: string | null, @userName() user: string | null, @Ctx() context: Context) {
    return this.service.remove(viewerWithAccount(context), userNamed({ id, user }));
  }

  @FieldResolver(() => ID, { description: 'Global identifier of the user. Pass it to `node`.' })
  id(@Root() { number }: User): string {
    return globalId('User', number);
  }
}
