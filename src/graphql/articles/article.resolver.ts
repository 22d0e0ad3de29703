import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  Ctx,
  ID,
  Info,
  Query,
  Resolver,
  Extensions,
  ObjectType,
  FieldResolver,
  Root,
} from 'type-graphql';
import { GraphQLJSON } from 'graphql-scalars';
import { Article } from '../../domain/article/article';
import type { ArticleRecord } from '../../domain/article/article-record';
import { ArticleService, articleCursor, type ListedArticle } from '../../services/articles/article.service';
import { articleProjection, IN_CONNECTION, ITSELF } from './article-projection';
import type { Context } from '../context';
import { isStoredList, STORED_LIST } from '../fields/stored-lists';
import { type AlphabetService, alphabetCursor } from '../../services/articles/alphabet.service';
import { ArticleFilterInput, ArticleListArgs, ArticlePartName } from './article-filter';
import { Connection, connectionType, PageArgs } from '../paging/connection';
import { type ArticlePart, Translation } from '../../domain/article/article-content';
import { etagOf, summaryOf, translationsInto } from '../../domain/article/article-views';
import { Dictionary } from '../../domain/dictionary/dictionary';
import { articleHtml } from '../../domain/reading/html';
import { writtenPart } from '../../domain/reading/change/change-part';
import { type Json, JsonText } from '../../shared/json';
import { globalId } from '../node/global-id';
import { articleNamed, dictionaryIn } from '../node/named-objects';
import { ArticleNameArgs } from './article-input';
import { textField } from '../../domain/values/described-fields';

export const ArticleConnection = connectionType(Article, 'articles');

export interface ArticleLists {
  readonly articles: Pick<ArticleService, 'list'>;
  readonly alphabets: Pick<AlphabetService, 'list'>;
}

interface ArticlesRequest {
  readonly filter: ArticleFilterInput | null;
  readonly args: ArticleListArgs;
  /** The dictionary, if the filter does not name it. */
  readonly dictionary?: string;
}

/** One page of articles; with `letter` or the alphabetical order, by the alphabet of the dictionary. */
export async function articlePage(
  { articles, alphabets }: ArticleLists,
  request: ArticlesRequest,
  { viewer, maxItems }: Context,
  info: GraphQLResolveInfo,
): Promise<Connection<ListedArticle>> {
  const { args, filter } = request;
  const { dictionaryId, dictionary = request.dictionary, letter, ...conditions } = filter ?? {};
  const listing = {
    filter: { ...conditions, dictionaryId: dictionaryIn({ dictionaryId, dictionary }) },
    pageRequest: PageArgs.pageRequestOf(args),
    maxItems,
    fields: articleProjection(info, IN_CONNECTION),
    asBytes: isStoredList(info),
  };
  if (args.orderBy === 'alphabet' || typeof letter === 'string')
    return new Connection(await alphabets.list(viewer, { ...listing, letter }), alphabetCursor);
  return new Connection(await articles.list(viewer, listing), articleCursor);
}

@Resolver()
export class ArticleResolver {
  constructor(
    private readonly articleService: ArticleService,
    private readonly alphabets: AlphabetService,
  ) {}

  @Query(() => Article, {
    nullable: true,
    description: 'One article, by `id`, or by `dictionary` and `number`. Null if it does not exist.',
  })
  article(
    @Args(() => ArticleNameArgs) names: ArticleNameArgs,
    @Ctx() { articles }: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return articles.load({ ...articleNamed(names), fields: articleProjection(info, ITSELF) });
  }

