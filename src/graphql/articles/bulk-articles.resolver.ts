import { Field, Int, ObjectType, registerEnumType, Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { Article } from '../../domain/article/article';
import {
  BulkArticles,
  type ArticleUpsert,
  type UpsertResult,
} from '../../services/articles/bulk-articles.service';
import { Failure } from '../../shared/failure';
import { draftOf, ArticleUpsertInput } from './article-input';
import { type Context, viewerWithAccount } from '../context';

const UpsertOutcome = {
  ADDED: 'added',
  UPDATED: 'updated',
  UNCHANGED: 'unchanged',
  REFUSED: 'refused',
} as const;
registerEnumType(UpsertOutcome, {
  name: 'UpsertOutcome',
  description: 'What became of one item.',
  valuesConfig: {
    ADDED: { description: 'A new article was made.' },
    UPDATED: { description: 'The article has a new revision.' },
    UNCHANGED: { description: 'The article was so already.' },
    REFUSED: { description: 'Nothing was written: see `code` and `message`.' },
  },
});

@ObjectType({ description: 'What became of one article of many.', simpleResolvers: true })
export class ArticleUpsertResult {
  @Field(() => Int, { description: 'Position of the item among those sent, from 0.' })
  index!: number;

  @Field(() => UpsertOutcome, { description: 'What became of it.' })
  outcome!: string;

  @Field(() => Article, { nullable: true, description: 'The article as it is now.' })
  article!: Article | null;

  @Field(() => String, { nullable: true, description: 'Code of the refusal.' })
  code!: string | null;

  @Field(() => String, { nullable: true, description: 'Why it was refused.' })
  message!: string | null;
}

@Resolver()
export class BulkArticlesResolver {
  constructor(private readonly bulk: BulkArticles) {}

  @Mutation(() => [ArticleUpsertResult], {
    description:
      'Writes up to 250 articles of a dictionary. Each stands for itself: one that is refused keeps no other back.',
  })
  async upsertArticles(
    @Arg('dictionaryId', () => ID, { description: 'Identifier or number of the dictionary.' })
    dictionaryId: string,
    @Arg('items', () => [ArticleUpsertInput], { description: 'The articles.' }) items: ArticleUpsertInput[],
    @Ctx() context: Context,
  ): Promise<ArticleUpsertResult[]> {
    const upserts = items.map(upsertOf);
    const results = await this.bulk.upsert(viewerWithAccount(context), dictionaryId, upserts);
    return results.map((result, index) => ({ index, ...viewOf(result) }));
  }
}

/** An item that cannot be read is refused like one that cannot be stored. */
function upsertOf(item: ArticleUpsertInput): ArticleUpsert | Failure {
  try {
    return { ...draftOf(item), number: item.number ?? undefined };
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

function viewOf(result: UpsertResult): Omit<ArticleUpsertResult, 'index'> {
  if (result.outcome !== 'refused') return { ...result, code: null, message: null };
  const { reason, message } = result.failure;
  return { outcome: result.outcome, article: null, code: reason, message };
}
