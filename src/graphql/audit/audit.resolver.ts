import { Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import { AuditEntry } from '../../domain/audit/audit-entry';
import { auditCursor, AuditService } from '../../services/audit/audit.service';
import type { Context } from '../context';
import { AuditFilterInput } from './audit-filter';
import { Connection, connectionType } from '../paging/connection';
import { WindowArgs } from '../paging/window-args';

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
