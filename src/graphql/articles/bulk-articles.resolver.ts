import { Field, Int, ObjectType, registerEnumType, Arg, Args, Ctx, Mutation, Resolver } from 'type-graphql';
import { Article } from '../../domain/article/article';
import {
  BulkArticles,
  type ArticleUpsert,
  type UpsertResult,
} from '../../services/articles/bulk-articles.service';
import { Failure, type FailureReason } from '../../shared/failure';
import { ErrorCode } from '../payloads/error-code';
import { itemErrors, type UserError, userErrorsOfItem } from '../payloads/user-errors';
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
export class ArticleUpsertResult {
  @Field(() => Int, { description: 'Index of the item in `items`, starting at 0.' })
  index!: number;

  @Field(() => UpsertOutcome, { description: 'Outcome of the write.' })
  outcome!: string;

  @Field(() => Article, {
    nullable: true,
    description: 'The article after the write. Null if it was refused.',
  })
  article!: Article | null;

  @Field(() => ErrorCode, { nullable: true, description: 'Error code if the item was refused.' })
  code!: FailureReason | null;

  @Field(() => String, { nullable: true, description: 'Error message if the item was refused.' })
  message!: string | null;

  @itemErrors()
  userErrors!: UserError[];
}

@Resolver()
export class BulkArticlesResolver {
  constructor(private readonly bulk: BulkArticles) {}

  @Mutation(() => [ArticleUpsertResult], {
    description:
      'Creates or updates up to 250 articles of a dictionary. Each article is written independently; a refused one does not affect the others.',
  })
  async upsertArticles(
    @Args(() => DictionaryNameArgs) names: DictionaryNameArgs,
    @Arg('items', () => [ArticleUpsertInput], { description: 'The articles to write.' })
    items: ArticleUpsertInput[],
    @Ctx() context: Context,
  ): Promise<ArticleUpsertResult[]> {
    const upserts = items.map(upsertOf);
    const results = await this.bulk.upsert(viewerWithAccount(context), dictionaryNamed(names), upserts);
    return results.map(viewOf);
  }
}

/** An item that cannot be read is refused like one that cannot be stored. */
function upsertOf(item: ArticleUpsertInput): ArticleUpsert | Failure {
  try {
    return { ...draftOf(item, item), number: item.number ?? undefined };
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function viewOf(result: UpsertResult, index: number): ArticleUpsertResult {
  if (result.outcome !== 'refused') return { index, ...result, code: null, message: null, userErrors: [] };
  const { outcome, failure } = result;
  const userErrors = userErrorsOfItem('items', index, failure);
  return { index, outcome, article: null, code: failure.reason, message: failure.message, userErrors };
}
