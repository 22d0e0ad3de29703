import { Field, ObjectType, registerEnumType, Arg, Args, Ctx, Mutation, Resolver } from 'type-graphql';
import { Article } from '../../domain/article/article';
import {
  BulkArticles,
  type ArticleUpsert,
  type UpsertResult,
} from '../../services/articles/bulk-articles.service';
import { Failure } from '../../shared/failure';
import { done, ItemResult, refusedItem } from '../payloads/item-result';
import { dictionaryNamed } from '../node/named-objects';
import { draftOf, ArticleUpsertInput, DictionaryNameArgs } from './article-input';
import { type Context, viewerWithAccount } from '../context';

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
