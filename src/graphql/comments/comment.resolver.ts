import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Info,
  InputType,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { Comment, Vote } from '../../domain/comment/comment';
import {
  commentCursor,
  type CommentFilter,
  CommentService,
  type CommentTarget,
} from '../../services/comments/comment.service';
import { cut } from '../../shared/text';
import { type Context, viewerWithAccount } from '../context';
import { globalId } from '../node/global-id';
import { articleNamed, commentNamed, subjectNamed, userNumberIn } from '../node/named-objects';
import { Connection, connectionType, PageArgs } from '../paging/connection';
import { idField } from '../../domain/values/described-fields';
import type { GraphQLResolveInfo } from 'graphql';
import { Article } from '../../domain/article/article';
import { VoteService } from '../../services/comments/vote.service';
import { ArticleNameArgs } from '../articles/article-input';
import { articleProjection, IN_PAYLOAD } from '../articles/article-projection';

@InputType('CommentFilter', {
  description: 'Restricts a list to comments that match all given conditions.',
})
export class CommentFilterInput {
  @idField('Only comments on articles of the dictionary with this global identifier (`id`).')
  dictionaryId?: string | null;

  @idField(
    'Only comments on articles of this dictionary, given by identifier or number. Replaces `dictionaryId`.',
  )
  dictionary?: string | null;

  @idField('Only comments on the article with this global identifier (`id`).')
  articleId?: string | null;

  @idField(
    'Only comments on this article, given by number or public identifier. Requires a dictionary, and replaces `articleId`.',
  )
  number?: string | null;

  @idField(
    'Only comments by the user with this global identifier (`id`). Users may give only their own, admins any; other callers get `FORBIDDEN`.',
  )
  userId?: string | null;

  @idField('Only comments by the user with this number. Replaces `userId`.')
  userNumber?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      '`true` returns only comments that all users see, `false` only hidden ones. For admins, and for editors in a list of their dictionary; other callers get `FORBIDDEN`.',
  })
  isShown?: boolean | null;
}

/** Names a comment, and where it must be. */
@ArgsType()
export class CommentTargetArgs {
  @idField('Global identifier (`id`) of the comment.')
  id?: string | null;

  @idField('Public identifier of the comment. Replaces `id`.')
  publicId?: string | null;

  @idField('Global identifier (`id`) of the dictionary to which the comment must belong.')
  dictionaryId?: string | null;

  @idField(
    'Identifier or number of the dictionary to which the comment must belong. Replaces `dictionaryId`.',
  )
  dictionary?: string | null;

  @idField('Global identifier (`id`) of the article to which the comment must belong.')
  articleId?: string | null;

  @idField(
    'Number or public identifier of the article to which the comment must belong. Requires a dictionary, and replaces `articleId`.',
  )
  number?: string | null;

  /** The target in the form of the services. */
  static targetOf({ id, publicId, ...subject }: CommentTargetArgs): CommentTarget {
    return { publicId: commentNamed({ id, publicId }), ...subjectNamed(subject) };
  }
}

@InputType('CreateCommentInput', { description: 'A new comment.' })
export class NewCommentInput {
  @idField('Global identifier (`id`) of the article.')
  articleId?: string | null;

  @idField('Identifier or number of the dictionary. Requires `number`, and replaces `articleId`.')
  dictionary?: string | null;

  @idField('Number of the article in its dictionary, or its public identifier. Requires `dictionary`.')
  number?: string | null;

  @Field(() => String, { description: 'Text of the comment: 1 to 5,000 characters.' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'URL of a picture of the author.' })
  avatar?: string | null;
}

export const CommentConnection = connectionType(Comment, 'comments');

/** The argument of the global identifier of a comment. */
const commentId = () =>
  Arg('id', () => ID, {
    nullable: true,
    description: 'Global identifier (`id`) of the comment.',
  }) as ParameterDecorator;

/** The argument of its public identifier. */
const commentPublicId = () =>
  Arg('publicId', () => ID, {
    nullable: true,
    description: 'Public identifier of the comment. Replaces `id`.',
  }) as ParameterDecorator;

const textArgument = () =>
  Arg('text', () => String, { description: 'The new text of the comment.' }) as ParameterDecorator;

@Resolver(() => Comment)
export class CommentResolver {
  constructor(private readonly service: CommentService) {}

