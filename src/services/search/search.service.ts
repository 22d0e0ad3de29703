import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { baseWordsOf, nounFormsOf, type NounForms } from '../../domain/article/noun-forms';
import type { DictionaryRecord } from '../../domain/dictionary/dictionary';
import {
  reverseStepsOf,
  searchStepsOf,
  suggestionStepsOf,
  wordStepsOf,
} from '../../domain/search/match-tiers';
import { pageSizeOf, type SortOrder } from '../../shared/paging';
import { type Viewer, visibilityFor } from '../../shared/viewer';
import type { FieldPaths } from '../../domain/values/field-paths';
import type { ReadCache } from '../../storage/mongo/shared-reads';
import { ALL_DICTIONARIES } from '../../storage/lists/list-segment';
import type { Storage } from '../../storage/storage';
import type { DictionaryService } from '../dictionaries/dictionary.service';
import { CachedSearch, similarWords } from './cached-search';
import type { MissedSearches } from './missed-searches';
import { hitsOf, type SearchHit } from './search-hits';
import { EMPTY_SEARCH, readByHeadword, readByRank, type SearchPage } from './search-page';
import { type PreparedSearch, preparedSearch, type SearchFilter, filterValue } from './prepared-search';
import { RankedSearch } from './ranked-search';
import { suggestedWords } from './suggested-words';

/** A search and the page of its hits to read. */
export interface SearchRequest {
  readonly text: string;
  readonly filter: SearchFilter;
  readonly first?: number | undefined;
  readonly after?: string | undefined;
  readonly page?: number | undefined;
  /** Direction of the order by headword; the order is by rank if omitted. */
  readonly sort?: SortOrder | undefined;
  /** Maximum page size. */
  readonly maxItems: number;
  /** Stored fields to read of the articles; all if omitted. Hits can only be explained with `content` or its searched members. */
  readonly fields?: FieldPaths | undefined;
}

/** A search of which only the first hits are read. */
export type LookupRequest = Pick<SearchRequest, 'text' | 'filter' | 'first' | 'maxItems' | 'fields'>;

/** A hit that is a noun, with its singular and plurals. */
export type NounHit = SearchHit & { readonly forms: NounForms };

/** The steps of each kind of search. */
const STEPS = {
  search: searchStepsOf,
  suggest: suggestionStepsOf,
  reverse: reverseStepsOf,
  words: wordStepsOf,
} as const;

/** A prepared search of which hits can be read. */
interface ReadableSearch extends PreparedSearch {
  readonly ranked: (kind: keyof typeof STEPS) => CachedSearch;
  /** Returns words similar to the text, without some headwords. */
  readonly similar: (known: readonly (string | null)[]) => Promise<readonly string[]>;
}

/** Searches articles by text: ranked search, suggestions, search by translation, and nouns with their forms. */
export class SearchService {
  /** Cache of recently searched dictionaries, by the identifier in the request. `prepared` revalidates each entry it uses. */
  private readonly dictionaryCache = new LRUCache<string, DictionaryRecord>({ max: MAX_CACHED });

  constructor(
    private readonly storage: Pick<Storage, 'articleSearch' | 'articles'> & {
      readonly readCache: Pick<ReadCache, 'of'>;
    },
    private readonly dictionaries: DictionaryService,
    /** Counts search texts without hits; omitted where nothing is counted. */
    private readonly missed?: Pick<MissedSearches, 'note'>,
  ) {}

  /**
   * Reads a page of the hits of a search text, by rank or by headword.
   *
   * @throws Failure INVALID_INPUT when the text is too long or the paging arguments contradict each other
   */
  async search(viewer: Viewer, searchRequest: SearchRequest): Promise<SearchPage> {
    const { first, after, page, sort, fields } = searchRequest;
    const size = pageSizeOf({ first, after, page, sort: sort ?? 'ASC' }, searchRequest.maxItems);
    const searched = await this.prepared(viewer, searchRequest, async (prepared) => {
      const { folding, scope } = prepared;
      const ranked = prepared.ranked('search');
      const request = { after, page, size, fields, folding, language: scope.language };
      const read =
        sort === undefined
          ? await readByRank(ranked, request)
          : await readByHeadword(ranked, { ...request, sort, articles: this.storage.articles });
      return { prepared, read };
    });
    if (!searched) return EMPTY_SEARCH;
    const { prepared, read } = searched;
    if (read.items.length === 0 && !read.hasPreviousPage && !read.hasNextPage)
      this.noteMissed(prepared, searchRequest.filter);
    const isWeak = !read.hasPreviousPage && read.items.every((hit) => hit.isWeak);
    const known = read.items.map(({ article }) => article.headword);
    return {
      ...read,
      didYouMean: () => (isWeak ? prepared.similar(known) : Promise.resolve([])),
    };
  }

