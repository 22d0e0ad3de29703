import type { ArticleRecord } from '../domain/article/article-record';
import type {
  ArticleSearch,
  SearchCount,
  SearchQuestion,
  SearchReading,
} from '../domain/search/article-search';
import { wordsNear } from '../domain/search/glosses/typos';
import type { Lookup, TierQuery } from '../domain/search/tiers';
import type { Bounded } from '../shared/paging';
import { byCodePoint } from '../shared/text';
import type { ArticleIndex, OfflineArticle } from './article-index';
import { numbersBeginning, numbersOf } from './key-table';

/** Looks articles up in an index that is in memory. Nothing bounds what is examined: a device holds few articles. */
export class MemorySearch implements ArticleSearch {
  /** Places by lookup, for the time of one search: tiers ask for the same keys again. */
  private readonly known = new WeakMap<Lookup, ReadonlySet<number>>();

  /** @param articleAt the article at a place of the index */
  constructor(
    private readonly index: ArticleIndex,
    private readonly articleAt: (place: number) => OfflineArticle,
  ) {}

  read(question: SearchQuestion, { skip = 0, limit }: SearchReading): Promise<Bounded<ArticleRecord>> {
    return Promise.resolve({ found: this.articles(this.placesOf(question).slice(skip, skip + limit)) });
  }

  readAny(question: SearchQuestion, { limit }: SearchReading): Promise<readonly ArticleRecord[]> {
    return Promise.resolve(this.articles(this.placesOf(question).slice(0, limit)));
  }

  count(question: SearchQuestion, limit: number): Promise<SearchCount> {
    return Promise.resolve({ count: Math.min(this.placesOf(question).length, limit), isWhole: true });
  }

  wordsNear(words: readonly string[]): Promise<readonly (readonly string[])[]> {
    return wordsNear(words, (keys, limit) =>
      Promise.resolve(keys.filter((key) => numbersOf(this.index.words, key) !== undefined).slice(0, limit)),
    );
  }

  /** The search reads no other fields of an article than those that are here. */
  private articles(places: readonly number[]): ArticleRecord[] {
    return places.map((place) => this.articleAt(place) as ArticleRecord);
  }

  /** The places of the articles of a tier, ascending, without those that better tiers find. */
  private placesOf({ step, better, after, until }: SearchQuestion): readonly number[] {
    const [first, ...others] = step.lookups;
    if (first === undefined) throw new Error(`the tier ${step.tier} looks up nothing`);
    const { places } = this.index;
    const found: number[] = [];
    for (const place of this.placesWith(first)) {
      if (!others.every((lookup) => this.placesWith(lookup).has(place))) continue;
      if (!this.hasHeadword(step, place) || better.some((one) => this.isFoundBy(one, place))) continue;
      const key = places[place] ?? '';
      if (after !== undefined && byCodePoint(key, after) <= 0) continue;
      if (until !== undefined && byCodePoint(key, until) > 0) continue;
      found.push(place);
    }
    return found.sort((a, b) => a - b);
  }

  private isFoundBy(step: TierQuery, place: number): boolean {
    return (
      step.lookups.every((lookup) => this.placesWith(lookup).has(place)) && this.hasHeadword(step, place)
    );
  }

  private hasHeadword({ headword }: TierQuery, place: number): boolean {
    return headword === undefined || this.articleAt(place).headword === headword;
  }

  private placesWith(lookup: Lookup): ReadonlySet<number> {
    const known = this.known.get(lookup);
    if (known !== undefined) return known;
    const table = this.index[lookup.in];
    const lists =
      'startsWith' in lookup
        ? [numbersBeginning(table, lookup.startsWith)]
        : lookup.anyOf.flatMap((key) => numbersOf(table, key) ?? []);
    const places = new Set(lists.flatMap((list) => [...list]));
    this.known.set(lookup, places);
    return places;
  }
}
