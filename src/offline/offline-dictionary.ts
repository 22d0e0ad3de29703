import { letterKeysOf } from '../domain/alphabet/letter-keys';
import { matchOf } from '../domain/search/match';
import { tierQueriesOf } from '../domain/search/match-tiers';
import { isWeak } from '../domain/search/tiers';
import { wordsMeant } from '../services/search/near-articles';
import { preparedSearch } from '../services/search/prepared-search';
import { RankedSearch } from '../services/search/ranked-search';
import { MOST_COUNTED } from '../shared/paging';
import { type ArticleIndex, offlineArticle, type OfflineArticle, type StoredArticle } from './article-index';
import { articleData, articleItemData, type OfflineMetadata } from './article-data';
import { MemorySearch } from './memory-search';

export interface OfflineParts {
  readonly dictionary: OfflineMetadata;
  readonly index: ArticleIndex;
  /** The articles by their numbers. */
  readonly article: (number: number) => StoredArticle;
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
  async search(
    text: string,
    { page = 1, size = 10 }: { readonly page?: number; readonly size?: number } = {},
  ) {
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
