import { Arg, Args, Ctx, Field, Mutation, ObjectType, Resolver, registerEnumType } from 'type-graphql';
import { Article } from '../../domain/article/article';
import { ArticleWrites } from '../../services/articles/article-writes.service';
import {
  ArticleInput,
  ArticleTargetArgs,
  ArticleUpdateArgs,
  ArticleUpsertInput,
  DictionaryNameArgs,
  NewArticleArgs,
  NewArticleInput,
  articleTargetOf,
  draftOf,
} from './article-input';
import { ArticlePartInput } from './article-filter';
import { viewerWithAccount, type Context } from '../context';
import { dictionaryNamed } from '../node/named-objects';
import {
  BulkArticles,
  type ArticleUpsert,
  type UpsertResult,
} from '../../services/articles/bulk-articles.service';
import { Failure } from '../../shared/failure';
import { ItemResult, done, refusedItem } from '../payloads/item-result';

@Resolver()
export class ArticleWriteResolver {
  constructor(private readonly writes: ArticleWrites) {}

  @Mutation(() => Article, { description: 'Creates an article in a dictionary.' })
  createArticle(
    @Args(() => NewArticleArgs) { publicId, radical, ...names }: NewArticleArgs,
    @Arg('input', () => NewArticleInput, { description: 'The content.' }) input: NewArticleInput,
    @Ctx() context: Context,
  ) {
    const draft = draftOf(input, { publicId, radical });
    return this.writes.create(viewerWithAccount(context), dictionaryNamed(names), draft);
  }

  @Mutation(() => Article, {
    description:
      'Replaces the whole content of an article with `source`, or changes the members given in `content`.',
  })
  updateArticle(
    @Args(() => ArticleUpdateArgs) { radical, ...target }: ArticleUpdateArgs,
    @Arg('input', () => ArticleInput, { description: 'The new content.' }) input: ArticleInput,
    @Ctx() context: Context,
  ) {
    const draft = draftOf(input, { radical });
    return this.writes.update(viewerWithAccount(context), articleTargetOf(target), draft);
  }

  @Mutation(() => Article, { description: 'Replaces some parts of an article and keeps the others.' })
  updateArticleParts(
    @Args(() => ArticleTargetArgs) target: ArticleTargetArgs,
    @Arg('parts', () => [ArticlePartInput], {
      description: 'The parts to replace, applied in this order.',
    })
    parts: ArticlePartInput[],
    @Ctx() context: Context,
  ) {
    const changes = parts.map(({ part, value = null }) => ({ part, value }));
    return this.writes.updateParts(viewerWithAccount(context), articleTargetOf(target), changes);
  }

  @Mutation(() => Article, {
    description: 'Disables an article, so that only admins and editors see it, or enables it again.',
  })
  setArticleDisabled(
    @Args(() => ArticleTargetArgs) target: ArticleTargetArgs,
    @Arg('isDisabled', () => Boolean, { description: '`true` disables, `false` enables.' })
    isDisabled: boolean,
    @Ctx() context: Context,
  ) {
    return this.writes.setDisabled(viewerWithAccount(context), articleTargetOf(target), { isDisabled });
  }

  @Mutation(() => Article, {
    description:
      'Deletes an article with its comments, votes and earlier revisions. Returns the deleted article.',
  })
  deleteArticle(@Args(() => ArticleTargetArgs) target: ArticleTargetArgs) {
    return this.writes.remove(articleTargetOf(target));
  }
}

const UpsertOutcome = {
  ADDED: 'added',
  UPDATED: 'updated',
  UNCHANGED: 'unchanged',
  REFUSED: 'refused',
} as const;
registerEnumType(UpsertOutcome, {
  name: 'UpsertOutcome',
  description: 'Outcome of the write of one item.',
  valuesConfig: {
    ADDED: { description: 'The server created a new article.' },
    UPDATED: { description: 'The article has a new revision.' },
    UNCHANGED: { description: 'The article already had this content.' },
    REFUSED: { description: 'The server wrote nothing; `code` and `message` give the reason.' },
  },
});

@ObjectType({ description: 'Result for one article of a bulk write.', simpleResolvers: true })
export class ArticleResult extends ItemResult {
  @Field(() => UpsertOutcome, { description: 'Outcome of the write.' })
  outcome!: string;

  @Field(() => Article, {
    nullable: true,
    description: 'The article after the write. Null if it was refused.',
  })
  article!: Article | null;
}

@Resolver()
export class BulkArticlesResolver {
  constructor(private readonly bulk: BulkArticles) {}

  @Mutation(() => [ArticleResult], {
    description:
      'Creates or updates up to 250 articles of a dictionary. Each article is written independently; a refused one does not affect the others.',
  })
  async upsertArticles(
    @Args(() => DictionaryNameArgs) names: DictionaryNameArgs,
    @Arg('items', () => [ArticleUpsertInput], { description: 'The articles to write.' })
    items: ArticleUpsertInput[],
    @Ctx() context: Context,
  ): Promise<ArticleResult[]> {
    const upserts = items.map(upsertOf);
    const results = await this.bulk.upsert(viewerWithAccount(context), dictionaryNamed(names), upserts);
    return results.map(viewOf);
  }
}

/** The article to write, or the failure that becomes the result of its item. */
function upsertOf(item: ArticleUpsertInput): ArticleUpsert | Failure {
  try {
    return { ...draftOf(item, item), number: item.number ?? undefined };
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function viewOf(result: UpsertResult, index: number): ArticleResult {
  if (result.outcome !== 'refused') return { ...result, ...done(index) };
  const { outcome, failure } = result;
  return { outcome, article: null, ...refusedItem('items', index, failure) };
}