  /** Returns articles whose headword begins with a prefix, one for each headword, best first. */
  async suggest(viewer: Viewer, searchRequest: LookupRequest): Promise<SearchHit[]> {
    const pageSize = pageSizeOf({ first: searchRequest.first, sort: 'ASC' }, searchRequest.maxItems);
    // Reads more than requested, because homographs are shown once.
    const reading = { ...searchRequest, kind: 'suggest', readTimes: 4 } as const;
    const hits =
      (await this.prepared(viewer, searchRequest, (prepared) => this.lookUp(prepared, reading))) ?? [];
    const words = hits.map(({ article }) => article.headword);
    return hits.filter(({ article }, i) => words.indexOf(article.headword) === i).slice(0, pageSize);
  }

  /** Returns articles with a matching translation, best first. `match` of a hit has the translation. */
  async reverse(viewer: Viewer, searchRequest: LookupRequest): Promise<readonly SearchHit[]> {
    const reading = { ...searchRequest, kind: 'reverse', readTimes: 1 } as const;
    const hits = await this.prepared(viewer, searchRequest, (prepared) => this.lookUp(prepared, reading));
    return hits ?? [];
  }

  /** Returns nouns with a word as headword, variant or form, best first. A plural with its own article is replaced by its singular. */
  async nouns(viewer: Viewer, searchRequest: LookupRequest): Promise<NounHit[]> {
    const pageSize = pageSizeOf({ first: searchRequest.first, sort: 'ASC' }, searchRequest.maxItems);
    // Reads more than requested, because hits that are not nouns are omitted.
    const reading = { ...searchRequest, kind: 'words', readTimes: 4 } as const;
    const searched = await this.prepared(viewer, searchRequest, async (prepared) => ({
      prepared,
      hits: await this.lookUp(prepared, reading),
    }));
    if (!searched) return [];
    const { prepared, hits } = searched;
    // A plural may have its own article; its singular is looked up.
    const singulars = new Set(hits.flatMap(({ article }) => pluralOf(article)));
    const headwords = new Set(hits.map(({ article }) => article.headword ?? ''));
    const missing = [...singulars].filter((word) => !headwords.has(word)).slice(0, MAX_SINGULARS);
    const ofSingulars = await Promise.all(
      missing.map(async (text) => {
        const singularRequest = { ...searchRequest, text };
        return this.prepared(viewer, singularRequest, (other) =>
          this.lookUp(other, { ...reading, first: 1 }),
        );
      }),
    );
    const all = withoutDuplicates([...hits, ...ofSingulars.flatMap((singular) => singular ?? [])]);
    return all.flatMap((hit) => nounOf(hit, all, prepared)).slice(0, pageSize);
  }

  /** Reads the first hits of a search by rank, `readTimes` as many as requested. */
  private async lookUp(
    { folding, scope, ranked }: ReadableSearch,
    searchRequest: LookupRequest & { readonly kind: keyof typeof STEPS; readonly readTimes: number },
  ): Promise<readonly SearchHit[]> {
    const { first, maxItems, fields, kind, readTimes } = searchRequest;
    const size = pageSizeOf({ first, sort: 'ASC' }, maxItems);
    const { hits } = await ranked(kind).read({ limit: size * readTimes, fields });
    return hitsOf(hits, { folding, language: scope.language, isByHeadword: false });
  }

  /** Counts a search text without hits, unless a filter may be the reason. */
  private noteMissed(
    { text, scope }: PreparedSearch,
    { category, class: grammaticalClass, language }: SearchFilter,
  ): void {
    const { dictionaryId } = scope;
    const isFiltered = [category, grammaticalClass, language].some(
      (value) => filterValue(value) !== undefined,
    );
    if (dictionaryId !== undefined && !isFiltered) this.missed?.note(dictionaryId, text.light);
  }

