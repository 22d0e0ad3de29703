import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLJSON } from 'graphql-scalars';
import {
  Arg,
  Args,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  ID,
  Info,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { User } from '../../domain/account/user';
import { Article } from '../../domain/article/article';
import { Proposal, type ProposalRecord } from '../../domain/article/proposal';
import { Dictionary, type DictionaryRecord } from '../../domain/dictionary/dictionary';
import { proposalCursor, type ProposalService } from '../../services/articles/proposal.service';
import { COST, COST_OF_INNER_LIST, COST_OF_INNER_READ } from '../../shared/extensions';
import { invalid } from '../../shared/faults';
import { type Json, JsonText } from '../../shared/json';
import { type Context, viewerWithAccount } from '../context';
import { proposalNamed, subjectNamed } from '../node/named-objects';
import { globalId } from '../node/global-id';
import { selectedFields } from '../selection';
import { IN_CONNECTION } from './article-projection';
import { Connection, connectionType, PageArgs } from '../paging/connection';
import { ArticleInput, draftOf } from './article-input';
import { ProposalListArgs, ProposalNameArgs, ProposeArgs, ReviewArgs } from './proposal-args';

const ProposalConnection = connectionType(Proposal, 'proposals');

const INNER_LIST = { [COST]: COST_OF_INNER_LIST };

@ObjectType({ description: 'The change of one member of the content by a proposal.', simpleResolvers: true })
class ProposedChange {
  @Field(() => String, {
    description: 'Path of the member, e.g. `translations`. Empty for content that is not an object.',
  })
  path!: string;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'The member in the revision on which the proposal is based. Null if it is missing.',
  })
  base!: Json | undefined;

  @Field(() => GraphQLJSON, { nullable: true, description: 'The member as proposed. Null removes it.' })
  proposed!: Json | undefined;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'The member as it is now. Null if it is missing, or the article is hidden from the caller.',
  })
  current!: Json | undefined;

  @Field(() => Boolean, {
    description:
      'Whether it was changed since in another way than proposed. False if the article is hidden from the caller.',
  })
  isConflict!: boolean;
}

const proposalName = () => Args(() => ProposalNameArgs) as ParameterDecorator;

/** Resolves proposals of articles. */
@Resolver(() => Proposal)
export class ProposalResolver {
  constructor(private readonly service: ProposalService) {}

  @Query(() => Proposal, {
    nullable: true,
    description: 'One proposal. Null if there is none, or the caller is neither its proposer nor a member.',
  })
  proposal(@proposalName() names: ProposalNameArgs, @Ctx() { viewer }: Context) {
    return this.service.find(viewer, proposalNamed(names));
  }

  @Mutation(() => Proposal, {
    description:
      'Proposes a new article, or the change of one, which an editor accepts or rejects. For contributors; for everyone where the dictionary accepts suggestions. Members that typed content omits stay as they are.',
  })
  proposeArticle(
    @Args(() => ProposeArgs) { revision, note, radical, ...subject }: ProposeArgs,
    @Arg('input', () => ArticleInput, { description: 'The whole content as proposed.' }) input: ArticleInput,
    @Ctx() { viewer, address }: Context,
  ) {
    const { dictionaryId, articleId } = subjectNamed(subject);
    if (dictionaryId === undefined)
      throw invalid('dictionaryId', 'dictionaryId or dictionary, or articleId, is required');
    const named = { dictionaryId, articleId, revision: revision ?? undefined, note: note ?? undefined };
    return this.service.propose(viewer, { ...named, content: () => draftOf(input, { radical }), address });
  }

  @Mutation(() => Proposal, {
    description:
      'Accepts or rejects an open proposal. The server applies its changes to the current article. If one of the accepted members has changed since in another way, it answers `REVISION_MISMATCH` (see `difference`). For editors.',
  })
  reviewProposal(@Args(() => ReviewArgs) args: ReviewArgs, @Ctx() context: Context) {
    const { decision, comment, revisions, parts, replaceConflicts } = args;
    return this.service.review(viewerWithAccount(context), proposalNamed(args), {
      isAccepted: decision === 'accept',
      comment: comment ?? undefined,
      revisions: revisions ?? undefined,
      chosen: { parts: parts ?? undefined, replacesConflicts: replaceConflicts },
    });
  }

