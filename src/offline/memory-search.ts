import type {
  ArticleSearch,
  SearchCount,
  TierQuery,
  SearchRange,
  UnionQuery,
} from '../domain/search/article-search';
import type { ArticleRecord } from '../domain/article/article-record';
import { wordsNear } from '../domain/search/glosses/typos';
import type { Lookup, SearchStep } from '../domain/search/tiers';
import type { Bounded } from '../shared/paging';
import { byCodePoint } from '../shared/text';
import type { ArticleIndex, OfflineArticle } from './article-index';
import { numbersBeginning, numbersOf } from './key-table';

/** A dictionary whose articles are searched. */
export interface SearchedIndex {
  readonly index: ArticleIndex;
  /** The article at a position of the index. */
  readonly articleAt: (position: number) => OfflineArticle;
}

/** An article that a tier finds, with its position in the index of its dictionary. */
interface IndexHit {
  readonly owner: SearchedIndex;
  readonly position: number;
  /** Its sort key among the articles of all dictionaries. */
  readonly key: string;
}

/**
 * Searches the in-memory indexes of several dictionaries as one. The number of examined entries is not limited: a device holds few
 * articles.
 */
export class MemorySearch implements ArticleSearch {
  private readonly lookups: readonly IndexLookup[];

  constructor(private readonly searched: readonly SearchedIndex[]) {
    this.lookups = searched.map((index) => new IndexLookup(index));
  }

  read(query: TierQuery, { skip = 0, limit }: SearchRange): Promise<Bounded<ArticleRecord>> {
    return Promise.resolve({ items: articlesAt(this.hitsOf(query).slice(skip, skip + limit)) });
  }

  readAny(query: TierQuery, { limit }: SearchRange): Promise<readonly ArticleRecord[]> {
    return Promise.resolve(articlesAt(this.hitsOf(query).slice(0, limit)));
  }

  count(query: TierQuery, limit: number): Promise<SearchCount> {
    return Promise.resolve({ count: Math.min(this.hitsOf(query).length, limit), isWhole: true });
  }

  countAll({ scope, steps }: UnionQuery): Promise<number> {
    const hits = steps.flatMap((step) => this.hitsOf({ scope, step, excluded: [] }));
    return Promise.resolve(new Set(hits.map(({ key }) => key)).size);
  }

  wordsNear(words: readonly string[]): Promise<readonly (readonly string[])[]> {
    const isKnown = (key: string) =>
      this.searched.some(({ index }) => numbersOf(index.words, key) !== undefined);
    return wordsNear(words, {
      among: (keys, limit) => Promise.resolve(keys.filter(isKnown).slice(0, limit)),
    });
  }

  collect<Piece>(
    articles: readonly ArticleRecord[],
    make: (article: ArticleRecord) => readonly Piece[],
  ): Promise<readonly Piece[]> {
    return Promise.resolve(articles.flatMap(make));
  }

  private hitsOf(query: TierQuery): readonly IndexHit[] {
    return this.lookups
      .flatMap((lookup) => lookup.hitsOf(query))
      .sort((hit, other) => byCodePoint(hit.key, other.key));
  }
}

/** The search reads no other fields of an article than those of `OfflineArticle`. */
function articlesAt(hits: readonly IndexHit[]): ArticleRecord[] {
  return hits.map(({ owner, position }) => owner.articleAt(position) as ArticleRecord);
}

/** Finds articles of one dictionary by their search keys. */
class IndexLookup {
  /** Positions by lookup, during one search: several tiers look up the same keys. */
  private readonly cache = new WeakMap<Lookup, ReadonlySet<number>>();

  constructor(private readonly owner: SearchedIndex) {}

  /** The articles of a tier in their order, without those that better tiers find. */
  hitsOf({ step, excluded, after, until }: TierQuery): readonly IndexHit[] {
    const [first] = step.lookups;
    if (first === undefined) throw new Error(`${step.tier} has no lookup`);
    const { owner } = this;
    const hits: IndexHit[] = [];
    for (const position of this.lookUp(first)) {
      if (!this.isFoundBy(step, position)) continue;
      if (excluded.some((other) => this.isFoundBy(other, position))) continue;
      const key = owner.index.places[position] ?? '';
      if (after !== undefined && byCodePoint(key, after) <= 0) continue;
      if (until !== undefined && byCodePoint(key, until) > 0) continue;
      hits.push({ owner, position, key });
    }
    return hits.sort((a, b) => a.position - b.position);
  }

  private isFoundBy(step: SearchStep, position: number): boolean {
    return (
      step.lookups.every((lookup) => this.lookUp(lookup).has(position)) && this.hasHeadword(step, position)
    );
  }

  private hasHeadword({ headword }: SearchStep, position: number): boolean {
    return headword === undefined || this.owner.articleAt(position).headword === headword;
  }

  private lookUp(lookup: Lookup): ReadonlySet<number> {
    const cached = this.cache.get(lookup);
    if (cached !== undefined) return cached;
    const table = this.owner.index[lookup.in];
    const lists =
      'startsWith' in lookup
        ? [numbersBeginning(table, lookup.startsWith)]
        : lookup.anyOf.flatMap((key) => numbersOf(table, key) ?? []);
    const positions = new Set(lists.flatMap((list) => [...list]));
    this.cache.set(lookup, positions);
    return positions;
  }
}