  /** Adds cached reads to a search. The key has the rules of the dictionary, on which its hits depend as well. */
  private readable(
    prepared: PreparedSearch,
    text: string,
    { language, searchProfileRevision, targetLanguages }: Partial<DictionaryRecord>,
  ): ReadableSearch {
    const { scope, folding } = prepared;
    const reads = this.storage.readCache.of(scope.dictionaryId ?? ALL_DICTIONARIES);
    const key = [text, scope, language, searchProfileRevision, targetLanguages];
    return {
      ...prepared,
      ranked: (kind) =>
        new CachedSearch(reads, [kind, key], () => {
          const steps = STEPS[kind](prepared.text, folding);
          return new RankedSearch(this.storage.articleSearch, { scope, folding, steps });
        }),
      similar: (known) =>
        reads.read(similarWords(['similar', key, known]), () =>
          suggestedWords(this.storage.articleSearch, { ...prepared, known }),
        ),
    };
  }

  /**
   * Runs a search by the rules of its dictionary; `undefined` if the dictionary does not exist or the text is empty. Runs with the
   * cached dictionary while the stored one is being read, and runs again if they differ. No result is stale, and nearly every search
   * waits for one database round trip less.
   */
  private async prepared<Result>(
    viewer: Viewer,
    { text, filter }: Pick<SearchRequest, 'text' | 'filter'>,
    run: (prepared: ReadableSearch) => Promise<Result>,
  ): Promise<Result | undefined> {
    const runIn = async (dictionary: DictionaryRecord | undefined) => {
      const visibility = visibilityFor(viewer, dictionary?.dictionaryId);
      const prepared = preparedSearch(dictionary, { text, filter, visibility });
      return prepared && run(this.readable(prepared, text, dictionary ?? {}));
    };
    const { dictionaryId: named } = filter;
    if (typeof named !== 'string') return runIn(undefined);
    const cached = this.dictionaryCache.get(named);
    // Before the search, so that the batching of a tick sends both in one command.
    const current = this.dictionaries.get(named);
    const speculative = cached && runIn(cached);
    // Its error is thrown below, or is void because the dictionary has changed.
    const [dictionary] = await Promise.all([current, speculative?.catch(() => undefined)]);
    if (dictionary && isDeepStrictEqual(dictionary, cached)) return speculative;
    if (!dictionary) {
      this.dictionaryCache.delete(named);
      return undefined;
    }
    this.dictionaryCache.set(named, dictionary);
    return runIn(dictionary);
  }
}

/** Maximum number of cached dictionaries. */
const MAX_CACHED = 200;

/** Maximum number of singulars that are looked up for plurals with separate articles. */
const MAX_SINGULARS = 5;

/** The singulars of an article whose headword is a plural; empty for others. */
function pluralOf({ content }: Pick<SearchHit['article'], 'content'>): readonly string[] {
  return baseWordsOf(content).flatMap(({ word, isPlural }) => (isPlural ? [word] : []));
}

/** Hits with each article once, at its best rank. */
function withoutDuplicates(hits: readonly SearchHit[]): readonly SearchHit[] {
  return [...new Map(hits.toReversed().map((hit) => [hit.article.sortKey, hit])).values()].toReversed();
}

/** A hit with its noun forms: plurals of its article, plurals with their own articles, and regular plurals. Empty if it is not a noun. */
function nounOf(hit: SearchHit, hits: readonly SearchHit[], { text, folding }: PreparedSearch): NounHit[] {
  const { headword, content } = hit.article;
  if (headword === null) return [];
  const written = nounFormsOf(content);
  const spellings = folding.spellings(headword);
  const recognised = text.inflections.find(
    ({ base, pair }) => pair !== undefined && spellings.includes(base),
  );
  const others = hits.flatMap(({ article }) =>
    article.headword !== null && pluralOf(article).includes(headword) ? [article.headword] : [],
  );
  const pair = written?.pair ?? recognised?.pair ?? null;
  if (written === undefined && recognised === undefined && others.length === 0) return [];
  const plurals = [...new Set([...(written?.plurals ?? []), ...others])];
  const regular = pair === null ? [] : (folding.inflections?.pluralsOf(headword, pair) ?? []);
  const regularPlurals = regular.filter((plural) => !plurals.includes(plural));
  return [{ ...hit, forms: { singular: written?.singular ?? headword, plurals, pair, regularPlurals } }];
}
