import type { ArticleRecord } from '../../domain/article/article-record';
import { stepFor } from '../../domain/search/match';
import { isOfTranslations, type Lookup, type MatchTier, type TierQuery } from '../../domain/search/tiers';
import type { FieldPaths } from '../../shared/field-paths';
import type { ArticleSearch } from '../../domain/search/article-search';
import { withKeys } from './near-articles';
import { FIRST_EXAMINED } from '../../shared/paging';
import type { SearchScope } from '../../domain/search/article-search';

/** Number of articles read beyond the requested ones, so that few searches must be read tier by tier. */
const MARGIN = 50;

type Levels = ReadonlyMap<MatchTier, readonly ArticleRecord[]>;

export interface Gathering {
  readonly scope: SearchScope;
  readonly steps: readonly TierQuery[];
  readonly limit: number;
  readonly fields?: FieldPaths | undefined;
}

/**
 * Tiers that are read by one query: those of translations apart, since prefixes may match far more articles. A long prefix
 * is a range of keys, which is read by a query of its own.
 */
type Group = 'precise' | 'translations' | 'broad' | MatchTier;

/** What was read of all groups. */
export interface GatheredTiers {
  /** All articles of a tier in order; `undefined` if the tier must be read alone. */
  readonly articlesOf: (step: TierQuery) => readonly ArticleRecord[] | undefined;
}

/**
 * Tiers with keys of one kind, read by one query and separated here. Most texts match so few articles that this is
 * the only query; otherwise a tier is read alone. All groups are read at the same time.
 */
export class CombinedTierLookup {
  private reading: Promise<ReadonlyMap<Group, Levels | undefined>> | undefined;

  constructor(
    private readonly search: ArticleSearch,
    private readonly gathering: Gathering,
  ) {}

  /** Reads all groups, once. */
  async read(): Promise<GatheredTiers> {
    const groups = await (this.reading ??= this.readGroups());
    return {
      articlesOf: (step) => {
        const group = groupOf(step);
        const tiers = group && groups.get(group);
        return tiers && (tiers.get(step.tier) ?? []);
      },
    };
  }

  private async readGroups(): Promise<ReadonlyMap<Group, Levels | undefined>> {
    const groups = [...new Set(this.gathering.steps.flatMap((one) => groupOf(one) ?? []))];
    const read = await Promise.all(groups.map((group) => this.readAll(group)));
    return new Map(groups.map((group, i) => [group, read[i]]));
  }

  private async readAll(group: Group): Promise<Levels | undefined> {
    const { scope, steps, limit, fields } = this.gathering;
    const own = steps.filter((step) => groupOf(step) === group);
    const lookup = joined(
      group,
      own.flatMap(({ lookups: [first] }) => first ?? []),
    );
    if (lookup === undefined) return new Map();
    const step: TierQuery = { tier: 'exact', lookups: [lookup] };
    const most = limit + MARGIN;
    const projection = fields && withKeys(fields);
    const { found, stoppedAt, isPart } = await this.search.read(
      { scope, step, better: [] },
      // A search that would examine more is read tier by tier, which can stop.
      { limit: most, fields: projection, mostExamined: FIRST_EXAMINED },
    );
    if (found.length >= most || stoppedAt !== undefined || isPart) return undefined;
    const tiers = new Map<MatchTier, ArticleRecord[]>();
    for (const article of found) {
      const tier = stepFor(article, steps, scope.language)?.tier;
      if (tier !== undefined) tiers.set(tier, [...(tiers.get(tier) ?? []), article]);
    }
    return tiers;
  }
}

/** The group of a tier. Near words are looked up apart. */
function groupOf({ tier, lookups: [first], near }: TierQuery): Group | undefined {
  if (near !== undefined || first === undefined || first.in === 'content') return undefined;
  if ('startsWith' in first) return tier;
  return isOfTranslations(tier) ? 'translations' : first.in;
}

/** All keys of the lookups of a group; a range stands alone. */
function joined(group: Group, lookups: readonly Lookup[]): Lookup | undefined {
  const range = lookups.find((lookup) => 'startsWith' in lookup);
  if (range !== undefined) return range;
  const keys = new Set(lookups.flatMap((lookup) => ('anyOf' in lookup ? lookup.anyOf : [])));
  return keys.size === 0 ? undefined : { in: group === 'precise' ? 'precise' : 'broad', anyOf: [...keys] };
}
