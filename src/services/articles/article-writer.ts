import type { ArticleRecord } from '../../domain/article/article-record';
import { Failure } from '../../shared/failure';
import type { ArticleChange } from '../../storage/articles/article-plan';
import type { Storage } from '../../storage/storage';
import { retryOnConflict } from '../write-conflicts';

/** The record to store for an item, if any, and the result of the item. */
export interface ArticlePlan<Result> {
  readonly result: Result;
  readonly change?: ArticleChange | undefined;
}

export interface ArticlePlanner<Item, Result> {
  /** Plans the items from the stored revisions, in order. All changes are of one dictionary. */
  readonly plan: (items: readonly Item[]) => Promise<readonly ArticlePlan<Result>[]>;
  /** The result of an item whose identifier is taken; if absent, the whole write fails. */
  readonly refused?: (failure: Failure) => Result;
}

/**
 * Writes articles. If another write has changed the article of an item, the item is planned again from the newest
 * revision.
 */
export class ArticleWriter {
  constructor(private readonly storage: Pick<Storage, 'articles'>) {}

  /**
   * @returns a result for each item, in order; `undefined` for those that conflict for too long
   * @throws Failure DICTIONARY_NOT_FOUND; QUOTA_EXCEEDED; CONFLICT when an identifier is taken
   */
  async write<Item, Result>(
    items: readonly Item[],
    planner: ArticlePlanner<Item, Result>,
  ): Promise<(Result | undefined)[]> {
    const results = new Map<number, Result>();
    let remaining = [...items.entries()];
    await retryOnConflict(async () => {
      const plans = await planner.plan(remaining.map(([, item]) => item));
      const stored = await this.store(plans, planner.refused);
      for (const [at, plan] of stored.entries())
        if (plan) results.set(remaining[at]?.[0] ?? NaN, plan.result);
      remaining = remaining.filter(([index]) => !results.has(index));
      return remaining.length === 0 ? results : undefined;
    });
    return items.map((_, index) => results.get(index));
  }

  /**
   * Stores all items together or, if an identifier is taken, each item separately. `undefined` if another write came in
   * between.
   */
  private async store<Result>(
    plans: readonly ArticlePlan<Result>[],
    refused: ((failure: Failure) => Result) | undefined,
  ): Promise<(ArticlePlan<Result> | undefined)[]> {
    const changes = plans.flatMap(({ change }) => change ?? []);
    const dictionaryId = changes[0] && articleOf(changes[0])?.dictionaryId;
    if (dictionaryId === undefined) return [...plans];
    try {
      const stored = new Set(await this.storage.articles.store(dictionaryId, changes));
      const isStored = (change: ArticleChange) => stored.has(articleOf(change)?.number ?? NaN);
      return plans.map((plan) => (!plan.change || isStored(plan.change) ? plan : undefined));
    } catch (error) {
      if (!refused || !(error instanceof Failure) || error.reason !== 'CONFLICT') throw error;
      if (plans.length === 1) return [{ result: refused(error) }];
      const results: (ArticlePlan<Result> | undefined)[] = [];
      for (const plan of plans) results.push(...(await this.store([plan], refused)));
      return results;
    }
  }
}

function articleOf({ before, after }: ArticleChange): ArticleRecord | undefined {
  return after ?? before;
}
