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

/** The articles of a dictionary and what finds them. */
export interface SearchedIndex {
  readonly index: ArticleIndex;
  /** The article at a place of the index. */
  readonly articleAt: (place: number) => OfflineArticle;
}

/** An article that a tier finds, by its place in the index of its dictionary. */
interface Placed {
  readonly owner: SearchedIndex;
  readonly place: number;
  /** Its place among the articles of all dictionaries. */
  readonly key: string;
}

/**
 * Looks articles up in indexes that are in memory, all as one. Nothing bounds what is examined: a device holds few
 * articles.
 */
export class MemorySearch implements ArticleSearch {
  private readonly lookups: readonly IndexLookup[];

  constructor(private readonly searched: readonly SearchedIndex[]) {
    this.lookups = searched.map((index) => new IndexLookup(index));
  }

  read(query: TierQuery, { skip = 0, limit }: SearchRange): Promise<Bounded<ArticleRecord>> {
    return Promise.resolve({ found: articlesAt(this.found(query).slice(skip, skip + limit)) });
  }

  readAny(query: TierQuery, { limit }: SearchRange): Promise<readonly ArticleRecord[]> {
    return Promise.resolve(articlesAt(this.found(query).slice(0, limit)));
  }

  count(query: TierQuery, limit: number): Promise<SearchCount> {
    return Promise.resolve({ count: Math.min(this.found(query).length, limit), isWhole: true });
  }

  countAll({ scope, steps }: UnionQuery): Promise<number> {
    const found = steps.flatMap((step) => this.found({ scope, step, better: [] }));
    return Promise.resolve(new Set(found.map(({ key }) => key)).size);
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

  private found(query: TierQuery): readonly Placed[] {
    return this.lookups
      .flatMap((lookup) => lookup.found(query))
      .sort((hit, other) => byCodePoint(hit.key, other.key));
  }
}

/** The search reads no other fields of an article than those that are here. */
function articlesAt(found: readonly Placed[]): ArticleRecord[] {
  return found.map(({ owner, place }) => owner.articleAt(place) as ArticleRecord);
}

/** Looks articles of one dictionary up. */
class IndexLookup {
  /** Places by lookup, for the time of one search: tiers ask for the same keys again. */
  private readonly known = new WeakMap<Lookup, ReadonlySet<number>>();

  constructor(private readonly owner: SearchedIndex) {}

  /** The articles of a tier in their order, without those that better tiers find. */
  found({ step, better, after, until }: TierQuery): readonly Placed[] {
    const [first, ...others] = step.lookups;
    if (first === undefined) throw new Error(`${step.tier} has no lookup`);
    const { owner } = this;
    const found: Placed[] = [];
    for (const place of this.placesWith(first)) {
      if (!others.every((lookup) => this.placesWith(lookup).has(place))) continue;
      if (!this.hasHeadword(step, place) || better.some((other) => this.isFoundBy(other, place))) continue;
      const key = owner.index.places[place] ?? '';
      if (after !== undefined && byCodePoint(key, after) <= 0) continue;
      if (until !== undefined && byCodePoint(key, until) > 0) continue;
      found.push({ owner, place, key });
    }
    return found.sort((a, b) => a.place - b.place);
  }

  private isFoundBy(step: SearchStep, place: number): boolean {
    return (
      step.lookups.every((lookup) => this.placesWith(lookup).has(place)) && this.hasHeadword(step, place)
    );
  }

  private hasHeadword({ headword }: SearchStep, place: number): boolean {
    return headword === undefined || this.owner.articleAt(place).headword === headword;
  }

  private placesWith(lookup: Lookup): ReadonlySet<number> {
    const known = this.known.get(lookup);
    if (known !== undefined) return known;
    const table = this.owner.index[lookup.in];
    const lists =
      'startsWith' in lookup
        ? [numbersBeginning(table, lookup.startsWith)]
        : lookup.anyOf.flatMap((key) => numbersOf(table, key) ?? []);
    const places = new Set(lists.flatMap((list) => [...list]));
    this.known.set(lookup, places);
    return places;
  }
}
