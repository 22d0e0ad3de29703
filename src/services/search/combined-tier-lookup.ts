import type { ArticleRecord } from '../../domain/article/article-record';
import { stepFor } from '../../domain/search/match';
import { isOfTranslations, type Lookup, type MatchTier, type SearchStep } from '../../domain/search/tiers';
import type { FieldPaths } from '../../domain/values/field-paths';
import type { ArticleSearch } from '../../domain/search/article-search';
import { withKeys } from './text-candidates';
import { FIRST_EXAMINED } from '../../shared/paging';
import type { SearchScope } from '../../domain/search/article-search';

/** Number of articles to read beyond the requested ones, so that few searches are read tier by tier. */
const MARGIN = 50;

/** The articles of a group by tier. If the group has too many (`isWhole` is false), only the tiers that find nothing. */
interface ReadGroup {
  readonly isWhole: boolean;
  readonly tiers: ReadonlyMap<MatchTier, readonly ArticleRecord[]>;
}

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
 * articles. A tier with a prefix range is a separate group.
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
  private reading: Promise<ReadonlyMap<Group, ReadGroup>> | undefined;

  constructor(
    private readonly search: ArticleSearch,
    private readonly options: CombinedLookupOptions,
  ) {}

  /** Reads all groups, once. */
  async read(): Promise<CombinedTiers> {
    const groups = await (this.reading ??= this.readGroups());
    return {
      articlesOf: (step) => {
        const group = groupOf(step);
        const read = group && groups.get(group);
        return read && (read.tiers.get(step.tier) ?? (read.isWhole ? [] : undefined));
      },
    };
  }

  private async readGroups(): Promise<ReadonlyMap<Group, ReadGroup>> {
    const groups = [...new Set(this.options.steps.flatMap((step) => groupOf(step) ?? []))];
    return new Map(
      await Promise.all(groups.map(async (group) => [group, await this.readAll(group)] as const)),
    );
  }

  private async readAll(group: Group): Promise<ReadGroup> {
    const { scope, steps, limit, fields } = this.options;
    const stepsOfGroup = steps.filter((step) => groupOf(step) === group);
    const lookup = combined(
      group,
      stepsOfGroup.flatMap(({ lookups: [first] }) => first ?? []),
    );
    if (lookup === undefined) return { isWhole: true, tiers: new Map() };
    const step: SearchStep = { tier: 'exact', lookups: [lookup] };
    const limitWithMargin = limit + MARGIN;
    const projection = fields && withKeys(fields);
    const {
      items: articles,
      stoppedAt,
      isPart,
    } = await this.search.read(
      { scope, step, excluded: [] },
      // A search that would examine more is read tier by tier, which can stop.
      { limit: limitWithMargin, fields: projection, maxExamined: FIRST_EXAMINED },
    );
    if (articles.length >= limitWithMargin || stoppedAt !== undefined || isPart)
      return this.emptyTiers(stepsOfGroup);
    const tiers = new Map<MatchTier, ArticleRecord[]>();
    const placed = await this.search.collect(articles, (article) => {
      const tier = stepFor(article, steps, scope.language)?.tier;
      return tier === undefined ? [] : [[tier, article] as const];
    });
    for (const [tier, article] of placed) {
      const others = tiers.get(tier);
      if (others) others.push(article);
      else tiers.set(tier, [article]);
    }
    return { isWhole: true, tiers };
  }

  /** The tiers that find nothing, which the first lookups of their steps show. Most tiers of a search find nothing, and need not be read. */
  private async emptyTiers(steps: readonly SearchStep[]): Promise<ReadGroup> {
    const { dictionaryId, visibility } = this.options.scope;
    const scope = { dictionaryId, visibility };
    // A prefix range is alone in its group, which has too many.
    const counts = await Promise.all(
      (steps.length > 1 ? steps : []).map(({ tier, lookups }) =>
        this.search.count({ scope, step: { tier, lookups: lookups.slice(0, 1) }, excluded: [] }, 1),
      ),
    );
    const others = new Set(steps.flatMap(({ tier }, i) => (counts[i]?.count === 0 ? [] : tier)));
    const empty = steps.filter(({ tier }) => !others.has(tier));
    return { isWhole: false, tiers: new Map(empty.map(({ tier }) => [tier, []])) };
  }
}

/** The group of a step; `undefined` for one that compares texts. */
function groupOf({ tier, lookups: [first], compare }: SearchStep): Group | undefined {
  if (compare !== undefined || first === undefined || first.in === 'content') return undefined;
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
