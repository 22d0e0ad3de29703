import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { User } from '../../domain/account/user';
import { Article } from '../../domain/article/article';
import { Comment, Vote } from '../../domain/comment/comment';
import { isWrittenBy, mayDelete } from '../../services/comments/comment.service';
import { articleProjection, ITSELF } from '../articles/article-projection';
import type { Context } from '../context';

/** Resolves the article and author of a comment, and the rights of the caller. */
@Resolver(() => Comment)
export class CommentEdgesResolver {
  @FieldResolver(() => Article, {
    nullable: true,
    description: 'The article of the comment. Null if the caller may not see it.',
  })
  article(
    @Root() { dictionaryId, number }: Comment,
    @Ctx() { articles }: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return articles.load({ dictionaryId, id: String(number), fields: articleProjection(info, ITSELF) });
  }

  @FieldResolver(() => User, {
    nullable: true,
    description:
      'The user who wrote the comment. Null if the user was deleted, or the caller may not see the account; `username` is for everyone who sees the comment.',
  })
  author(@Root() { userNumber }: Comment, @Ctx() { users }: Context) {
    return users.load(userNumber);
  }

  @FieldResolver(() => Vote, {
    nullable: true,
    description: 'The vote of the caller on the comment. Null if the caller is not a user.',
  })
  viewerVote(@Root() { dictionaryId, number, publicId }: Comment, @Ctx() { viewerVotes }: Context) {
    return viewerVotes.load({ dictionaryId, number, commentId: publicId });
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may change the text of the comment.' })
  viewerCanUpdate(@Root() comment: Comment, @Ctx() { viewer }: Context): boolean {
    return isWrittenBy(viewer, comment);
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may delete the comment.' })
  viewerCanDelete(@Root() comment: Comment, @Ctx() { viewer }: Context): boolean {
    return mayDelete(viewer, comment);
  }
}
