import { type Lookup, type TierQuery, MATCH_TIERS, type MatchTier } from '../../domain/search/tiers';
import type {
  ArticleSearch,
  SearchCount,
  SearchQuestion,
  SearchReading,
  SearchScope,
} from '../../domain/search/article-search';
import type { ArticleRecord } from '../../domain/article/article-record';
import type { Folding } from '../../domain/search/folding';
import { Failure } from '../../shared/failure';
import { MOST_COUNTED, type Bounded, MOST_EXAMINED } from '../../shared/paging';
import { byCodePoint } from '../../shared/text';
import type { FieldPaths } from '../../shared/field-paths';
import { CombinedTierLookup, type GatheredTiers } from './combined-tier-lookup';
import { type Found, PLACED, type SearchPosition, type Stretch, type Walked } from './search-hit';
import { MOST_NEAR, nearArticles, NearCandidates, type Placed, withKeys } from './near-articles';
import { stepFor } from '../../domain/search/match';

export interface Counted {
  readonly search: ArticleSearch;
  readonly scope: SearchScope;
  /** Levels, best first, without the one for typing errors. */
  readonly steps: readonly TierQuery[];
  readonly limit: number;
}

/**
 * Number of articles of several tiers together, counted up to a limit. One broad key each finds nearly all of them:
 * these are counted along the index, without reading articles; the rest are few.
 *
 * @returns `null` if more would have to be examined than allowed
 */
async function totalOf({ search, scope, steps, limit }: Counted): Promise<number | null> {
  const joined = (['broad', 'precise'] as const).flatMap((kind) => joinedStep(steps, kind) ?? []);
  const others = steps.filter(
    (step) => keysOf(step, 'broad') === undefined && keysOf(step, 'precise') === undefined,
  );
  const counted: TierQuery[] = [];
  let total = 0;
  for (const step of [...joined, ...others]) {
    if (total >= limit) break;
    const { count, isWhole } = await search.count({ scope, step, better: counted }, limit - total);
    if (!isWhole) return null;
    total += count;
    counted.push(step);
  }
  return Math.min(total, limit);
}

/** The tiers for which one key of a kind suffices, combined. */
function joinedStep(steps: readonly TierQuery[], kind: Lookup['in']): TierQuery | undefined {
  const keys = new Set(steps.flatMap((step) => keysOf(step, kind) ?? []));
  return keys.size === 0 ? undefined : { tier: 'word', lookups: [{ in: kind, anyOf: [...keys] }] };
}

/**
 * The keys of a tier of which one is enough; `undefined` for others. An exact headword has one of the keys of the tier
 * behind it, so that it is counted there.
 */
function keysOf({ lookups: [first, ...more] }: TierQuery, kind: Lookup['in']): readonly string[] | undefined {
  if (first === undefined || more.length > 0 || !('anyOf' in first) || first.in !== kind) return undefined;
  return first.anyOf;
}

/** The last tier that is better than a prefix: if it or an earlier one has hits, typing errors are not searched. */
const LAST_GOOD_TIER: MatchTier = 'qualifiedTranslationForm';

/** The tiers and articles of a search. */
export interface Path {
  readonly scope: SearchScope;
  readonly folding: Folding;
  readonly steps: readonly TierQuery[];
}

/** Reads the tiers of one search, best first, and stops when it has enough. */
export class RankedSearch {
  /** The fields read of each article; by default those for its position. */
  private fields: FieldPaths | undefined = PLACED;
  private gathered: CombinedTierLookup | undefined;
  private all: readonly SearchQuestion[] | undefined;
  private candidates: NearCandidates | undefined;
  private readonly nearRead = new Map<MatchTier, Promise<readonly Placed[]>>();

  constructor(
    private readonly search: ArticleSearch,
    private readonly path: Path,
  ) {}

