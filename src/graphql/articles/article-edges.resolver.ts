import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLJSON } from 'graphql-scalars';
import { Args, Ctx, Extensions, FieldResolver, ID, Info, Resolver, Root } from 'type-graphql';
import { Article, ArticleRevision, ChangeMark, type RevisionRecord } from '../../domain/article/article';
import { ArticleContent } from '../../domain/article/article-content';
import type { ArticleRecord } from '../../domain/article/article-record';
import { Vote } from '../../domain/comment/comment';
import { Dictionary } from '../../domain/dictionary/dictionary';
import { readArticle } from '../../domain/reading/read-article';
import type { AlphabetService } from '../../services/articles/alphabet.service';
import { type ArticleHistoryService, revisionCursor } from '../../services/articles/article-history.service';
import type { ArticleService } from '../../services/articles/article.service';
import { commentCursor, type CommentService } from '../../services/comments/comment.service';
import { COST, COST_OF_INNER_LIST, COST_OF_INNER_READ } from '../../shared/extensions';
import { JsonText } from '../../shared/json';
import { canUse } from '../access/access-table';
import { CommentConnection } from '../comments/comment.resolver';
import { STORED_LIST } from '../fields/stored-lists';
import { type Context, viewerWithAccount } from '../context';
import { globalId } from '../node/global-id';
import { Connection, PageArgs } from '../paging/connection';
import { DictionaryArticleListArgs } from './article-filter';
import { ArticleRevisionConnection } from './article-history.resolver';
import { articleProjection, ITSELF } from './article-projection';
import { ArticleConnection, articlePage } from './article.resolver';

const INNER_STORED_LIST = { [COST]: COST_OF_INNER_LIST, [STORED_LIST]: true };
const INNER_LIST = { [COST]: COST_OF_INNER_LIST };
const INNER_READ = { [COST]: COST_OF_INNER_READ };

/** Resolves the articles of a dictionary. */
@Resolver(() => Dictionary)
export class DictionaryArticlesResolver {
  constructor(
    private readonly articleService: ArticleService,
    private readonly alphabets: AlphabetService,
  ) {}

  @FieldResolver(() => ArticleConnection, {
    description: 'Articles of the dictionary, by default in the order of its alphabet.',
  })
  @Extensions(INNER_STORED_LIST)
  articles(
    @Root() { dictionaryId: dictionary }: Dictionary,
    @Args(() => DictionaryArticleListArgs) { filter, ...args }: DictionaryArticleListArgs,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const { articleService: articles, alphabets } = this;
    const request = { filter: filter ?? null, args, dictionary };
    return articlePage({ articles, alphabets }, request, context, info);
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether the caller may change the metadata of the dictionary.',
  })
  viewerCanUpdate(@Root() { dictionaryId }: Dictionary, @Ctx() { viewer }: Context): boolean {
    return canUse('Mutation.updateDictionary', viewer, dictionaryId);
  }
}

/** Resolves the objects of an article, and its neighbours in the dictionary. */
@Resolver(() => Article)
export class ArticleEdgesResolver {
  constructor(
    private readonly alphabets: AlphabetService,
    private readonly commentService: CommentService,
    private readonly history: ArticleHistoryService,
  ) {}

  @FieldResolver(() => CommentConnection, {
    nullable: true,
    description:
      'Comments on the article in the order in which they were created. For users and admins only.',
  })
  @Extensions(INNER_LIST)
  async comments(
    @Root() { dictionaryId, number }: ArticleRecord,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: Context,
  ) {
    const page = await this.commentService.list(viewerWithAccount(context), {
      filter: { dictionaryId, articleId: String(number) },
      pageRequest: PageArgs.pageRequestOf(args),
      maxItems: context.maxItems,
    });
    return new Connection(page, commentCursor);
  }

