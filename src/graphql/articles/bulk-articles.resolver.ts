import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import {
  BulkArticles,
  type ArticleUpsert,
  type UpsertResult,
} from '../../services/articles/bulk-articles.service';
import { Failure } from '../../shared/failure';
import { draftOf } from './article-draft';
import { type Context, viewerWithAccount } from '../context';
import { ArticleUpsertInput } from './article-input';
import { ArticleUpsertResult } from './article-write';

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
