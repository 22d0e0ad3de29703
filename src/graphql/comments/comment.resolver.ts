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
import { Connection, connectionType, WindowArgs } from '../paging/connection';

@InputType({
  description: 'Which comments a list holds: those for which everything holds that is given here.',
})
export class CommentFilterInput {
  @Field(() => ID, { nullable: true, description: 'Comments on articles of this dictionary.' })
  dictionaryId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Comments on this article of the dictionary: its number or public identifier.',
  })
  articleId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Comments of this user: the number. Users name themselves, admins anyone; for others FORBIDDEN.',
  })
  userId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Comments that users other than admins see alone, or the hidden ones alone. For admins alone; for others FORBIDDEN.',
  })
  isShown?: boolean | null;
}

@ArgsType()
export class CommentTargetArgs {
  @Field(() => ID, { description: 'Public identifier of the comment.' })
  id!: string;

  @Field(() => ID, { nullable: true, description: 'Where it must be: identifier or number of a dictionary.' })
  dictionaryId?: string | null;

  @Field(() => ID, { nullable: true, description: 'And number or public identifier of an article of it.' })
  articleId?: string | null;
}

@InputType({ description: 'A new comment.' })
export class NewCommentInput {
  @Field(() => ID, { description: 'Identifier or number of the dictionary.' })
  dictionaryId!: string;

  @Field(() => ID, { description: 'Number or public identifier of the article.' })
  articleId!: string;

  @Field(() => String, { description: 'The text: 1 to 5,000 characters.' })
  text!: string;

  @Field(() => String, { nullable: true, description: 'Picture of the writer: a web address.' })
  avatar?: string | null;
}

const CommentConnection = connectionType(Comment, 'comments');

const comment = () =>
  Arg('id', () => ID, { description: 'Public identifier of the comment.' }) as ParameterDecorator;
const text = () => Arg('text', () => String, { description: 'The new text.' }) as ParameterDecorator;

@Resolver(() => Comment)
export class CommentResolver {
  constructor(private readonly service: CommentService) {}

  @Query(() => Comment, { nullable: true, description: 'One comment; null where there is none.' })
  comment(@comment() id: string, @Ctx() context: Context) {
    return this.service.get(viewerWithAccount(context), id);
  }

  @Query(() => CommentConnection, { description: 'Comments, in the order in which they were sent.' })
  async comments(
    @Arg('filter', () => CommentFilterInput, { nullable: true, description: 'Which comments.' })
    filter: CommentFilterInput | null,
    @Args(() => WindowArgs) args: WindowArgs,
    @Ctx() context: Context,
  ) {
    const { mostItems } = context;
    const listing = { filter: filter ?? {}, window: WindowArgs.windowOf(args), mostItems };
    return new Connection(await this.service.list(viewerWithAccount(context), listing), commentCursor);
  }

  @Mutation(() => Comment, { description: 'Says something of an article.' })
  createComment(
    @Arg('input', () => NewCommentInput, { description: 'The comment.' }) input: NewCommentInput,
    @Ctx() context: Context,
  ) {
    const { articleId, ...given } = input;
    return this.service.create(viewerWithAccount(context), { ...given, id: articleId });
  }

  @Mutation(() => Comment, { description: 'Changes the text of one’s own comment.' })
  updateComment(
    @Args(() => CommentTargetArgs) target: CommentTargetArgs,
    @text() newText: string,
    @Ctx() context: Context,
  ) {
    const { id: publicId, ...place } = target;
    return this.service.update(viewerWithAccount(context), { publicId, ...place }, newText);
  }

  @Mutation(() => Comment, { description: 'Deletes one’s own comment, or for admins any.' })
  deleteComment(@Args(() => CommentTargetArgs) target: CommentTargetArgs, @Ctx() context: Context) {
    const { id: publicId, ...place } = target;
    return this.service.remove(viewerWithAccount(context), { publicId, ...place });
  }

  @Mutation(() => Comment, { description: 'Hides a comment from all but admins, or shows it again.' })
  setCommentDisabled(
    @comment() id: string,
    @Arg('isDisabled', () => Boolean, { description: 'Whether it is hidden.' }) isDisabled: boolean,
    @Ctx() context: Context,
  ) {
    return this.service.setDisabled(viewerWithAccount(context), id, isDisabled);
  }

  @FieldResolver(() => ID, { description: 'Identifier of the comment among all objects.' })
  id(@Root() { publicId }: Comment): string {
    return globalId('Comment', publicId);
  }

  @FieldResolver(() => ID, { description: 'Number of the article, as an identifier.' })
  articleId(@Root() { number }: Comment): string {
    return String(number);
  }

  @FieldResolver(() => ID, { description: 'Number of the user, as an identifier.' })
  userId(@Root() { userNumber }: Comment): string {
    return String(userNumber);
  }

  @FieldResolver(() => String, { description: 'The first characters of the text.' })
  excerpt(
    @Root() { text: whole }: Comment,
    @Arg('length', () => Int, { defaultValue: 140, description: 'How many characters at most.' })
    length: number,
  ): string {
    return cut(whole, Math.max(0, length));
  }
}