  /**
   * The articles of a range in the order of rank. Ends early when the maximum number of index entries has been
   * examined.
   *
   * @throws Failure INVALID_INPUT if more would have to be examined to skip what precedes the range
   */
  async read({ after, skip = 0, limit, fields: asked }: Stretch): Promise<Walked> {
    const fields = asked && { ...asked, ...PLACED };
    this.fields = fields;
    this.gathered ??= new CombinedTierLookup(this.search, { ...this.path, limit, fields });
    const found: Found[] = [];
    let [left, hasGood, isPart] = [skip, after?.hasGood ?? false, false];
    let examined = 0;
    let gathered: GatheredTiers | undefined;
    for (const question of this.questions(after)) {
      const { step } = question;
      if (found.length >= limit) break;
      if (step.near !== undefined && hasGood) break;
      if (examined >= MOST_EXAMINED)
        return { found, isPart, stoppedAt: { tier: step.tier, place: BEGINNING, hasGood } };
      // Most tiers find nothing, and were read with others.
      if (step.near === undefined) gathered ??= await this.gathered.read();
      if (step.near === undefined && gathered?.articlesOf(step)?.length === 0) continue;
      const before = left === 0 ? NOTHING : await this.count(question, left + 1);
      hasGood ||= before.count > 0 && isGood(step.tier);
      if (left > 0 && before.count <= left) {
        if (!before.isWhole) throw beyondSearchPages();
        left -= before.count;
        continue;
      }
      const reading = { skip: left, limit: limit - found.length, fields };
      const tier = await this.readTier(question, reading);
      left = 0;
      hasGood ||= tier.found.length > 0 && isGood(step.tier);
      isPart ||= tier.isPart ?? false;
      examined += tier.examined ?? 0;
      const state = { step, hasGood };
      found.push(...tier.found.map((one) => ({ ...state, ...one })));
      if (tier.stoppedAt !== undefined)
        return { found, stoppedAt: { tier: step.tier, place: tier.stoppedAt, hasGood } };
    }
    return { found, isPart };
  }

  /** Number of hits, counted up to a limit; `null` if more would have to be examined than allowed. */
  async total(limit: number): Promise<number | null> {
    const { scope, steps } = this.path;
    const certain = steps.filter(({ near }) => near === undefined);
    // For one language each tier handles its translations differently.
    const isWhole = scope.language !== undefined || (await this.isGathered(certain));
    const total = isWhole
      ? await this.sumOf(certain, limit)
      : await totalOf({ search: this.search, scope, steps: certain, limit });
    const near = this.questions().filter(({ step }) => step.near !== undefined);
    if (near.length === 0 || total === null || total >= limit) return total;
    const hasGood = await this.hasGood();
    if (hasGood !== false) return hasGood && total;
    let sum = total;
    for (const question of near) sum += (await this.count(question, limit - sum)).count;
    return sum;
  }

  private async isGathered(steps: readonly TierQuery[]): Promise<boolean> {
    const gathered = await this.gathered?.read();
    return steps.every((step) => gathered?.articlesOf(step) !== undefined || isRange(step));
  }

  private async sumOf(steps: readonly TierQuery[], limit: number): Promise<number | null> {
    let total = 0;
    for (const question of this.questions()) {
      if (total >= limit) break;
      if (!steps.includes(question.step)) continue;
      const { count, isWhole } = await this.count(question, limit - total);
      if (!isWhole) return null;
      total += count;
    }
    return total;
  }

  /** Whether a match better than a prefix exists; `null` if finding out would examine too much. */
  private async hasGood(): Promise<boolean | null> {
    for (const question of this.questions()) {
      if (!isGood(question.step.tier)) continue;
      const { count, isWhole } = await this.count(question, 1);
      if (count > 0) return true;
      if (!isWhole) return null;
    }
    return false;
  }

  /** The tiers from a position on. */
  private questions(after?: SearchPosition): readonly SearchQuestion[] {
    if (after === undefined) return (this.all ??= this.questionsFrom());
    return this.questionsFrom(after);
  }

  private questionsFrom(after?: SearchPosition): readonly SearchQuestion[] {
    const { scope, steps } = this.path;
    const from = after === undefined ? 0 : MATCH_TIERS.indexOf(after.tier);
    return steps.flatMap((step, i) => {
      if (MATCH_TIERS.indexOf(step.tier) < from) return [];
      const place = step.tier === after?.tier ? after.place : undefined;
      return [{ scope, step, better: steps.slice(0, i), after: place }];
    });
  }