  @FieldResolver(() => ArticleRevisionConnection, {
    nullable: true,
    description: 'Earlier revisions of the article, oldest first. For editors and admins.',
  })
  @Extensions(INNER_LIST)
  async revisions(
    @Root() { dictionaryId, number }: ArticleRecord,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { maxItems }: Context,
  ) {
    const address = { dictionaryId, id: String(number) };
    const page = await this.history.list(address, PageArgs.pageRequestOf(args), maxItems);
    return new Connection(page, revisionCursor);
  }

  @FieldResolver(() => ChangeMark, {
    nullable: true,
    description:
      'The change that made the current revision. Null for articles older than the history. For editors and admins.',
  })
  lastChange(@Root() { lastChange }: ArticleRecord): ChangeMark | null {
    return lastChange ?? null;
  }

  @FieldResolver(() => Article, {
    nullable: true,
    description: 'The next article in the alphabet of the dictionary. Null after the last one.',
  })
  @Extensions(INNER_READ)
  next(@Root() article: ArticleRecord, @Ctx() context: Context, @Info() info: GraphQLResolveInfo) {
    const fields = articleProjection(info, ITSELF);
    return this.alphabets.neighbour(context.viewer, article, { direction: 'next', fields });
  }

  @FieldResolver(() => Article, {
    nullable: true,
    description: 'The previous article in the alphabet of the dictionary. Null before the first one.',
  })
  @Extensions(INNER_READ)
  previous(@Root() article: ArticleRecord, @Ctx() context: Context, @Info() info: GraphQLResolveInfo) {
    const fields = articleProjection(info, ITSELF);
    return this.alphabets.neighbour(context.viewer, article, { direction: 'previous', fields });
  }

  @FieldResolver(() => Vote, {
    nullable: true,
    description: 'The vote of the caller on the article. Null if the caller is not a user.',
  })
  viewerVote(@Root() { dictionaryId, number }: ArticleRecord, @Ctx() { viewerVotes }: Context) {
    return viewerVotes.load({ dictionaryId, number });
  }

  @FieldResolver(() => String, {
    description:
      'Texts of the open proposals by members of the dictionary to change the article, one in a line, at most ten. Empty if there are none.',
  })
  proposedText(@Root() { proposedText = '' }: ArticleRecord): string {
    return proposedText;
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may change the article.' })
  viewerCanUpdate(@Root() { dictionaryId }: ArticleRecord, @Ctx() { viewer }: Context): boolean {
    return canUse('Mutation.updateArticle', viewer, dictionaryId);
  }
}

/** Resolves the computed fields of an earlier revision. */
@Resolver(() => ArticleRevision)
export class ArticleRevisionResolver {
  @FieldResolver(() => ID, { description: 'Global identifier of the revision. Pass it to `node`.' })
  id(@Root() { dictionaryId, number, revision }: RevisionRecord): string {
    return globalId('ArticleRevision', dictionaryId, number, revision);
  }

  @FieldResolver(() => Article, { nullable: true, description: 'The article as it is now.' })
  article(
    @Root() { dictionaryId, number }: RevisionRecord,
    @Ctx() { articles }: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return articles.load({ dictionaryId, id: String(number), fields: articleProjection(info, ITSELF) });
  }

  @FieldResolver(() => GraphQLJSON, { nullable: true, description: 'The free JSON of the revision.' })
  async source(@Root() revision: RevisionRecord, @Ctx() context: Context) {
    const source = await revisionSource(revision, context);
    return source === undefined ? null : new JsonText(source);
  }

  @FieldResolver(() => ArticleContent, {
    nullable: true,
    description: 'The typed reading of the free JSON of the revision.',
  })
  @Extensions(INNER_READ)
  async content(@Root() revision: RevisionRecord, @Ctx() context: Context): Promise<ArticleContent | null> {
    const source = await revisionSource(revision, context);
    return source === undefined ? null : readArticle(new JsonText(source).toJSON());
  }
}

/** The free JSON of a revision. Lists of revisions are read without it. */
async function revisionSource(revision: RevisionRecord, { revisions }: Context): Promise<string | undefined> {
  return 'source' in revision ? revision.source : (await revisions.load(revision))?.source;
}