  @Query(() => Comment, {
    nullable: true,
    description: 'One comment, by `id` or `publicId`. Null if it does not exist.',
  })
  comment(
    @commentId() id: string | null,
    @commentPublicId() publicId: string | null,
    @Ctx() context: Context,
  ) {
    return this.service.get(viewerWithAccount(context), commentNamed({ id, publicId }));
  }

  @Query(() => CommentConnection, { description: 'Comments in the order in which they were created.' })
  async comments(
    @Arg('filter', () => CommentFilterInput, {
      nullable: true,
      description: 'Restricts the list to matching comments.',
    })
    filter: CommentFilterInput | null,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: Context,
  ) {
    const { maxItems } = context;
    const listing = {
      filter: commentFilterOf(filter ?? {}),
      pageRequest: PageArgs.pageRequestOf(args),
      maxItems,
    };
    return new Connection(await this.service.list(viewerWithAccount(context), listing), commentCursor);
  }

  @Mutation(() => Comment, { description: 'Adds a comment to an article.' })
  createComment(
    @Arg('input', () => NewCommentInput, { description: 'The comment to create.' }) input: NewCommentInput,
    @Ctx() context: Context,
  ) {
    const { articleId: id, dictionary, number, ...content } = input;
    const article = articleNamed({ id, dictionary, number }, 'articleId');
    return this.service.create(viewerWithAccount(context), { ...content, ...article });
  }

  @Mutation(() => Comment, { description: 'Changes the text of a comment. Only its author may do so.' })
  updateComment(
    @Args(() => CommentTargetArgs) target: CommentTargetArgs,
    @textArgument() newText: string,
    @Ctx() context: Context,
  ) {
    return this.service.update(viewerWithAccount(context), CommentTargetArgs.targetOf(target), newText);
  }

  @Mutation(() => Comment, {
    description: 'Deletes a comment. Users may delete their own comments, admins any.',
  })
  deleteComment(@Args(() => CommentTargetArgs) target: CommentTargetArgs, @Ctx() context: Context) {
    return this.service.remove(viewerWithAccount(context), CommentTargetArgs.targetOf(target));
  }

  @Mutation(() => Comment, {
    description:
      'Disables a comment, so that only admins and editors of its dictionary see it, or enables it again.',
  })
  setCommentDisabled(
    @commentId() id: string | null,
    @commentPublicId() publicId: string | null,
    @Arg('isDisabled', () => Boolean, { description: '`true` disables, `false` enables.' })
    isDisabled: boolean,
    @Ctx() context: Context,
  ) {
    return this.service.setDisabled(viewerWithAccount(context), commentNamed({ id, publicId }), {
      isDisabled,
    });
  }

  @FieldResolver(() => ID, { description: 'Global identifier of the comment. Pass it to `node`.' })
  id(@Root() { publicId }: Comment): string {
    return globalId('Comment', publicId);
  }

  @FieldResolver(() => String, { description: 'The first characters of the text.' })
  excerpt(
    @Root() { text }: Comment,
    @Arg('length', () => Int, { defaultValue: 140, description: 'Maximum number of characters.' })
    length: number,
  ): string {
    return cut(text, Math.max(0, length));
  }
}

function commentFilterOf({ userId, userNumber, isShown, ...subject }: CommentFilterInput): CommentFilter {
  return { ...subjectNamed(subject), userId: userNumberIn(userId, userNumber), isShown };
}

const vote = () =>
  Arg('vote', () => Vote, {
    description: 'The new vote. It replaces an earlier vote.',
  }) as ParameterDecorator;

@Resolver()
export class VoteResolver {
  constructor(private readonly service: VoteService) {}

  @Mutation(() => Article, { description: 'Sets the vote of the caller on an article.' })
  voteOnArticle(
    @Args(() => ArticleNameArgs) names: ArticleNameArgs,
    @vote() value: Vote,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const article = { ...articleNamed(names), fields: articleProjection(info, IN_PAYLOAD) };
    return this.service.onArticle(viewerWithAccount(context), article, value);
  }

  @Mutation(() => Comment, { description: 'Sets the vote of the caller on a comment.' })
  voteOnComment(
    @commentId() id: string | null,
    @commentPublicId() publicId: string | null,
    @vote() value: Vote,
    @Ctx() context: Context,
  ) {
    return this.service.onComment(viewerWithAccount(context), commentNamed({ id, publicId }), value);
  }
}
