import type { ArticleSearch, UnionQuery } from '../../domain/search/article-search';
import { stepFor } from '../../domain/search/match';
import type { Lookup, SearchStep } from '../../domain/search/tiers';

/**
 * Counts the articles that any of the steps finds, up to a limit. Steps with a single lookup find nearly all of them; these are combined
 * and counted along the index, without reading articles. Those whose articles are known are not counted again.
 *
 * @returns `null` if the maximum number of examined index entries is exceeded
 */
export async function countAll(
  search: Pick<ArticleSearch, 'collect' | 'count'>,
  { scope, alreadyRead: { articles, unreadSteps: steps } }: UnionQuery,
  limit: number,
): Promise<number | null> {
  const only = await search.collect(articles, (article) =>
    stepFor(article, steps, scope.language) === undefined ? [article] : [],
  );
  const combined = (['broad', 'precise'] as const).flatMap((kind) => combinedStep(steps, kind) ?? []);
  const others = steps.filter(
    (step) =>
      singleLookupKeys(step, 'broad') === undefined && singleLookupKeys(step, 'precise') === undefined,
  );
  const counted: SearchStep[] = [];
  let total = only.length;
  for (const step of [...combined, ...others]) {
    if (total >= limit) break;
    const { count, isWhole } = await search.count({ scope, step, excluded: counted }, limit - total);
    if (!isWhole) return null;
    total += count;
    counted.push(step);
  }
  return Math.min(total, limit);
}

/** One step for all steps with a single lookup of keys of a kind; `undefined` if there is none. */
function combinedStep(steps: readonly SearchStep[], kind: Lookup['in']): SearchStep | undefined {
  const keys = new Set(steps.flatMap((step) => singleLookupKeys(step, kind) ?? []));
  return keys.size === 0 ? undefined : { tier: 'word', lookups: [{ in: kind, anyOf: [...keys] }] };
}

/**
 * The keys of a step with a single `anyOf` lookup of a kind; `undefined` for other steps. The required headword of the exact tier is
 * ignored: the next tier has the same keys, so that the sum is right.
 */
function singleLookupKeys(
  { lookups: [first, ...more] }: SearchStep,
  kind: Lookup['in'],
): readonly string[] | undefined {
  if (first === undefined || more.length > 0 || !('anyOf' in first) || first.in !== kind) return undefined;
  return first.anyOf;
}
