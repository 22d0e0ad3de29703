import { Field, ID, InputType, Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import { AuditEntry } from '../../domain/audit/audit-entry';
import { auditCursor, AuditService } from '../../services/audit/audit.service';
import type { Context } from '../context';
import { Connection, connectionType, WindowArgs } from '../paging/connection';

@InputType({
  description: 'Which entries of the audit log: those for which everything holds that is given here.',
})
export class AuditFilterInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Entries of this account: number of the user, or public identifier of the application.',
  })
  accountId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Entries of this operation: the name of a mutation, or of a command.',
  })
  action?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Entries with this `target`, the whole text.',
  })
  target?: string | null;

  @Field(() => Date, { nullable: true, description: 'Entries from this moment on.' })
  since?: Date | null;

  @Field(() => Date, { nullable: true, description: 'Entries from before this moment.' })
  until?: Date | null;
}

const AuditEntryConnection = connectionType(AuditEntry, 'entries of the audit log');

@Resolver()
export class AuditResolver {
  constructor(private readonly service: AuditService) {}

  @Query(() => AuditEntryConnection, { description: 'Who changed what, in the order of time.' })
  async auditLog(
    @Arg('filter', () => AuditFilterInput, { nullable: true, description: 'Which entries.' })
    filter: AuditFilterInput | null,
    @Args(() => WindowArgs) args: WindowArgs,
    @Ctx() { mostItems }: Context,
  ) {
    const listing = { filter: filter ?? {}, window: WindowArgs.windowOf(args), mostItems };
    return new Connection(await this.service.list(listing), auditCursor);
  }
}
