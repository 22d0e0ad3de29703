import type { Lookup, SearchStep } from '../../domain/search/search-steps';
import type { ArticleSearch } from '../../storage/search/article-search';
import type { SearchScope } from '../../storage/search/search-filter';

export interface Counted {
  readonly search: ArticleSearch;
  readonly scope: SearchScope;
  /** Levels, best first; none of them for typing errors. */
  readonly steps: readonly SearchStep[];
  readonly limit: number;
}

/**
 * How many articles the levels of a search have together, counted up to a limit. Nearly all of them are found by one broad
 * key each: those are counted along the index, without reading articles; what is left are few.
 *
 * @returns `null` where more would have to be examined than is
 */
export async function totalOf({ search, scope, steps, limit }: Counted): Promise<number | null> {
  const joined = (['broad', 'precise'] as const).flatMap((kind) => joinedStep(steps, kind) ?? []);
  const others = steps.filter(
    (step) => keysOf(step, 'broad') === undefined && keysOf(step, 'precise') === undefined,
  );
  const counted: SearchStep[] = [];
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

/** The levels that one key of a kind is enough for, as one. */
function joinedStep(steps: readonly SearchStep[], kind: Lookup['in']): SearchStep | undefined {
  const keys = new Set(steps.flatMap((step) => keysOf(step, kind) ?? []));
  return keys.size === 0 ? undefined : { level: 'word', lookups: [{ in: kind, anyOf: [...keys] }] };
}

/**
 * The keys of a level of which one is enough; `undefined` for others. An exact headword has one of the keys of the level
 * behind it, so that it is counted there.
 */
function keysOf(
  { lookups: [first, ...more] }: SearchStep,
  kind: Lookup['in'],
): readonly string[] | undefined {
  if (first === undefined || more.length > 0 || !('anyOf' in first) || first.in !== kind) return undefined;
  return first.anyOf;
}
