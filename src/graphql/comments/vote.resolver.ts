import { Arg, Args, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { Article } from '../../domain/article/article';
import { Comment, Vote } from '../../domain/comment/comment';
import { VoteService } from '../../services/comments/vote.service';
import { type Context, viewerWithAccount } from '../context';
import { ArticleAddressArgs } from '../articles/article-input';

const vote = () =>
  Arg('vote', () => Vote, {
    description: 'The new vote. It replaces an earlier vote.',
  }) as ParameterDecorator;

@Resolver()
export class VoteResolver {
  constructor(private readonly service: VoteService) {}

  @Mutation(() => Article, { description: 'Sets the vote of the caller on an article.' })
  voteOnArticle(
    @Args(() => ArticleAddressArgs) { dictionaryId, id }: ArticleAddressArgs,
    @vote() given: Vote,
    @Ctx() context: Context,
  ) {
    return this.service.onArticle(viewerWithAccount(context), { dictionaryId, id }, given);
  }

  @Mutation(() => Comment, { description: 'Sets the vote of the caller on a comment.' })
  voteOnComment(
    @Arg('id', () => ID, { description: 'Public identifier of the comment.' }) id: string,
    @vote() given: Vote,
    @Ctx() context: Context,
  ) {
    return this.service.onComment(viewerWithAccount(context), id, given);
  }
}
