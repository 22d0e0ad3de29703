import { GraphQLJSON } from 'graphql-scalars';
import { Arg, Args, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { Article } from '../../domain/article/article';
import { ArticleRevision } from '../../domain/article/article-revision';
import { ArticleHistoryService, revisionCursor } from '../../services/articles/article-history.service';
import { ArticleWrites } from '../../services/articles/article-writes.service';
import { type Context, viewerWithAccount } from '../context';
import { articleNamed } from '../node/named-objects';
import { ArticleNameArgs, ArticleTargetArgs, articleTargetOf } from './article-input';
import { Connection, connectionType, PageArgs } from '../paging/connection';

export const ArticleRevisionConnection = connectionType(ArticleRevision, 'earlier revisions');

@Resolver()
export class ArticleHistoryResolver {
  constructor(
    private readonly history: ArticleHistoryService,
    private readonly writes: ArticleWrites,
  ) {}

  @Query(() => ArticleRevisionConnection, { description: 'Earlier revisions of an article, oldest first.' })
  async articleRevisions(
    @Args(() => ArticleNameArgs) names: ArticleNameArgs,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { mostItems }: Context,
  ) {
    const page = await this.history.list(articleNamed(names), PageArgs.pageRequestOf(args), mostItems);
    return new Connection(page, revisionCursor);
  }

  @Query(() => GraphQLJSON, {
    nullable: true,
    description: 'The free JSON of an earlier revision of an article.',
  })
  articleRevisionSource(
    @Args(() => ArticleNameArgs) names: ArticleNameArgs,
    @Arg('revision', () => Int, { description: 'Number of the revision.' }) revision: number,
  ) {
    return this.history.source(articleNamed(names), revision);
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
