import type { SearchStep } from '../domain/search/search-steps';
import type { ArticleSearch } from '../storage/article-search';
import type { SearchScope } from '../storage/search-filter';

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
 */
export async function totalOf({ search, scope, steps, limit }: Counted): Promise<number> {
  const keys = steps.flatMap((step) => broadKeysOf(step) ?? []);
  const broad: SearchStep = { level: 'word', lookups: [{ in: 'broad', anyOf: [...new Set(keys)] }] };
  const others = steps.filter((step) => broadKeysOf(step) === undefined);
  const counted: SearchStep[] = [];
  let total = 0;
  for (const step of keys.length === 0 ? others : [broad, ...others]) {
    if (total >= limit) break;
    total += await search.count({ scope, step, better: counted }, limit - total);
    counted.push(step);
  }
  return Math.min(total, limit);
}

/** The keys of a level of which one is enough. */
function broadKeysOf({ lookups: [first, ...more] }: SearchStep): readonly string[] | undefined {
  if (first === undefined || more.length > 0 || !('anyOf' in first) || first.in !== 'broad') return undefined;
  return first.anyOf;
}
