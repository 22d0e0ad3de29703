import { Field, ID, InputType } from 'type-graphql';

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
