import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  ID,
  Mutation,
  ObjectType,
  Resolver,
  Root,
} from 'type-graphql';
import { DictionaryMember, DictionaryRoleName, User } from '../../domain/account/user';
import { Dictionary } from '../../domain/dictionary/dictionary';
import { memberCursor, type MemberService } from '../../services/dictionaries/member.service';
import { COST, COST_OF_INNER_LIST } from '../../shared/extensions';
import { type DictionaryRole, dictionaryRoleOf, type Membership } from '../../shared/viewer';
import { type Context, viewerWithAccount } from '../context';
import { dictionaryNamed, userNamed } from '../node/named-objects';
import { DictionaryNameArgs } from '../articles/article-input';
import { Connection, connectionType, PageArgs } from '../paging/connection';
import { dictionaryIdField } from '../../domain/values/described-fields';

const MemberConnection = connectionType(DictionaryMember, 'members', 'DictionaryMember');

/** Names a user and a dictionary. */
@ArgsType()
class MemberArgs extends DictionaryNameArgs {
  @Field(() => ID, { nullable: true, description: 'Global identifier (`id`) of the user.' })
  userId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Number of the user, or username. Replaces `userId`.' })
  user?: string | null;
}

/** Resolves members of dictionaries and their roles. */
@Resolver(() => Dictionary)
export class MemberResolver {
  constructor(private readonly service: MemberService) {}

  @FieldResolver(() => DictionaryRoleName, {
    nullable: true,
    description: 'Role of the caller in the dictionary. Admins have that of an owner. Null without a role.',
  })
  viewerRole(@Root() { dictionaryId: of }: Dictionary, @Ctx() { viewer }: Context): DictionaryRole | null {
    return dictionaryRoleOf(viewer, of) ?? null;
  }

  @FieldResolver(() => MemberConnection, {
    nullable: true,
    description: 'Members of the dictionary, ordered by username. For members and admins only.',
  })
  @Extensions({ [COST]: COST_OF_INNER_LIST })
  async members(
    @Root() { dictionaryId: of }: Dictionary,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { maxItems }: Context,
  ) {
    return new Connection(await this.service.list(of, PageArgs.pageRequestOf(args), maxItems), memberCursor);
  }

  @Mutation(() => DictionaryMember, {
    description:
      'Gives a user a role in a dictionary. It replaces an earlier role and applies immediately, also in open sessions. For owners and admins.',
  })
  setDictionaryMember(
    @Args(() => MemberArgs) names: MemberArgs,
    @Arg('role', () => DictionaryRoleName, { description: 'The role.' }) role: DictionaryRole,
    @Ctx() context: Context,
  ) {
    const { dictionary, user } = memberNamed(names);
    return this.service.set(viewerWithAccount(context), dictionary, user, role);
  }

  @Mutation(() => DictionaryMember, {
    description:
      'Removes a member from a dictionary. Owners and admins may name any member, others themselves. Only an admin can remove the last owner. Returns the member as it was.',
  })
  removeDictionaryMember(@Args(() => MemberArgs) names: MemberArgs, @Ctx() context: Context) {
    const { dictionary, user } = memberNamed(names);
    return this.service.remove(viewerWithAccount(context), dictionary, user);
  }
}

function memberNamed({ userId, user, ...dictionary }: MemberArgs) {
  return { dictionary: dictionaryNamed(dictionary), user: userNamed({ id: userId, user }, 'userId') };
}

@ObjectType({ description: 'The role of a user in one dictionary.', simpleResolvers: true })
class DictionaryMembership {
  @dictionaryIdField()
  dictionaryId!: string;

  @Field(() => DictionaryRoleName, { description: 'Role in the dictionary.' })
  role!: DictionaryRole;
}

/** Resolves the memberships of a user. */
@Resolver(() => User)
export class UserMembershipsResolver {
  @FieldResolver(() => [DictionaryMembership], {
    description: 'Roles in dictionaries, at most a hundred, in the order in which they were given.',
  })
  memberships(@Root() user: User & { readonly memberships?: readonly Membership[] }): readonly Membership[] {
    return user.memberships ?? [];
  }
}
