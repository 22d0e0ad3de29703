import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Info, Mutation, Resolver } from 'type-graphql';
import { Article } from '../../domain/article/article';
import { Comment, Vote } from '../../domain/comment/comment';
import { VoteService } from '../../services/comments/vote.service';
import { type Context, viewerWithAccount } from '../context';
import { ArticleNameArgs } from '../articles/article-input';
import { articleProjection, IN_PAYLOAD } from '../articles/article-projection';
import { articleNamed, commentNamed } from '../node/named-objects';
import { commentId, commentPublicId } from './comment.resolver';

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
