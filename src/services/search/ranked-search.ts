import { type SearchStep, MATCH_TIERS, type MatchTier } from '../../domain/search/tiers';
import type {
  ArticleSearch,
  ReadSteps,
  SearchCount,
  TierQuery,
  SearchRange,
  SearchScope,
} from '../../domain/search/article-search';
import type { ArticleRecord } from '../../domain/article/article-record';
import type { Folding } from '../../domain/search/folding';
import { Failure } from '../../shared/failure';
import { MAX_COUNTED, type Bounded, MAX_EXAMINED } from '../../shared/paging';
import { byCodePoint } from '../../shared/text';
import type { FieldPaths } from '../../domain/values/field-paths';
import { CombinedTierLookup, type CombinedTiers } from './combined-tier-lookup';
import {
  type HitRange,
  type HitRangeRequest,
  POSITION_FIELDS,
  type RankedHit,
  type SearchPosition,
} from './search-position';
import { MAX_CANDIDATES, TextCandidates, type PositionedArticle, withKeys } from './text-candidates';
import { stepFor } from '../../domain/search/match';

/** The last tier that is better than a prefix: if it or an earlier one has hits, typing errors are not searched. */
const LAST_GOOD_TIER: MatchTier = 'qualifiedTranslationForm';

/** The articles and the steps of a search. */
export interface RankedSearchOptions {
  readonly scope: SearchScope;
  readonly folding: Folding;
  /** Steps, best tier first. */
  readonly steps: readonly SearchStep[];
}

/** Reads the hits of one search tier by tier, best first, and stops when it has as many as requested. */
export class RankedSearch {
  /** Fields to read of each article. */
  private fields: FieldPaths | undefined = POSITION_FIELDS;
  /** Result of reading all tiers that the indexes can combine, once. */
  private combinedLookup: CombinedTierLookup | undefined;
  private allQueries: readonly TierQuery[] | undefined;
  private candidates: TextCandidates | undefined;
  /** Whether a hit better than a prefix match exists; known once the first page is read. */
  private isGoodRead: boolean | undefined;
  /** Hits of tiers that compare texts, by tier. */
  private readonly comparedByTier = new Map<MatchTier, Promise<readonly PositionedArticle[]>>();

  constructor(
    private readonly search: ArticleSearch,
    private readonly options: RankedSearchOptions,
  ) {}

  /**
   * Reads a range of the hits in the order of rank. Ends early, with `stoppedAt`, when the maximum number of index entries has been
   * examined.
   *
   * @throws Failure INVALID_INPUT if skipping the hits before the range would exceed that maximum
   */
  async read({ after, skip = 0, limit, fields: requested }: HitRangeRequest): Promise<HitRange> {
    const fields = requested && { ...requested, ...POSITION_FIELDS };
    this.fields = fields;
    this.combinedLookup ??= new CombinedTierLookup(this.search, { ...this.options, limit, fields });
    const hits: RankedHit[] = [];
    let [left, hasGood, isPart] = [skip, after?.hasGood ?? false, false];
    let examined = 0;
    let combined: CombinedTiers | undefined;
    for (const query of this.queries(after)) {
      const { step } = query;
      if (hits.length >= limit) break;
      if (step.compare !== undefined && hasGood) break;
      if (examined >= MAX_EXAMINED)
        return { hits, isPart, stoppedAt: { tier: step.tier, tierSortKey: BEGINNING, hasGood } };
      // Most tiers have no hits, and the combined lookup has shown that already.
      if (step.compare === undefined) combined ??= await this.combinedLookup.read();
      if (step.compare === undefined && combined?.articlesOf(step)?.length === 0) continue;
      const before = left === 0 ? NOTHING : await this.count(query, left + 1);
      hasGood ||= before.count > 0 && isGood(step.tier);
      if (left > 0 && before.count <= left) {
        if (!before.isWhole) throw searchPageTooFar();
        left -= before.count;
        continue;
      }
      const range = { skip: left, limit: limit - hits.length, fields };
      const tier = await this.readTier(query, range);
      left = 0;
      hasGood ||= tier.items.length > 0 && isGood(step.tier);
      isPart ||= tier.isPart ?? false;
      examined += tier.examined ?? 0;
      const state = { step, hasGood };
      hits.push(...tier.items.map((hit) => ({ ...state, ...hit })));
      if (tier.stoppedAt !== undefined)
        return { hits, stoppedAt: { tier: step.tier, tierSortKey: tier.stoppedAt, hasGood } };
    }
    if (after === undefined) this.isGoodRead = hasGood;
    return { hits, isPart };
  }

