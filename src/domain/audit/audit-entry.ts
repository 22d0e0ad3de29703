import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../values/node';

/** One thing that somebody did or tried to do. Bodies are never part of it. */
@ObjectType({
  implements: Node,
  description:
    'A change or an export that the server made or refused. Entries of the audit log never change, except that a streamed export gets its outcome when it ends.',
  simpleResolvers: true,
})
export class AuditEntry {
  @Field(() => ID, { description: 'Identifier of the entry.' })
  entryId!: string;

  @Field(() => Date, { description: 'When the operation took place.' })
  at!: Date;

  @Field(() => String, { description: 'Role of the caller. `anonymous` if the request had no token.' })
  role!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Number of the user, or public identifier of the application.',
  })
  accountId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the account at that time. For a refused login, the name that was tried.',
  })
  name!: string | null;

  @Field(() => String, {
    description: 'The operation: the name of a mutation, of an export or of a command.',
  })
  action!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Target of the operation: its arguments that name objects.',
  })
  target!: string | null;

  @Field(() => String, {
    description:
      '`done`, or the error code of the failure. A streamed export is `started` until it has ended, and `aborted` if its client disconnected.',
  })
  outcome!: string;

  @Field(() => String, { description: 'Identifier of the request, as in the server log.' })
  requestId!: string;
}

/** An entry as it is stored. */
export interface AuditRecord extends AuditEntry {
  /** Its sort key: the time, then its identifier. */
  readonly place: string;
}
