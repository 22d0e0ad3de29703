import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { baseWordsOf, nounFormsOf, type NounForms } from '../../domain/article/noun-forms';
import type { DictionaryRecord } from '../../domain/dictionary/dictionary';
import type { Folding } from '../../domain/search/folding';
import type { TierQuery } from '../../domain/search/tiers';
import {
  reverseTierQueriesOf,
  tierQueriesOf,
  suggestionTierQueriesOf,
  wordTierQueriesOf,
} from '../../domain/search/match-tiers';
import type { SearchText } from '../../domain/search/search-text';
import { sizeOf, type SortOrder } from '../../shared/paging';
import type { Viewer } from '../../shared/viewer';
import type { FieldPaths } from '../../shared/field-paths';
import type { Storage } from '../../storage/storage';
import type { DictionaryService } from '../dictionaries/dictionary.service';
import type { MissedSearches } from './missed-searches';
import { wordsMeant } from './near-articles';
import { hitOf, type SearchHit } from './search-hit';
import { EMPTY_SEARCH, readByHeadword, readByRank, type SearchPage } from './search-page';
import { type Prepared, preparedSearch, type SearchFilter, wanted } from './prepared-search';
import { RankedSearch } from './ranked-search';
import { visibilityFor } from '../visibility';

export interface SearchRequest {
  readonly text: string;
  readonly filter: SearchFilter;
  readonly first?: number | undefined;
  readonly after?: string | undefined;
  readonly page?: number | undefined;
  /** Order by headword; by rank if omitted. */
  readonly sort?: SortOrder | undefined;
  readonly mostItems: number;
  /** Stored fields of the articles; with `content` or its searched members, hits can show why they matched. */
  readonly fields?: FieldPaths | undefined;
}

export type LookupRequest = Pick<SearchRequest, 'text' | 'filter' | 'first' | 'mostItems' | 'fields'>;

/** A noun that was found. */
export type NounHit = SearchHit & { readonly forms: NounForms };

/** Finds articles by what people type. */
export class SearchService {
  /** The dictionaries that were searched last, as they were then, by the name that the caller gave. */
  private readonly known = new LRUCache<string, DictionaryRecord>({ max: MOST_KNOWN });

  constructor(
    private readonly storage: Pick<Storage, 'articleSearch' | 'articles'>,
    private readonly dictionaries: DictionaryService,
    /** Where texts are counted that find nothing. */
    private readonly missed?: Pick<MissedSearches, 'note'>,
  ) {}

  /**
   * One page of the articles that a text finds, by rank or by headword.
   *
   * @throws Failure INVALID_INPUT when the text is too long, or the window contradicts itself
   */
  async search(viewer: Viewer, searchRequest: SearchRequest): Promise<SearchPage> {
    const { first, after, page, sort, fields } = searchRequest;
    const size = sizeOf({ first, after, page, sort: sort ?? 'ASC' }, searchRequest.mostItems);
    const found = await this.prepared(viewer, searchRequest, async (prepared) => {
      const { text, folding, scope } = prepared;
      const walk = this.walk(prepared, tierQueriesOf(text, folding));
      const request = { after, page, size, fields, folding, language: scope.language };
      const read =
        sort === undefined
          ? await readByRank(walk, request)
          : await readByHeadword(walk, { ...request, sort, articles: this.storage.articles });
      return { prepared, read };
    });
    if (!found) return EMPTY_SEARCH;
    const { prepared, read } = found;
    if (read.items.length === 0 && !read.hasPreviousPage && !read.hasNextPage)
      this.noteMissed(prepared, searchRequest.filter);
    const isWeak = !read.hasPreviousPage && read.items.every((hit) => hit.isWeak);
    const known = read.items.map(({ article }) => article.headword);
    return {
      ...read,
      didYouMean: () =>
        isWeak ? wordsMeant(this.storage.articleSearch, { ...prepared, known }) : Promise.resolve([]),
    };
  }

  /** Articles whose headword begins with a prefix, one per headword, best first. */
  async suggest(viewer: Viewer, searchRequest: LookupRequest): Promise<SearchHit[]> {
    const most = sizeOf({ first: searchRequest.first, sort: 'ASC' }, searchRequest.mostItems);
    // Homographs are read too, and shown once.
    const reading = { ...searchRequest, steps: suggestionTierQueriesOf, readTimes: 4 };
    const hits =
      (await this.prepared(viewer, searchRequest, (prepared) => this.lookUp(prepared, reading))) ?? [];
    const words = hits.map(({ article }) => article.headword);
    return hits.filter(({ article }, i) => words.indexOf(article.headword) === i).slice(0, most);
  }

  /** Articles with a matching translation, best first; their matches name the translation. */
  async reverse(viewer: Viewer, searchRequest: LookupRequest): Promise<SearchHit[]> {
    const reading = { ...searchRequest, steps: reverseTierQueriesOf, readTimes: 1 };
    const hits = await this.prepared(viewer, searchRequest, (prepared) => this.lookUp(prepared, reading));
    return hits ?? [];
  }

