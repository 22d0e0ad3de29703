import { Field, ID, InputType, Arg, Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { AuditEntry, type AuditRecord } from '../../domain/audit/audit-entry';
import { auditCursor, AuditService } from '../../services/audit/audit.service';
import type { Context } from '../context';
import { globalId } from '../node/global-id';
import { accountIn } from '../node/named-objects';
import { Connection, connectionType, PageArgs } from '../paging/connection';

@InputType('AuditEntryFilter', {
  description: 'Restricts the audit log to entries that match all given conditions.',
})
export class AuditFilterInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Only entries of the user or application with this global identifier (`id`).',
  })
  accountId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Only entries of this account: the number of a user, or the public identifier of an application. Replaces `accountId`.',
  })
  account?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only entries of this operation: the name of a mutation or of a command.',
  })
  action?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only entries with exactly this `target`.',
  })
  target?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Only entries whose `name`, `target` or `action` contains this text, ignoring case: 1 to 100 characters.',
  })
  text?: string | null;

  @Field(() => Date, { nullable: true, description: 'Only entries at or after this time.' })
  since?: Date | null;

  @Field(() => Date, { nullable: true, description: 'Only entries before this time.' })
  until?: Date | null;
}

const AuditEntryConnection = connectionType(AuditEntry, 'audit log entries');

@Resolver(() => AuditEntry)
export class AuditResolver {
  constructor(private readonly service: AuditService) {}

  @Query(() => AuditEntryConnection, { description: 'Entries of the audit log in chronological order.' })
  async auditLog(
    @Arg('filter', () => AuditFilterInput, {
      nullable: true,
      description: 'Restricts the list to matching entries.',
    })
    filter: AuditFilterInput | null,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { mostItems }: Context,
  ) {
    const { account, ...given } = filter ?? {};
    const accountId = accountIn(given.accountId, account);
    const listing = { filter: { ...given, accountId }, pageRequest: PageArgs.pageRequestOf(args), mostItems };
    return new Connection(await this.service.list(listing), auditCursor);
  }

  @FieldResolver(() => ID, { description: 'Global identifier of the entry. Pass it to `node`.' })
  id(@Root() { place }: AuditRecord): string {
    return globalId('AuditEntry', place);
  }
}
