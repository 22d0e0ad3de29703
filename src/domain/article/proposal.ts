import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '../values/node';
import { dictionaryIdField } from '../values/described-fields';

export const ProposalState = { OPEN: 'open', ACCEPTED: 'accepted', REJECTED: 'rejected' } as const;
export type ProposalState = (typeof ProposalState)[keyof typeof ProposalState];
registerEnumType(ProposalState, {
  name: 'ProposalState',
  description: 'State of a proposal.',
  valuesConfig: {
    OPEN: { description: 'Nobody has reviewed it.' },
    ACCEPTED: { description: 'An editor accepted it; the article was written.' },
    REJECTED: { description: 'An editor rejected it.' },
  },
});

/** A proposed new article, or a proposed change, that an editor has to review. */
@ObjectType({
  implements: Node,
  description: 'A new article, or a change of one, that an editor accepts or rejects.',
  simpleResolvers: true,
})
export class Proposal {
  @Field(() => ID, {
    name: 'publicId',
    simple: false,
    description: 'Public identifier of the proposal. Pass it as `proposal`.',
  })
  proposalId!: string;

  @dictionaryIdField()
  dictionaryId!: string;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    name: 'articleNumber',
    simple: false,
    description: 'Number of the article. Null for a new article that was not accepted.',
  })
  number!: number | null;

  @Field(() => ProposalState, { description: 'State of the proposal.' })
  state!: ProposalState;

  @Field(() => Int, {
    nullable: true,
    description: 'Revision of the article that the proposal changes. Null for a new article.',
  })
  baseRevision!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Radical (stem) that is proposed; null if it is derived.',
  })
  radical!: string | null;

  @Field(() => String, { nullable: true, description: 'Headword of the proposed content.' })
  headword!: string | null;

  @Field(() => String, { nullable: true, description: 'Reason that the proposer gave.' })
  note!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of the proposer. Null for a reader without an account.',
  })
  userNumber!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Username of the proposer. Null for a reader without an account.',
  })
  username!: string | null;

  @Field(() => Date, { description: 'When it was proposed.' })
  createdAt!: Date;

  @Field(() => String, { nullable: true, description: 'Username of the editor who reviewed it.' })
  reviewedBy!: string | null;

  @Field(() => Date, { nullable: true, description: 'When it was reviewed.' })
  reviewedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'Comment of the editor.' })
  reviewComment!: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Paths of the changes that the editor accepted (see `difference`), if some were left out. Null otherwise.',
  })
  acceptedParts!: readonly string[] | null;
}

/** A proposal as it is stored. */
export interface ProposalRecord extends Proposal {
  /** Sort key: time and identifier, as text that sorts by time. */
  readonly place: string;
  /** The proposed free JSON, as text. */
  readonly source: string;
  /** The shortened text of the proposed article. */
  readonly text: string;
  /** Whether a member of the dictionary made the proposal. Only members see proposals of others. */
  readonly isByMember: boolean;
}

export function proposalSortKey({
  createdAt,
  proposalId,
}: Pick<Proposal, 'createdAt' | 'proposalId'>): string {
  return `${createdAt.toISOString()} ${proposalId}`;
}

/** Which proposals a list holds. */
export interface ProposalScope {
  readonly dictionaryId?: string;
  readonly number?: number;
  readonly userNumber?: number;
  readonly state: ProposalState;
}
