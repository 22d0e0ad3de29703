import type { ArticleRecord } from '../../domain/article/article-record';
import { stepFor } from '../../domain/search/match';
import { isOfTranslations, type Lookup, type MatchTier, type SearchStep } from '../../domain/search/tiers';
import type { FieldPaths } from '../../shared/field-paths';
import type { ArticleSearch } from '../../domain/search/article-search';
import { withKeys } from './near-articles';
import { FIRST_EXAMINED } from '../../shared/paging';
import type { SearchScope } from '../../domain/search/article-search';

/** Number of articles to read beyond the requested ones, so that few searches are read tier by tier. */
const MARGIN = 50;

type ArticlesByTier = ReadonlyMap<MatchTier, readonly ArticleRecord[]>;

/** The search whose tiers are read together. */
export interface CombinedLookupOptions {
  readonly scope: SearchScope;
  readonly steps: readonly SearchStep[];
  /** Number of requested hits. */
  readonly limit: number;
  readonly fields?: FieldPaths | undefined;
}

/**
 * A group of tiers that one query reads. Tiers of translations are separate from other broad keys, since prefixes may match far more
 * articles. A tier with a prefix range is a group of its own.
 */
type Group = 'precise' | 'translations' | 'broad' | MatchTier;

/** The result of a combined lookup. */
export interface CombinedTiers {
  /** Returns all articles of a tier, ordered by `place`; `undefined` if the tier must be read alone, because its group has too many. */
  readonly articlesOf: (step: SearchStep) => readonly ArticleRecord[] | undefined;
}

/**
 * Reads several tiers by one query and assigns the articles to tiers in memory. Most search texts match so few articles that no other
 * query is needed. All groups are read concurrently.
 */
export class CombinedTierLookup {
  private reading: Promise<ReadonlyMap<Group, ArticlesByTier | undefined>> | undefined;

  constructor(
    private readonly search: ArticleSearch,
    private readonly gathering: CombinedLookupOptions,
  ) {}

  /** Reads all groups, once. */
  async read(): Promise<CombinedTiers> {
    const groups = await (this.reading ??= this.readGroups());
    return {
      articlesOf: (step) => {
        const group = groupOf(step);
        const tiers = group && groups.get(group);
        return tiers && (tiers.get(step.tier) ?? []);
      },
    };
  }

  private async readGroups(): Promise<ReadonlyMap<Group, ArticlesByTier | undefined>> {
    const groups = [...new Set(this.gathering.steps.flatMap((step) => groupOf(step) ?? []))];
    const read = await Promise.all(groups.map((group) => this.readAll(group)));
    return new Map(groups.map((group, i) => [group, read[i]]));
  }

  private async readAll(group: Group): Promise<ArticlesByTier | undefined> {
    const { scope, steps, limit, fields } = this.gathering;
    const stepsOfGroup = steps.filter((step) => groupOf(step) === group);
    const lookup = combined(
      group,
      stepsOfGroup.flatMap(({ lookups: [first] }) => first ?? []),
    );
    if (lookup === undefined) return new Map();
    const step: SearchStep = { tier: 'exact', lookups: [lookup] };
    const most = limit + MARGIN;
    const projection = fields && withKeys(fields);
    const { found, stoppedAt, isPart } = await this.search.read(
      { scope, step, better: [] },
      // A search that would examine more is read tier by tier, which can stop.
      { limit: most, fields: projection, mostExamined: FIRST_EXAMINED },
    );
    if (found.length >= most || stoppedAt !== undefined || isPart) return undefined;
    const tiers = new Map<MatchTier, ArticleRecord[]>();
    const placed = await this.search.collect(found, (article) => {
      const tier = stepFor(article, steps, scope.language)?.tier;
      return tier === undefined ? [] : [[tier, article] as const];
    });
    for (const [tier, article] of placed) tiers.set(tier, [...(tiers.get(tier) ?? []), article]);
    return tiers;
  }
}

/** The group of a step; `undefined` for one that compares texts. */
function groupOf({ tier, lookups: [first], near }: SearchStep): Group | undefined {
  if (near !== undefined || first === undefined || first.in === 'content') return undefined;
  if ('startsWith' in first) return tier;
  return isOfTranslations(tier) ? 'translations' : first.in;
}

/** One lookup for all keys of a group, or the prefix range of the group; `undefined` without keys. */
function combined(group: Group, lookups: readonly Lookup[]): Lookup | undefined {
  const range = lookups.find((lookup) => 'startsWith' in lookup);
  if (range !== undefined) return range;
  const keys = new Set(lookups.flatMap((lookup) => ('anyOf' in lookup ? lookup.anyOf : [])));
  return keys.size === 0 ? undefined : { in: group === 'precise' ? 'precise' : 'broad', anyOf: [...keys] };
}
