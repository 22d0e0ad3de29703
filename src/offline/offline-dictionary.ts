import { letterKeysOf } from '../domain/alphabet/letter-keys';
import { matchOf } from '../domain/search/match';
import { tierQueriesOf } from '../domain/search/match-tiers';
import { isWeak, type Lookup, type TierQuery } from '../domain/search/tiers';
import { wordsMeant } from '../services/search/near-articles';
import { preparedSearch } from '../services/search/prepared-search';
import { RankedSearch } from '../services/search/ranked-search';
import { MOST_COUNTED, type Bounded } from '../shared/paging';
import { type ArticleIndex, offlineArticle, type OfflineArticle, type StoredArticle } from './article-index';
import { articleData, articleItemData, type OfflineMetadata } from './article-data';
import type { ArticleRecord } from '../domain/article/article-record';
import type {
  ArticleSearch,
  SearchCount,
  SearchQuestion,
  SearchReading,
} from '../domain/search/article-search';
import { withTables } from '../domain/search/glosses/tables/with-tables';
import { wordsNear } from '../domain/search/glosses/typos';
import { byCodePoint } from '../shared/text';
import { numbersBeginning, numbersOf } from './key-table';

export { withTables };

/** Looks articles up in an index that is in memory. Nothing bounds what is examined: a device holds few articles. */
class MemorySearch implements ArticleSearch {
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

export interface OfflineParts {
  readonly dictionary: OfflineMetadata;
  readonly index: ArticleIndex;
  /** The articles by their numbers. */
  readonly article: (number: number) => StoredArticle;
}

interface PageAsked {
  readonly page: number;
  readonly size: number;
}

/** Articles whose keys are kept; those of a few searches. */
const MOST_KEPT = 2000;

/** A dictionary on a device, searched by the rules of the server. */
export class OfflineDictionary {
  private readonly kept = new Map<number, OfflineArticle>();

  constructor(private readonly parts: OfflineParts) {}

  /** Number of articles. */
  get size(): number {
    return this.parts.index.numbers.length;
  }

  /** The letters with which headwords begin, with the number of their articles. */
  get letters(): readonly { readonly letter: string; readonly count: number; readonly from: number }[] {
    const { letters } = this.parts.index;
    return letters.map(([letter, from], i) => ({
      letter,
      from,
      count: (letters[i + 1]?.[1] ?? this.size) - from,
    }));
  }

  get letterKeys(): readonly string[] {
    return letterKeysOf(this.parts.dictionary);
  }

  /**
   * A page of what a text finds, as the GraphQL field `search` returns it.
   *
   * @throws Failure INVALID_INPUT when the text is too long
   */
  search(text: string, { page = 1, size = 10 }: Partial<PageAsked> = {}) {
    return withTables(() => this.found(text, { page, size }));
  }

  /** Loads what searches need, so that they need no network. */
  async prepare(): Promise<void> {
    await this.search('a');
  }

  private async found(text: string, { page, size }: PageAsked) {
    const { dictionary, index } = this.parts;
    const prepared = preparedSearch(dictionary, { text, filter: {}, visibility: ['shown'] });
    if (prepared === undefined) return answer([], { total: 0, hasNextPage: false, didYouMean: [] });
    const { folding, scope } = prepared;
    const search = new MemorySearch(index, (place) => this.at(place));
    const walk = new RankedSearch(search, { scope, folding, steps: tierQueriesOf(prepared.text, folding) });
    const { found } = await walk.read({ skip: (page - 1) * size, limit: size + 1, fields: {} });
    const shown = found.slice(0, size);
    const known = shown.map(({ article }) => article.headword);
    const isUnsure = page === 1 && shown.every(({ step }) => isWeak(step.tier));
    const nodes = shown.map(({ article, step }) => {
      const match = matchOf(article.content, { step, folding });
      return {
        match: match && { ...match, tier: enumName(match.level), field: enumName(match.field) },
        article: articleItemData(article, dictionary),
      };
    });
    return answer(
      nodes.flatMap(({ match, article }) => (match === undefined ? [] : [{ match, article }])),
      {
        total: page === 1 && found.length <= size ? found.length : await walk.total(MOST_COUNTED + 1),
        hasNextPage: found.length > size,
        didYouMean: isUnsure ? await wordsMeant(search, { ...prepared, known }) : [],
      },
    );
  }

  /** An article with its neighbours, as the page of an article needs it; `undefined` if there is none. */
  article(number: number) {
    const { dictionary, index } = this.parts;
    const place = index.numbers.indexOf(number);
    if (place < 0) return undefined;
    const position = index.alphabet.indexOf(place);
    const neighbour = (i: number) => {
      const there = index.alphabet[i];
      return there === undefined ? null : articleItemData(this.at(there), dictionary);
    };
    return {
      ...articleData(this.at(place), dictionary),
      previous: neighbour(position - 1),
      next: neighbour(position + 1),
    };
  }

  /** Articles in the order of the alphabet, from a position on. */
  list(from: number, size: number) {
    const { dictionary, index } = this.parts;
    return index.alphabet
      .slice(from, from + size)
      .map((place) => articleItemData(this.at(place), dictionary));
  }

  private at(place: number): OfflineArticle {
    const known = this.kept.get(place);
    if (known !== undefined) return known;
    if (this.kept.size >= MOST_KEPT) this.kept.clear();
    const { dictionary, index, article } = this.parts;
    const made = offlineArticle(dictionary, article(index.numbers[place] ?? 0));
    this.kept.set(place, made);
    return made;
  }
}

/** `foldedVariant` is `FOLDED_VARIANT` in GraphQL. */
function enumName(name: string): string {
  return name.replace(/[A-Z]/g, '_$&').toUpperCase();
}

interface Counts {
  readonly total: number | null;
  readonly hasNextPage: boolean;
  readonly didYouMean: readonly string[];
}

function answer<Hit>(nodes: readonly Hit[], { total, hasNextPage, didYouMean }: Counts) {
  const totalCount = total === null || total > MOST_COUNTED ? null : total;
  return { search: { totalCount, didYouMean, pageInfo: { hasNextPage }, nodes } };
}
