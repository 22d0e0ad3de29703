import { tableOf } from '../domain/search/tables/with-tables';
import { articleData, articleItemData, type OfflineMetadata } from './article-data';
import { type ArticleIndex, offlineArticle, type OfflineArticle, type IndexedArticle } from './article-index';
import type { SearchedOffline } from './offline-search';

export interface OfflineParts {
  readonly dictionary: OfflineMetadata;
  readonly index: ArticleIndex;
  /** The articles by their numbers. */
  readonly article: (number: number) => IndexedArticle;
}

/** Articles whose keys are kept; those of a few searches. */
const MAX_CACHED_ARTICLES = 2000;

/** A dictionary on a device, searched by the rules of the server. */
export class OfflineDictionary implements SearchedOffline {
  private readonly cache = new Map<number, OfflineArticle>();

  constructor(private readonly parts: OfflineParts) {}

  get dictionary(): OfflineMetadata {
    return this.parts.dictionary;
  }

  get index(): ArticleIndex {
    return this.parts.index;
  }

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

  /** @throws MissingTable in a browser that has not loaded the table; `withTables` loads it and tries again */
  get letterKeys(): readonly string[] {
    return tableOf('alphabets').letterKeysOf(this.parts.dictionary);
  }

  /** An article with its neighbours, as the page of an article needs it; `undefined` if there is none. */
  article(number: number) {
    const { dictionary, index } = this.parts;
    const place = index.numbers.indexOf(number);
    if (place < 0) return undefined;
    const position = index.alphabet.indexOf(place);
    const neighbour = (i: number) => {
      const position = index.alphabet[i];
      return position === undefined ? null : articleItemData(this.articleAt(position), dictionary);
    };
    return {
      ...articleData(this.articleAt(place), dictionary),
      previous: neighbour(position - 1),
      next: neighbour(position + 1),
    };
  }

  /** Articles in the order of the alphabet, from a position on. */
  list(from: number, size: number) {
    const { dictionary, index } = this.parts;
    return index.alphabet
      .slice(from, from + size)
      .map((position) => articleItemData(this.articleAt(position), dictionary));
  }

  articleAt(position: number): OfflineArticle {
    const cached = this.cache.get(position);
    if (cached !== undefined) return cached;
    if (this.cache.size >= MAX_CACHED_ARTICLES) this.cache.clear();
    const { dictionary, index, article } = this.parts;
    const made = offlineArticle(
      { dictionary, shortName: index.shortName },
      article(index.numbers[position] ?? 0),
    );
    this.cache.set(position, made);
    return made;
  }
}