  @Query(() => ArticleConnection, {
    description:
      'Articles, ordered by folded headword, exact headword, dictionary and number, or by the alphabet of a dictionary.',
  })
  @Extensions({ [STORED_LIST]: true })
  articles(
    @Arg('filter', () => ArticleFilterInput, {
      nullable: true,
      description: 'Restricts the list to matching articles.',
    })
    filter: ArticleFilterInput | null,
    @Args(() => ArticleListArgs) args: ArticleListArgs,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Connection<ListedArticle>> {
    const { articleService: articles, alphabets } = this;
    return articlePage({ articles, alphabets }, { filter, args }, context, info);
  }
}

@ObjectType({
  description: 'Summary of an article: its type, first category and first translation.',
  simpleResolvers: true,
})
class ArticleSummary {
  @textField('Type of the article.')
  type!: string | null;

  @textField('First category of the article.')
  category!: string | null;

  @textField('Text of the first translation.')
  translation!: string | null;
}

/** Parsed free JSON by article, so that all parts of an article share one parsing. */
const PARSED_SOURCES = new WeakMap<ArticleRecord, Json>();

function parsedSource(article: ArticleRecord): Json {
  const parsed = PARSED_SOURCES.get(article) ?? new JsonText(article.source).toJSON();
  PARSED_SOURCES.set(article, parsed);
  return parsed;
}

/** Resolves the computed fields of an article. */
@Resolver(() => Article)
export class ArticleFieldsResolver {
  @FieldResolver(() => ID, { description: 'Global identifier of the article. Pass it to `node`.' })
  id(@Root() { dictionaryId, number }: ArticleRecord): string {
    return globalId('Article', dictionaryId, number);
  }

  @FieldResolver(() => GraphQLJSON, {
    nullable: true,
    description:
      'The content as free JSON, equal to the JSON that was written. Lists leave out its member `original`, the entry of an imported file.',
  })
  source(@Root() { source }: ArticleRecord): JsonText {
    return new JsonText(source);
  }

  @FieldResolver(() => GraphQLJSON, {
    nullable: true,
    description: 'One part of the free JSON as it was written. Null if the part is missing or empty.',
  })
  written(
    @Root() article: ArticleRecord,
    @Arg('part', () => ArticlePartName, { description: 'The part of the article.' }) part: ArticlePart,
  ) {
    return writtenPart(parsedSource(article), part);
  }

  @FieldResolver(() => String, { description: 'The article as HTML. All values are escaped.' })
  html(@Root() { content }: ArticleRecord): string {
    return articleHtml(content);
  }

  @FieldResolver(() => ArticleSummary, { description: 'Summary of the article.' })
  summary(@Root() { content }: ArticleRecord): ArticleSummary {
    return summaryOf(content);
  }

  @FieldResolver(() => [Translation], {
    description: 'Translations of the headword: all, or only those into `language`.',
  })
  translations(
    @Root() { content }: ArticleRecord,
    @Arg('language', () => String, {
      nullable: true,
      description: 'Returns only translations into this language: a tag, e.g. `fr`.',
    })
    language: string | null | undefined,
  ) {
    return translationsInto(content, language);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Translations into one language, joined with "; ".',
  })
  translation(
    @Root() { content }: ArticleRecord,
    @Arg('language', () => String, { description: 'Language tag, e.g. `fr`.' }) language: string,
  ): string | null {
    const contents = translationsInto(content, language).map((translation) => translation.content);
    return contents.length === 0 ? null : contents.join('; ');
  }

  @FieldResolver(() => String, {
    description:
      'Entity tag of the article. It changes with the content, the votes and the texts of open proposals.',
  })
  etag(@Root() article: ArticleRecord): string {
    return etagOf(article);
  }

  @FieldResolver(() => String, {
    description: 'Versions of the article by users, as they were imported. Empty for other articles.',
  })
  importedVersions(@Root() { userVersions = '' }: ArticleRecord): string {
    return userVersions;
  }

  @FieldResolver(() => Dictionary, { nullable: true, description: 'The dictionary that holds the article.' })
  dictionary(@Root() { dictionaryId }: ArticleRecord, @Ctx() { dictionaries }: Context) {
    return dictionaries.load(dictionaryId);
  }
}
