import { nounFormsOf, type NounForms } from '../../domain/article/noun-forms';
import { languageTagOf } from '../../domain/reading/values';
import { type Folding, foldingFor } from '../../domain/search/folding';
import { queryLanguages } from '../../domain/search/glosses/languages';
import { profileOf } from '../../domain/search/profiles';
import type { TierQuery } from '../../domain/search/tiers';
import {
  reverseTierQueriesOf,
  tierQueriesOf,
  suggestionTierQueriesOf,
  wordTierQueriesOf,
} from '../../domain/search/match-tiers';
import { type SearchText, searchTextOf } from '../../domain/search/search-text';
import { sizeOf, type SortOrder } from '../../shared/paging';
import { nfc } from '../../shared/text';
import type { Viewer } from '../../shared/viewer';
import type { Projection } from '../../storage/articles/article-document';
import type { SearchScope } from '../../storage/search/search-filter';
import type { Storage } from '../../storage/storage';
import type { DictionaryService } from '../dictionaries/dictionary.service';
import type { MissedSearches } from './missed-searches';
import { wordsMeant } from './near-articles';
import { hitOf, type SearchHit } from './search-hit';
import { EMPTY_SEARCH, readByHeadword, readByRank, type SearchPage } from './search-page';
import { RankedSearch } from './ranked-search';
import { visibilityFor } from '../visibility';

/** Filter of the searched articles. */
export interface SearchFilter {
  readonly dictionaryId?: string | null | undefined;
  readonly category?: string | null | undefined;
  readonly class?: string | null | undefined;
  readonly language?: string | null | undefined;
}

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
  readonly fields?: Projection | undefined;
}

export type LookupRequest = Pick<SearchRequest, 'text' | 'filter' | 'first' | 'mostItems' | 'fields'>;

/** A noun that was found. */
export type NounHit = SearchHit & { readonly forms: NounForms };

/** A prepared search. */
interface Prepared {
  readonly text: SearchText;
  readonly scope: SearchScope;
  readonly folding: Folding;
}

/** Finds articles by what people type. */
export class SearchService {
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
    const prepared = await this.prepare(viewer, searchRequest);
    if (!prepared) return EMPTY_SEARCH;
    const { text, folding, scope } = prepared;
    const walk = this.walk(prepared, tierQueriesOf(text, folding));
    const request = { after, page, size, fields, folding, language: scope.language };
    const read =
      sort === undefined
        ? await readByRank(walk, request)
        : await readByHeadword(walk, { ...request, sort, articles: this.storage.articles });
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
    const hits = await this.lookUp(viewer, {
      ...searchRequest,
      steps: suggestionTierQueriesOf,
      readTimes: 4,
    });
    const words = hits.map(({ article }) => article.headword);
    return hits.filter(({ article }, i) => words.indexOf(article.headword) === i).slice(0, most);
  }

  /** Articles with a matching translation, best first; their matches name the translation. */
  reverse(viewer: Viewer, searchRequest: LookupRequest): Promise<SearchHit[]> {
    return this.lookUp(viewer, { ...searchRequest, steps: reverseTierQueriesOf, readTimes: 1 });
  }

  /** Nouns with a word as headword, variant or form, best first. */
  async nouns(viewer: Viewer, searchRequest: LookupRequest): Promise<NounHit[]> {
    const most = sizeOf({ first: searchRequest.first, sort: 'ASC' }, searchRequest.mostItems);
    // Other words of the same spelling are read too, and omitted.
    const hits = await this.lookUp(viewer, { ...searchRequest, steps: wordTierQueriesOf, readTimes: 4 });
    return hits
      .flatMap((hit) => {
        const forms = nounFormsOf(hit.article.content);
        return forms === undefined ? [] : [{ ...hit, forms }];
      })
      .slice(0, most);
  }

  private async lookUp(
    viewer: Viewer,
    searchRequest: LookupRequest & {
      readonly steps: (text: SearchText, folding: Folding) => readonly TierQuery[];
      readonly readTimes: number;
    },
  ): Promise<SearchHit[]> {
    const { first, mostItems, fields, steps, readTimes } = searchRequest;
    const size = sizeOf({ first, sort: 'ASC' }, mostItems);
    const prepared = await this.prepare(viewer, searchRequest);
    if (!prepared) return [];
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

  private async prepare(
    viewer: Viewer,
    { text: given, filter }: Pick<SearchRequest, 'text' | 'filter'>,
  ): Promise<Prepared | undefined> {
    const { dictionaryId: named } = filter;
    const dictionary = typeof named === 'string' ? await this.dictionaries.get(named) : undefined;
    if (typeof named === 'string' && !dictionary) return undefined;
    const folding = foldingFor(profileOf(dictionary));
    const language = languageIn(filter.language);
    const languages = queryLanguages(dictionary?.dictionaryId, language);
    const text = searchTextOf(given, { folding, languages });
    if (text === undefined) return undefined;
    const scope = {
      dictionaryId: dictionary?.dictionaryId,
      visibility: visibilityFor(viewer),
      category: wanted(filter.category),
      grammaticalClass: wanted(filter.class),
      language,
    };
    return { text, folding, scope };
  }
}

function wanted(value: string | null | undefined): string | undefined {
  const text = nfc(value ?? '').trim();
  return text === '' ? undefined : text;
}

/** An invalid language tag is compared as it is and matches nothing. */
function languageIn(value: string | null | undefined): string | undefined {
  const language = wanted(value);
  return language === undefined ? undefined : (languageTagOf(language) ?? language);
}
