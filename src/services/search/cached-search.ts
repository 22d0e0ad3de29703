import type { SearchKeys } from '../../domain/search/search-keys';
import { type CacheableRead, type DictionaryReads, MAX_RESULT_BYTES } from '../../storage/mongo/shared-reads';
import type { RankedSearch } from './ranked-search';
import type { HitRange, HitRangeRequest, RankedHit } from './search-position';

/** Estimated memory of a hit per character of its JSON, in bytes: strings have up to two bytes per letter. */
const BYTES_PER_CHARACTER = 2;

/** Memory of the steps of a search, which its hits refer to, in bytes. */
const BYTES_OF_STEPS = 8192;

const BYTES_OF_TOTAL = 100;

/** Replaces the search keys of a cached hit, because only ranking needs them. */
const NO_KEYS: Pick<SearchKeys, 'precise' | 'broad'> = { precise: [], broad: [] };

/** Caches the hits and the total of a search until the dictionary changes. While people type, many searches have the same text. */
export class CachedSearch implements Pick<RankedSearch, 'read' | 'total'> {
  private ranked: RankedSearch | undefined;

  /**
   * @param key identifies searches with equal steps and scopes
   * @param rankedSearch begins the search, if a result is not cached
   */
  constructor(
    private readonly reads: DictionaryReads,
    private readonly key: readonly unknown[],
    private readonly rankedSearch: () => RankedSearch,
  ) {}

  /** Reads a range of the hits: see `RankedSearch.read`. */
  async read(request: HitRangeRequest): Promise<HitRange> {
    const key = JSON.stringify(['hits', this.key, request]);
    const range = await this.reads.read({ key, sizeOf }, async () => {
      const { hits, ...bounds } = await this.started().read(request);
      return { ...bounds, hits: hits.map(withoutKeys) };
    });
    return { ...range, hits: range.hits.map(copyOf) };
  }

  /** Counts the hits up to a limit: see `RankedSearch.total`. */
  total(limit: number): Promise<number | null> {
    const key = JSON.stringify(['total', this.key, limit]);
    return this.reads.read({ key, sizeOf: () => BYTES_OF_TOTAL }, () => this.started().total(limit));
  }

  private started(): RankedSearch {
    return (this.ranked ??= this.rankedSearch());
  }
}

/** The cacheable read of words that are similar to a search text. */
export function similarWords(key: readonly unknown[]): CacheableRead<readonly string[]> {
  return { key: JSON.stringify(key), sizeOf: (words) => BYTES_PER_CHARACTER * words.join('').length };
}

/** Estimates the memory of hits, in bytes. Ends above the maximum, since a search may return megabytes. */
function sizeOf({ hits }: HitRange): number {
  let size = BYTES_OF_STEPS;
  for (const { article } of hits) {
    if (size > MAX_RESULT_BYTES) break;
    size += BYTES_PER_CHARACTER * JSON.stringify(article).length;
  }
  return size;
}

function withoutKeys(hit: RankedHit): RankedHit {
  const { keys } = hit.article;
  return { ...hit, article: { ...hit.article, keys: { ...NO_KEYS, place: keys.place } } };
}

/** A hit of one caller, who may change its article. */
function copyOf(hit: RankedHit): RankedHit {
  return { ...hit, article: { ...hit.article } };
}
