import { ArgsType, Field, ID, Int, registerEnumType } from 'type-graphql';
import { ProposalState } from '../../domain/article/proposal';
import { PageArgs } from '../paging/connection';
import { DictionaryNameArgs, radicalField } from './article-input';

const ReviewDecision = { ACCEPT: 'accept', REJECT: 'reject' } as const;
registerEnumType(ReviewDecision, {
  name: 'ReviewDecision',
  description: 'Decision on a proposal.',
  valuesConfig: {
    ACCEPT: { description: 'Writes the article as proposed.' },
    REJECT: { description: 'Leaves the article as it is.' },
  },
});

/** The arguments of lists of proposals. */
@ArgsType()
export class ProposalListArgs extends PageArgs {
  @Field(() => ProposalState, { defaultValue: 'open', description: 'Only proposals of this state.' })
  state!: ProposalState;
}

/** Names the article to change, or the dictionary of a new one. */
@ArgsType()
class ProposalSubjectArgs extends DictionaryNameArgs {
  @Field(() => ID, {
    nullable: true,
    description: 'Global identifier (`id`) of the article to change. Omit it for a new article.',
  })
  articleId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Number or public identifier of the article to change. Requires a dictionary, and replaces `articleId`.',
  })
  number?: string | null;
}

@ArgsType()
export class ProposeArgs extends ProposalSubjectArgs {
  @Field(() => Int, {
    nullable: true,
    description: 'Revision of the article from which the content was made. Defaults to the current one.',
  })
  revision?: number | null;

  @Field(() => String, { nullable: true, description: 'Reason for the proposal, at most 1,000 characters.' })
  note?: string | null;

  @radicalField()
  radical?: string | null;
}

/** Names one proposal. */
@ArgsType()
export class ProposalNameArgs {
  @Field(() => ID, { nullable: true, description: 'Global identifier (`id`) of the proposal.' })
  id?: string | null;

  @Field(() => ID, { nullable: true, description: 'The `publicId` of the proposal. Replaces `id`.' })
  proposal?: string | null;
}

@ArgsType()
export class ReviewArgs extends ProposalNameArgs {
  @Field(() => ReviewDecision, { description: 'The decision.' })
  decision!: (typeof ReviewDecision)[keyof typeof ReviewDecision];

  @Field(() => String, {
    nullable: true,
    description: 'Comment for the proposer, at most 1,000 characters.',
  })
  comment?: string | null;

  @Field(() => [Int], {
    nullable: true,
    description:
      'Revisions of the article that the caller has seen. If the current revision is not among them, the server writes nothing and answers `REVISION_MISMATCH`. By default, any revision is accepted.',
  })
  revisions?: number[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Paths of the changes to accept (`path` in `difference`). The others are left out, and so is the proposed radical. Defaults to all.',
  })
  parts?: string[] | null;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether the proposal replaces members that have changed since.',
  })
  replaceConflicts!: boolean;
}
