import { GraphQLJSON } from 'graphql-scalars';
import { Arg, Args, ArgsType, Ctx, Field, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Article, ArticleRevision } from '../../domain/article/article';
import { ArticleHistoryService, revisionCursor } from '../../services/articles/article-history.service';
import type { ArticleAddress } from '../../services/articles/article.service';
import { ArticleWrites } from '../../services/articles/article-writes.service';
import { type Context, viewerWithAccount } from '../context';
import { articleNamed } from '../node/named-objects';
import { ArticleTargetArgs, articleTargetOf } from './article-input';
import { Connection, connectionType, PageArgs } from '../paging/connection';

/** Names the article of revisions. */
@ArgsType()
class RevisedArticleArgs {
  @Field(() => ID, { nullable: true, description: 'Global identifier (`id`) of the article.' })
  articleId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Identifier or number of the dictionary. Requires `number`, and replaces `articleId`.',
  })
  dictionary?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Number of the article in its dictionary, or its public identifier. Requires `dictionary`.',
  })
  number?: string | null;
}

function revisedArticle({ articleId: id, ...names }: RevisedArticleArgs): ArticleAddress {
  return articleNamed({ id, ...names }, 'articleId');
}

export const ArticleRevisionConnection = connectionType(ArticleRevision, 'earlier revisions');

@Resolver()
export class ArticleHistoryResolver {
  constructor(
    private readonly history: ArticleHistoryService,
    private readonly writes: ArticleWrites,
  ) {}

  @Query(() => ArticleRevisionConnection, { description: 'Earlier revisions of an article, oldest first.' })
  async articleRevisions(
    @Args(() => RevisedArticleArgs) names: RevisedArticleArgs,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { maxItems }: Context,
  ) {
    const page = await this.history.list(revisedArticle(names), PageArgs.pageRequestOf(args), maxItems);
    return new Connection(page, revisionCursor);
  }

  @Query(() => GraphQLJSON, {
    nullable: true,
    description: 'The free JSON of an earlier revision of an article.',
  })
  articleRevisionSource(
    @Args(() => RevisedArticleArgs) names: RevisedArticleArgs,
    @Arg('revision', () => Int, { description: 'Number of the revision.' }) revision: number,
  ) {
    return this.history.source(revisedArticle(names), revision);
  }

  @Mutation(() => Article, {
    description: 'Restores an earlier revision by storing its content as a new revision.',
  })
  restoreArticle(
    @Args(() => ArticleTargetArgs) target: ArticleTargetArgs,
    @Arg('revision', () => Int, { description: 'Number of the revision.' }) revision: number,
    @Ctx() context: Context,
  ) {
    return this.writes.restore(viewerWithAccount(context), articleTargetOf(target), revision);
  }
}