  /** Nouns with a word as headword, variant or form, best first. */
  async nouns(viewer: Viewer, searchRequest: LookupRequest): Promise<NounHit[]> {
    const most = sizeOf({ first: searchRequest.first, sort: 'ASC' }, searchRequest.mostItems);
    // Other words of the same spelling are read too, and omitted.
    const reading = { ...searchRequest, steps: wordTierQueriesOf, readTimes: 4 };
    const found = await this.prepared(viewer, searchRequest, async (prepared) => ({
      prepared,
      hits: await this.lookUp(prepared, reading),
    }));
    if (!found) return [];
    const { prepared, hits } = found;
    // A plural with an article of its own leads to the article of its singular.
    const singulars = new Set(hits.flatMap(({ article }) => pluralOf(article)));
    const known = new Set(hits.map(({ article }) => article.headword ?? ''));
    const missing = [...singulars].filter((word) => !known.has(word)).slice(0, MOST_SINGULARS);
    const more = await Promise.all(
      missing.map(async (text) => {
        const asked = { ...searchRequest, text };
        return this.prepared(viewer, asked, (other) => this.lookUp(other, { ...reading, first: 1 }));
      }),
    );
    const all = withoutDoubles([...hits, ...more.flatMap((one) => one ?? [])]);
    return all.flatMap((hit) => nounOf(hit, all, prepared)).slice(0, most);
  }

  private async lookUp(
    prepared: Prepared,
    searchRequest: LookupRequest & {
      readonly steps: (text: SearchText, folding: Folding) => readonly TierQuery[];
      readonly readTimes: number;
    },
  ): Promise<SearchHit[]> {
    const { first, mostItems, fields, steps, readTimes } = searchRequest;
    const size = sizeOf({ first, sort: 'ASC' }, mostItems);
    const { folding, scope } = prepared;
    const { found } = await this.walk(prepared, steps(prepared.text, folding)).read({
      limit: size * readTimes,
      fields,
    });
    return found.map((one) => hitOf(one, { folding, language: scope.language, isByHeadword: false }));
  }

  /** Texts that a filter may have kept from finding something do not count. */
  private noteMissed(
    { text, scope }: Prepared,
    { category, class: grammaticalClass, language }: SearchFilter,
  ): void {
    const { dictionaryId } = scope;
    const isFiltered = [category, grammaticalClass, language].some((value) => wanted(value) !== undefined);
    if (dictionaryId !== undefined && !isFiltered) this.missed?.note(dictionaryId, text.light);
  }

  private walk({ scope, folding }: Prepared, steps: readonly TierQuery[]): RankedSearch {
    return new RankedSearch(this.storage.articleSearch, { scope, folding, steps });
  }

  /**
   * Runs a search by the rules of its dictionary; `undefined` if there is no such dictionary or nothing to look for. The
   * dictionary is read at the same time: by the rules that it had when it was searched last, and, if it has others by
   * now, once more by these. So no answer is stale, and nearly every search waits for the database once less.
   */
  private async prepared<Result>(
    viewer: Viewer,
    { text, filter }: Pick<SearchRequest, 'text' | 'filter'>,
    run: (prepared: Prepared) => Promise<Result>,
  ): Promise<Result | undefined> {
    const runIn = async (dictionary: DictionaryRecord | undefined) => {
      const visibility = visibilityFor(viewer, dictionary?.dictionaryId);
      const prepared = preparedSearch(dictionary, { text, filter, visibility });
      return prepared && run(prepared);
    };
    const { dictionaryId: named } = filter;
    if (typeof named !== 'string') return runIn(undefined);
    const known = this.known.get(named);
    // First, so that the search, which waits for the end of the tick, too, is asked in the same command.
    const reading = this.dictionaries.get(named);
    const early = known && runIn(known);
    // Awaited below, or not wanted any more.
    const [dictionary] = await Promise.all([reading, early?.catch(() => undefined)]);
    if (dictionary && isDeepStrictEqual(dictionary, known)) return early;
    if (!dictionary) {
      this.known.delete(named);
      return undefined;
    }
    this.known.set(named, dictionary);
    return runIn(dictionary);
  }
}

/** Maximum number of dictionaries that are remembered. */
const MOST_KNOWN = 200;

/** Maximum number of singulars that are looked up for plurals with articles of their own. */
const MOST_SINGULARS = 5;

/** The singulars of a headword that its article calls a plural. */
function pluralOf({ content }: Pick<SearchHit['article'], 'content'>): readonly string[] {
  return baseWordsOf(content).flatMap(({ word, isPlural }) => (isPlural ? [word] : []));
}

function withoutDoubles(hits: readonly SearchHit[]): readonly SearchHit[] {
  return [...new Map(hits.toReversed().map((hit) => [hit.article.sortKey, hit])).values()].toReversed();
}

/** A noun with its plurals: those of its article, those with articles of their own, and regular ones. */
function nounOf(hit: SearchHit, hits: readonly SearchHit[], { text, folding }: Prepared): NounHit[] {
  const { headword, content } = hit.article;
  if (headword === null) return [];
  const own = nounFormsOf(content);
  const spellings = folding.spellings(headword);
  const recognised = text.inflections.find(
    ({ base, pair }) => pair !== undefined && spellings.includes(base),
  );
  const others = hits.flatMap(({ article }) =>
    article.headword !== null && pluralOf(article).includes(headword) ? [article.headword] : [],
  );
  const pair = own?.pair ?? recognised?.pair ?? null;
  if (own === undefined && recognised === undefined && others.length === 0) return [];
  const plurals = [...new Set([...(own?.plurals ?? []), ...others])];
  const regular = pair === null ? [] : (folding.inflections?.pluralsOf(headword, pair) ?? []);
  const regularPlurals = regular.filter((plural) => !plurals.includes(plural));
  return [{ ...hit, forms: { singular: own?.singular ?? headword, plurals, pair, regularPlurals } }];
}
