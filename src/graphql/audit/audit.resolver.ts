import {
  Field,
  ID,
  InputType,
  Arg,
  Args,
  Ctx,
  FieldResolver,
  Query,
  registerEnumType,
  Resolver,
  Root,
} from 'type-graphql';
import { ADMIN_COMMANDS, adminAction, AuditEntry, type AuditRecord } from '../../domain/audit/audit-entry';
import { auditCursor, AuditService } from '../../services/audit/audit.service';
import { invalid } from '../../shared/faults';
import { ACCESS } from '../access/access-table';
import type { Context } from '../context';
import { RECORDED_QUERIES } from '../fields/audit-schema';
import { globalId } from '../node/global-id';
import { accountIn } from '../node/named-objects';
import { Connection, connectionType, PageArgs } from '../paging/connection';

const OTHER_ACTION = 'other';

/** The operations that the log records, with their names in the schema: `createUser` is `CREATE_USER`. */
const ACTION_NAMES: ReadonlyMap<string, { readonly name: string; readonly description: string }> = new Map([
  ...Object.keys(ACCESS)
    .filter((field) => field.startsWith('Mutation.'))
    .map((field) => actionEntry(field.slice('Mutation.'.length), 'The mutation')),
  ...[...RECORDED_QUERIES].map((query) => actionEntry(query, 'The query')),
  ...ADMIN_COMMANDS.map((command) => actionEntry(adminAction(command), 'The command')),
  [
    OTHER_ACTION,
    { name: 'OTHER', description: 'An operation that no longer exists. `actionName` is its name.' },
  ],
]);

const AuditAction = Object.fromEntries([...ACTION_NAMES].map(([action, { name }]) => [name, action]));

registerEnumType(AuditAction, {
  name: 'AuditAction',
  description: 'An operation that the audit log records.',
  valuesConfig: Object.fromEntries(
    [...ACTION_NAMES.values()].map(({ name, description }) => [name, { description }]),
  ),
});

function actionEntry(action: string, kind: string) {
  const name = action.replaceAll(/[ -]|(?=[A-Z])/g, '_').toUpperCase();
  const called = action.replace(/^command /, '');
  return [action, { name, description: `${kind} \`${called}\`.` }] as const;
}

/** @throws Failure INVALID_INPUT when both ways name it, or a value that names no single operation */
function actionIn(action: string | null | undefined, actionName: string | null | undefined) {
  if (typeof action !== 'string') return actionName;
  if (typeof actionName === 'string')
    throw invalid(['filter', 'action'], 'give either action or actionName, not both');
  if (action === OTHER_ACTION)
    throw invalid(['filter', 'action'], 'OTHER does not name an operation; use actionName');
  return action;
}

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

  @Field(() => AuditAction, { nullable: true, description: 'Only entries of this operation.' })
  action?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Only entries with this stored name of an operation (`actionName`), e.g. `createUser`. Replaces `action`.',
  })
  actionName?: string | null;

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

  @Field(() => Date, { nullable: true, description: 'Only entries after this time.' })
  createdAfter?: Date | null;

  @Field(() => Date, { nullable: true, description: 'Only entries before this time.' })
  createdBefore?: Date | null;
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
    @Ctx() { maxItems }: Context,
  ) {
    const { account, action, actionName, ...conditions } = filter ?? {};
    const accountId = accountIn(conditions.accountId, account);
    const listing = {
      filter: { ...conditions, accountId, action: actionIn(action, actionName) },
      pageRequest: PageArgs.pageRequestOf(args),
      maxItems,
    };
    return new Connection(await this.service.list(listing), auditCursor);
  }

  @FieldResolver(() => AuditAction, {
    name: 'action',
    description: 'The operation, or `OTHER` for one that no longer exists.',
  })
  knownAction(@Root() { action }: AuditRecord): string {
    return ACTION_NAMES.has(action) ? action : OTHER_ACTION;
  }

  @FieldResolver(() => ID, { description: 'Global identifier of the entry. Pass it to `node`.' })
  id(@Root() { place }: AuditRecord): string {
    return globalId('AuditEntry', place);
  }
}
