import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, ID, Info, Query, Resolver } from 'type-graphql';
import { Article } from '../../domain/article/article';
import type { ListedArticle } from '../../domain/article/article-record';
import { ArticleService, articleCursor } from '../../services/articles/article.service';
import { articleProjection, IN_CONNECTION, ITSELF } from './article-projection';
import type { Context } from '../context';
import { ArticleFilterInput } from './article-filter';
import { Connection, connectionType, WindowArgs } from '../paging/connection';

const ArticleConnection = connectionType(Article, 'articles');

@Resolver()
export class ArticleResolver {
  constructor(private readonly service: ArticleService) {}

  @Query(() => Article, {
    nullable: true,
    description: 'One article of a dictionary. Null if it does not exist.',
  })
  article(
    @Arg('dictionaryId', () => ID, { description: 'Identifier or number of the dictionary.' })
    dictionaryId: string,
    @Arg('id', () => ID, { description: 'Number or public identifier of the article.' }) id: string,
    @Ctx() { articles }: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return articles.load({ dictionaryId, id, fields: articleProjection(info, ITSELF) });
  }

  @Query(() => ArticleConnection, {
    description: 'Articles, ordered by folded headword, exact headword, dictionary and number.',
  })
  async articles(
    @Arg('filter', () => ArticleFilterInput, {
      nullable: true,
      description: 'Restricts the list to matching articles.',
    })
    filter: ArticleFilterInput | null,
    @Args(() => WindowArgs) args: WindowArgs,
    @Ctx() { viewer, mostItems }: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Connection<ListedArticle>> {
    const page = await this.service.list(viewer, {
      filter: filter ?? {},
      window: WindowArgs.windowOf(args),
      mostItems,
      fields: articleProjection(info, IN_CONNECTION),
    });
    return new Connection(page, articleCursor);
  }
}