  private async count(question: SearchQuestion, limit: number): Promise<SearchCount> {
    const { step } = question;
    if (step.near !== undefined) return wholeCount(await this.near(question), limit);
    const gathered = await this.gatheredFor(step);
    return gathered === undefined ? this.search.count(question, limit) : wholeCount(gathered, limit);
  }

  private async readTier(question: SearchQuestion, reading: SearchReading): Promise<Bounded<Placed>> {
    const { step, after } = question;
    const gathered = await this.gatheredFor(step);
    if (step.near === undefined && step.order === undefined && gathered === undefined) {
      const tier = await this.search.read(question, reading);
      return { ...tier, found: placed(tier.found, step) };
    }
    const { skip = 0, limit } = reading;
    const all = gathered === undefined ? await this.readAlone(question) : placed(gathered, step);
    const behind = all.filter(({ place }) => after === undefined || byCodePoint(place, after) > 0);
    return { found: behind.slice(skip, skip + limit) };
  }

  /** All articles of a tier, if they were read with those of others. */
  private async gatheredFor(step: TierQuery): Promise<readonly ArticleRecord[] | undefined> {
    if (step.near !== undefined) return undefined;
    return (await this.gathered?.read())?.articlesOf(step);
  }

  /** All articles of a tier that no index has in order. */
  private async readAlone(question: SearchQuestion): Promise<readonly Placed[]> {
    const { step, scope, better } = question;
    if (step.near !== undefined) return this.near(question);
    const { fields } = this;
    const found = await this.search.readAny(
      { step, scope, better: [] },
      { limit: MOST_NEAR, fields: fields && withKeys(fields) },
    );
    const own = found.filter((article) => stepFor(article, better, scope.language) === undefined);
    return placed(own, step);
  }

  /** All of them are read at once, and only once. An article is at the first tier that finds it. */
  private near(question: SearchQuestion): Promise<readonly Placed[]> {
    const { tier } = question.step;
    const reading = this.nearRead.get(tier) ?? this.readNear(question);
    this.nearRead.set(tier, reading);
    return reading;
  }

  private async readNear(question: SearchQuestion): Promise<readonly Placed[]> {
    const earlier: Placed[] = [];
    for (const before of this.questions()) {
      if (before.step.tier === question.step.tier) break;
      if (before.step.near !== undefined) earlier.push(...(await this.near(before)));
    }
    const { folding, scope, steps } = this.path;
    this.candidates ??= new NearCandidates({ search: this.search, scope, steps, fields: this.fields });
    const { candidates } = this;
    const found = await nearArticles({ candidates, folding, question });
    const known = new Set(earlier.map(({ article }) => article.sortKey));
    return found.filter(({ article }) => !known.has(article.sortKey));
  }
}

/** Pages by number of a search that are too far in to be found by counting what is before them. */
export function beyondSearchPages(): Failure {
  const message = `page reaches the first ${MOST_COUNTED} hits at most; continue with after, or use a longer search text`;
  return new Failure('INVALID_INPUT', message);
}

/** A position before every article. */
const BEGINNING = '';

const NOTHING: SearchCount = { count: 0, isWhole: true };

function wholeCount(all: readonly unknown[], limit: number): SearchCount {
  return { count: Math.min(all.length, limit), isWhole: true };
}

function placed(articles: readonly ArticleRecord[], { order }: TierQuery): readonly Placed[] {
  if (order === undefined) return articles.map((article) => ({ article, place: article.keys.place }));
  return articles
    .map((article) => ({ article, place: order(article.keys) + article.keys.place }))
    .toSorted((a, b) => byCodePoint(a.place, b.place));
}

/** Whether a step looks for prefixes, which are not combined. */
function isRange(step: TierQuery): boolean {
  return step.lookups.some((lookup) => 'startsWith' in lookup);
}

function isGood(tier: MatchTier): boolean {
  return MATCH_TIERS.indexOf(tier) <= MATCH_TIERS.indexOf(LAST_GOOD_TIER);
}