  @Mutation(() => Proposal, {
    description: 'Removes an open proposal of the caller. Returns it as it was.',
  })
  withdrawProposal(@proposalName() names: ProposalNameArgs, @Ctx() context: Context) {
    return this.service.withdraw(viewerWithAccount(context), proposalNamed(names));
  }

  @FieldResolver(() => ID, { description: 'Global identifier of the proposal.' })
  id(@Root() { proposalId }: ProposalRecord): string {
    return globalId('Proposal', proposalId);
  }

  @FieldResolver(() => Dictionary, { nullable: true, description: 'The dictionary that it is for.' })
  dictionary(@Root() { dictionaryId }: ProposalRecord, @Ctx() { dictionaries }: Context) {
    return dictionaries.load(dictionaryId);
  }

  @FieldResolver(() => Boolean, { description: 'Whether it is a new article.' })
  isNew(@Root() { baseRevision }: ProposalRecord): boolean {
    return baseRevision === null;
  }

  @FieldResolver(() => GraphQLJSON, { nullable: true, description: 'The proposed content as free JSON.' })
  source(@Root() proposal: ProposalRecord) {
    return new JsonText(proposal.source);
  }

  @FieldResolver(() => Article, {
    nullable: true,
    description: 'The article as it is now. Null for a new article that was not accepted.',
  })
  article(@Root() { dictionaryId, number }: ProposalRecord, @Ctx() { articles }: Context) {
    return number === null ? null : articles.load({ dictionaryId, id: String(number) });
  }

  @FieldResolver(() => [ProposedChange], {
    description: 'Changes that the proposal makes to the current article, one for each member.',
  })
  @Extensions({ [COST]: COST_OF_INNER_READ })
  difference(@Root() proposal: ProposalRecord, @Ctx() { viewer }: Context) {
    return this.service.difference(viewer, proposal);
  }
}

/** Resolves the proposals for articles of a dictionary. */
@Resolver(() => Dictionary)
export class DictionaryProposalsResolver {
  constructor(private readonly service: ProposalService) {}

  @FieldResolver(() => ProposalConnection, {
    nullable: true,
    description: 'Proposals of the dictionary, the oldest first. For its members and admins.',
  })
  @Extensions(INNER_LIST)
  proposals(
    @Root() { dictionaryId }: Dictionary,
    @Args(() => ProposalListArgs) args: ProposalListArgs,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return page(
      this.service,
      { withContent: showsContent(info), dictionaryId, state: args.state },
      args,
      context,
    );
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether readers who are no contributors may propose articles and changes.',
  })
  acceptsSuggestions(@Root() { acceptsSuggestions = false }: DictionaryRecord): boolean {
    return acceptsSuggestions;
  }
}

/** Resolves the proposals for one article. */
@Resolver(() => Article)
export class ArticleProposalsResolver {
  constructor(private readonly service: ProposalService) {}

  @FieldResolver(() => ProposalConnection, {
    nullable: true,
    description:
      'Proposals to change the article, the oldest first. For members of the dictionary and admins.',
  })
  @Extensions(INNER_LIST)
  proposals(
    @Root() { dictionaryId, number }: Article,
    @Args(() => ProposalListArgs) args: ProposalListArgs,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return page(
      this.service,
      { withContent: showsContent(info), dictionaryId, number, state: args.state },
      args,
      context,
    );
  }
}

/** Resolves the proposals by one user. */
@Resolver(() => User)
export class UserProposalsResolver {
  constructor(private readonly service: ProposalService) {}

  @FieldResolver(() => ProposalConnection, { description: 'Proposals by the user, the oldest first.' })
  @Extensions(INNER_LIST)
  proposals(
    @Root() { number }: User,
    @Args(() => ProposalListArgs) args: ProposalListArgs,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return page(
      this.service,
      { withContent: showsContent(info), userNumber: number, state: args.state },
      args,
      context,
    );
  }
}

/** Whether a query selects content of the proposals of a list. */
function showsContent(info: GraphQLResolveInfo): boolean {
  const fields = selectedFields(info, IN_CONNECTION);
  return fields.has('source') || fields.has('difference');
}

async function page(
  service: ProposalService,
  scope: Parameters<ProposalService['list']>[0],
  args: ProposalListArgs,
  { maxItems }: Context,
) {
  return new Connection(await service.list(scope, PageArgs.pageRequestOf(args), maxItems), proposalCursor);
}