  /** Counts the hits, up to a limit; `null` if the maximum number of examined index entries is exceeded. */
  async total(limit: number): Promise<number | null> {
    const { scope, steps } = this.options;
    const byKeys = steps.filter(({ compare }) => compare === undefined);
    // With a language, tiers of translations compare other keys, so that steps cannot be counted together.
    const total = await (scope.language === undefined
      ? this.search.countAll({ scope, steps: byKeys, alreadyRead: await this.alreadyReadOf(byKeys) }, limit)
      : this.sumByTier(limit));
    const comparing = this.queries().filter(({ step }) => step.compare !== undefined);
    if (comparing.length === 0 || total === null || total >= limit) return total;
    const hasGood = await this.hasGood();
    if (hasGood !== false) return hasGood && total;
    let sum = total;
    // The page is read. Counting needs only the fields that are compared.
    this.fields = POSITION_FIELDS;
    for (const query of comparing) sum += (await this.count(query, limit - sum)).count;
    return sum;
  }

  /** The articles of some steps that the combined lookup has read. */
  private async alreadyReadOf(steps: readonly SearchStep[]): Promise<ReadSteps> {
    const combined = await this.combinedLookup?.read();
    return {
      articles: [...new Set(steps.flatMap((step) => combined?.articlesOf(step) ?? []))],
      unreadSteps: steps.filter((step) => combined?.articlesOf(step) === undefined),
    };
  }

  /** Counts the hits of steps tier by tier, up to a limit; `null` as `total`. */
  private async sumByTier(limit: number): Promise<number | null> {
    let total = 0;
    for (const query of this.queries()) {
      if (total >= limit) break;
      if (query.step.compare !== undefined) continue;
      const { count, isWhole } = await this.count(query, limit - total);
      if (!isWhole) return null;
      total += count;
    }
    return total;
  }

  /** Whether a hit better than a prefix match exists; `null` if the maximum number of examined index entries is exceeded. */
  private async hasGood(): Promise<boolean | null> {
    if (this.isGoodRead !== undefined) return this.isGoodRead;
    for (const query of this.queries()) {
      if (!isGood(query.step.tier)) continue;
      const { count, isWhole } = await this.count(query, 1);
      if (count > 0) return true;
      if (!isWhole) return null;
    }
    return false;
  }

  /** The queries for the tiers from a position on, or for all tiers. */
  private queries(after?: SearchPosition): readonly TierQuery[] {
    if (after === undefined) return (this.allQueries ??= this.queriesFrom());
    return this.queriesFrom(after);
  }

  private queriesFrom(after?: SearchPosition): readonly TierQuery[] {
    const { scope, steps } = this.options;
    const from = after === undefined ? 0 : MATCH_TIERS.indexOf(after.tier);
    return steps.flatMap((step, i) => {
      if (MATCH_TIERS.indexOf(step.tier) < from) return [];
      const position = step.tier === after?.tier ? after.tierSortKey : undefined;
      return [{ scope, step, excluded: steps.slice(0, i), after: position }];
    });
  }

  private async count(query: TierQuery, limit: number): Promise<SearchCount> {
    const { step } = query;
    if (step.compare !== undefined) return wholeCount(await this.comparedHits(query), limit);
    const combined = await this.combinedArticlesOf(step);
    return combined === undefined ? this.search.count(query, limit) : wholeCount(combined, limit);
  }

