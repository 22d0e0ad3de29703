import { Field, ID, ObjectType } from 'type-graphql';

/** One thing that somebody did or tried to do. Bodies are never part of it. */
@ObjectType({
  description: 'One change or export that was made or refused. Entries are never changed.',
  simpleResolvers: true,
})
export class AuditEntry {
  @Field(() => ID, { description: 'Identifier of the entry.' })
  entryId!: string;

  @Field(() => Date, { description: 'When.' })
  at!: Date;

  @Field(() => String, { description: 'Role of the one who did it, `anonymous` without a token.' })
  role!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Number of the user, or public identifier of the application.',
  })
  accountId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the account then; of the one that was tried, where a login was refused.',
  })
  name!: string | null;

  @Field(() => String, {
    description: 'The operation: the name of a mutation, of an export, or of a command.',
  })
  action!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What it was done to: the arguments that name objects.',
  })
  target!: string | null;

  @Field(() => String, { description: '`done`, or the code of the failure.' })
  outcome!: string;

  @Field(() => String, { description: 'Identifier of the request, the same as in the log.' })
  requestId!: string;
}

/** An entry as it is stored. */
export interface AuditRecord extends AuditEntry {
  /** When it happened, then its identifier: its place in the log. */
  readonly place: string;
}
