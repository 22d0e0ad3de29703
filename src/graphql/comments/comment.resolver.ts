import {
  ArgsType,
  Field,
  ID,
  InputType,
  Arg,
  Args,
  Ctx,
  FieldResolver,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { Comment } from '../../domain/comment/comment';
import { commentCursor, CommentService } from '../../services/comments/comment.service';
import { cut } from '../../shared/text';
import { type Context, viewerWithAccount } from '../context';
import { globalId } from '../node/global-id';
import { Connection, connectionType, PageArgs } from '../paging/connection';

@InputType({
  description: 'Restricts a list to comments that match all given conditions.',
})
export class CommentFilterInput {
  @Field(() => ID, {
    nullable: true,
    description: 'Only comments on articles of this dictionary, given by identifier or number.',
  })
  dictionaryId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Only comments on this article, given by number or public identifier. Requires `dictionaryId`.',
  })
  articleId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Only comments by the user with this number. Users may give only their own number, admins any; other callers get `FORBIDDEN`.',
  })
  userId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      '`true` returns only comments that all users see, `false` only hidden ones. Admins only; other callers get `FORBIDDEN`.',
  })
  isShown?: boolean | null;
}

@ArgsType()
export class CommentTargetArgs {
  @Field(() => ID, { description: 'Public identifier of the comment.' })
  id!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Identifier or number of the dictionary to which the comment must belong.',
  })
  dictionaryId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Number or public identifier of the article to which the comment must belong. Requires `dictionaryId`.',
  })
  articleId?: string | null;
}

@InputType({ description: 'A new comment.' })
export class NewCommentInput {
  @Field(() => ID, { description: 'Identifier or number of the dictionary.' })
  dictionaryId!: string;

  @Field(() => ID, { description: 'Number or public identifier of the article.' })
  articleId!: string;

  @Field(() => String, { description: 'Text of the comment: 1 to 5,000 characters.' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'URL of a picture of the author.' })
  avatar?: string | null;
}

const CommentConnection = connectionType(Comment, 'comments');

const comment = () =>
  Arg('id', () => ID, { description: 'Public identifier of the comment.' }) as ParameterDecorator;
const text = () =>
  Arg('text', () => String, { description: 'The new text of the comment.' }) as ParameterDecorator;

@Resolver(() => Comment)
export class CommentResolver {
  constructor(private readonly service: CommentService) {}

  @Query(() => Comment, { nullable: true, description: 'One comment. Null if it does not exist.' })
  comment(@comment() id: string, @Ctx() context: Context) {
    return this.service.get(viewerWithAccount(context), id);
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
    const { mostItems } = context;
    const listing = { filter: filter ?? {}, pageRequest: PageArgs.pageRequestOf(args), mostItems };
    return new Connection(await this.service.list(viewerWithAccount(context), listing), commentCursor);
  }

  @Mutation(() => Comment, { description: 'Adds a comment to an article.' })
  createComment(
    @Arg('input', () => NewCommentInput, { description: 'The comment to create.' }) input: NewCommentInput,
    @Ctx() context: Context,
  ) {
    const { articleId, ...given } = input;
    return this.service.create(viewerWithAccount(context), { ...given, id: articleId });
  }

  @Mutation(() => Comment, { description: 'Changes the text of a comment. Only its author may do so.' })
  updateComment(
    @Args(() => CommentTargetArgs) target: CommentTargetArgs,
    @text() newText: string,
    @Ctx() context: Context,
  ) {
    const { id: publicId, ...subject } = target;
    return this.service.update(viewerWithAccount(context), { publicId, ...subject }, newText);
  }

  @Mutation(() => Comment, {
    description: 'Deletes a comment. Users may delete their own comments, admins any.',
  })
  deleteComment(@Args(() => CommentTargetArgs) target: CommentTargetArgs, @Ctx() context: Context) {
    const { id: publicId, ...subject } = target;
    return this.service.remove(viewerWithAccount(context), { publicId, ...subject });
  }

  @Mutation(() => Comment, {
    description: 'Disables a comment, so that only admins see it, or enables it again.',
  })
  setCommentDisabled(
    @comment() id: string,
    @Arg('isDisabled', () => Boolean, { description: '`true` disables, `false` enables.' })
    isDisabled: boolean,
    @Ctx() context: Context,
  ) {
    return this.service.setDisabled(viewerWithAccount(context), id, isDisabled);
  }

  @FieldResolver(() => ID, { description: 'Global identifier of the comment. Pass it to `node`.' })
  id(@Root() { publicId }: Comment): string {
    return globalId('Comment', publicId);
  }

  @FieldResolver(() => ID, { description: 'Number of the article as a GraphQL ID.' })
  articleId(@Root() { number }: Comment): string {
    return String(number);
  }

  @FieldResolver(() => ID, { description: 'Number of the user as a GraphQL ID.' })
  userId(@Root() { userNumber }: Comment): string {
    return String(userNumber);
  }

  @FieldResolver(() => String, { description: 'The first characters of the text.' })
  excerpt(
    @Root() { text: whole }: Comment,
    @Arg('length', () => Int, { defaultValue: 140, description: 'Maximum number of characters.' })
    length: number,
  ): string {
    return cut(whole, Math.max(0, length));
  }
}