  private async readTier(query: TierQuery, range: SearchRange): Promise<Bounded<PositionedArticle>> {
    const { step, after, excluded } = query;
    const combined = await this.combinedArticlesOf(step);
    if (step.compare === undefined && step.order === undefined && combined === undefined) {
      const tier = await this.search.read(
        { ...query, alreadyRead: await this.alreadyReadOf(excluded) },
        range,
      );
      return { ...tier, items: await this.positioned(tier.items, step) };
    }
    const { skip = 0, limit } = range;
    const all = await (combined === undefined ? this.readAlone(query) : this.positioned(combined, step));
    const behind = all.filter(
      ({ tierSortKey }) => after === undefined || byCodePoint(tierSortKey, after) > 0,
    );
    return { items: behind.slice(skip, skip + limit) };
  }

  /** All articles of a tier, if the combined lookup has read them; otherwise `undefined`. */
  private async combinedArticlesOf(step: SearchStep): Promise<readonly ArticleRecord[] | undefined> {
    if (step.compare !== undefined) return undefined;
    return (await this.combinedLookup?.read())?.articlesOf(step);
  }

  /** All hits of a tier whose order no index has, in order. */
  private async readAlone(query: TierQuery): Promise<readonly PositionedArticle[]> {
    const { step, scope, excluded } = query;
    if (step.compare !== undefined) return this.comparedHits(query);
    const { fields } = this;
    const articles = await this.search.readAny(
      { step, scope, excluded: [] },
      { limit: MAX_CANDIDATES, fields: fields && withKeys(fields) },
    );
    const hits = await this.search.collect(articles, (article) =>
      stepFor(article, excluded, scope.language) === undefined ? [article] : [],
    );
    return this.positioned(hits, step);
  }

  /** Articles of a tier with their sort keys within it, in order. */
  private async positioned(
    articles: readonly ArticleRecord[],
    { order }: SearchStep,
  ): Promise<readonly PositionedArticle[]> {
    const positioned = await this.search.collect(articles, (article) => [
      { article, tierSortKey: (order?.(article.keys) ?? '') + article.keys.place },
    ]);
    return positioned.toSorted((a, b) => byCodePoint(a.tierSortKey, b.tierSortKey));
  }

  /** All hits of a tier that compares texts, in order; read once. An article belongs to the first tier that finds it. */
  private comparedHits(query: TierQuery): Promise<readonly PositionedArticle[]> {
    const { tier, lastLookups } = query.step;
    const read = () => (lastLookups === undefined ? this.readComparedHits(query) : this.readIfAlone(query));
    const hits = this.comparedByTier.get(tier) ?? read();
    this.comparedByTier.set(tier, hits);
    return hits;
  }

  /** The hits of a tier that is read only if no better one has any. */
  private async readIfAlone(query: TierQuery): Promise<readonly PositionedArticle[]> {
    for (const better of this.queries()) {
      if (better.step === query.step) break;
      if ((await this.count(better, 1)).count > 0) return [];
    }
    return this.readComparedHits(query);
  }

  private async readComparedHits(query: TierQuery): Promise<readonly PositionedArticle[]> {
    const earlier: PositionedArticle[] = [];
    for (const before of this.queries()) {
      if (before.step.tier === query.step.tier) break;
      if (before.step.compare !== undefined) earlier.push(...(await this.comparedHits(before)));
    }
    const { options, search, fields } = this;
    this.candidates ??= new TextCandidates({ ...options, search, fields });
    const hits = await this.candidates.nearest(query);
    const inEarlier = new Set(earlier.map(({ article }) => article.sortKey));
    return hits.filter(({ article }) => !inEarlier.has(article.sortKey));
  }
}

/** The error for a page number beyond the hits that a search counts. */
export function searchPageTooFar(): Failure {
  const message = `page reaches only the first ${MAX_COUNTED} hits; continue with after, or use a longer search text`;
  return new Failure('INVALID_INPUT', message);
}

/** A position before every article. */
const BEGINNING = '';

const NOTHING: SearchCount = { count: 0, isWhole: true };

function wholeCount(all: readonly unknown[], limit: number): SearchCount {
  return { count: Math.min(all.length, limit), isWhole: true };
}

/** Whether a tier is better than a prefix match. */
function isGood(tier: MatchTier): boolean {
  return MATCH_TIERS.indexOf(tier) <= MATCH_TIERS.indexOf(LAST_GOOD_TIER);
}
