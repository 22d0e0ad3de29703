import type { GraphQLResolveInfo } from 'graphql';
import { SEARCHED_CONTENT } from '../../services/search/text-candidates';
import { articleProjection, ITSELF, IN_CONNECTION } from '../articles/article-projection';
import { selectedFields } from '../selection';
import {
  Args,
  Ctx,
  Extensions,
  FieldResolver,
  Info,
  Int,
  Query,
  Resolver,
  Root,
  Arg,
  Field,
  ObjectType,
} from 'type-graphql';
import type { SearchPage } from '../../services/search/search-page';
import { SearchService } from '../../services/search/search.service';
import { COST, COST_OF_SEARCH } from '../../shared/extensions';
import { DEFAULT_PAGE_SIZE } from '../../shared/paging';
import type { Context } from '../context';
import { dictionaryIn } from '../node/named-objects';
import { Connection, connectionType } from '../paging/connection';
import {
  HeadwordForTranslation,
  Noun,
  SearchHitView,
  Suggestion,
  HeadwordsForArgs,
  NounsArgs,
  SearchArgs,
  SuggestArgs,
} from './search';
import { Dictionary, type DictionaryRecord } from '../../domain/dictionary/dictionary';
import type { MissedSearches } from '../../services/search/missed-searches';

@ObjectType({ description: 'A search text that found nothing in a dictionary.', simpleResolvers: true })
class MissedSearch {
  @Field(() => String, { description: 'The text in lower case, with look-alike letters unified.' })
  text!: string;

  @Field(() => Int, { description: 'Approximate number of searches.' })
  count!: number;
}

/** Resolves the searches in a dictionary that had no hits. */
@Resolver(() => Dictionary)
export class MissedSearchesResolver {
  constructor(private readonly missed: MissedSearches) {}

  @FieldResolver(() => [MissedSearch], {
    nullable: true,
    description:
      'Texts for which searches in this dictionary found nothing, the most frequent first. Texts that are a headword or variant by now are left out. Callers are not stored. Empty if `MISSED_SEARCHES` is off. For editors and admins.',
  })
  missedSearches(
    @Root() { dictionaryId }: DictionaryRecord,
    @Arg('first', () => Int, {
      nullable: true,
      defaultValue: DEFAULT_PAGE_SIZE,
      description: 'Maximum number of texts, at most 100.',
    })
    first: number | null,
  ) {
    return this.missed.of(dictionaryId, first ?? DEFAULT_PAGE_SIZE);
  }
}

/** The fields from which the forms of a noun are read. */
const NOUN_CONTENT = { ...SEARCHED_CONTENT, 'content.classes': 1 } as const;

/** Fields of a hit, other than the article, that are computed from the content of the article. */
const FIELDS_FROM_CONTENT = ['match', 'senseNumber'];

/** The stored fields that the hits of a response need. */
function searchProjection(
  info: GraphQLResolveInfo,
  paths: readonly (readonly string[])[],
): Record<string, 1> {
  const fields = articleProjection(
    info,
    paths.map((path) => [...path, 'article']),
  );
  const selected = selectedFields(info, paths);
  if ('content' in fields || !FIELDS_FROM_CONTENT.some((name) => selected.has(name))) return fields;
  return { ...fields, ...SEARCHED_CONTENT };
}

/** The stored fields that distinguish nouns from other words. */
function nounProjection(info: GraphQLResolveInfo): Record<string, 1> {
  const fields = searchProjection(info, ITSELF);
  return 'content' in fields ? fields : { ...fields, ...NOUN_CONTENT };
}

/** Fixed cost of these fields, without that of their results. */
const SEARCH_COST = { [COST]: COST_OF_SEARCH };

const SearchConnection = connectionType(SearchHitView, 'search hits', 'Search');

@Resolver(() => SearchConnection)
export class SearchResolver {
  constructor(private readonly service: SearchService) {}

  @Query(() => SearchConnection, {
    description:
      'Searches the headwords, variants, forms and translations of articles, then their examples, definitions and notes. The text may omit diacritics and special ' +
      'letters; text in double quotes matches only this exact spelling or a whole translation. At most 100 characters.',
  })
  @Extensions(SEARCH_COST)
  async search(
    @Args(() => SearchArgs) { text, filter, first, after, page, sort }: SearchArgs,
    @Ctx() { viewer, maxItems }: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const { dictionaryId, dictionary, ...conditions } = filter ?? {};
    const results = await this.service.search(viewer, {
      text,
      filter: { ...conditions, dictionaryId: dictionaryIn({ dictionaryId, dictionary }) },
      first: first ?? undefined,
      after: after ?? undefined,
      page: page ?? undefined,
      sort: sort ?? undefined,
      maxItems,
      fields: searchProjection(info, IN_CONNECTION),
    });
    return new Connection({ ...results, number: page ?? undefined }, ({ cursor }) => cursor);
  }

  @FieldResolver(() => [String], {
    description:
      'Words of the dictionaries that are similar to the search text. Empty if the search has hits.',
  })
  didYouMean(@Root() { page }: { readonly page: SearchPage }) {
    return page.didYouMean();
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description:
      'Number of best hits in the list if `sort` is given and more articles match than the server sorts; otherwise null.',
  })
  sortedHits(@Root() { page }: { readonly page: SearchPage }) {
    return page.sortedHits ?? null;
  }

  @Query(() => [Suggestion], {
    description: 'Distinct headwords that begin with a prefix, best match first, for autocompletion.',
  })
  @Extensions(SEARCH_COST)
  async suggest(
    @Args(() => SuggestArgs) { prefix: text, first, ...names }: SuggestArgs,
    @Ctx() { viewer, maxItems }: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const fields = { ...searchProjection(info, ITSELF), headword: 1 as const };
    const request = {
      text,
      filter: { dictionaryId: dictionaryIn(names) },
      first: first ?? undefined,
      maxItems,
      fields,
    };
    const hits = await this.service.suggest(viewer, request);
    return hits.map(({ article }) => ({ text: article.headword ?? '', article }));
  }

  @Query(() => [Noun], {
    description:
      'Nouns found by any of their forms, best match first. Each has its singular, its plurals and its pair of noun classes.',
  })
  @Extensions(SEARCH_COST)
  async nouns(
    @Args(() => NounsArgs) { form: text, first, ...names }: NounsArgs,
    @Ctx() { viewer, maxItems }: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const request = {
      text,
      filter: { dictionaryId: dictionaryIn(names) },
      first: first ?? undefined,
      maxItems,
    };
    const hits = await this.service.nouns(viewer, { ...request, fields: nounProjection(info) });
    return hits.map(({ article, match, forms }) => ({ ...forms, article, match }));
  }

  @Query(() => [HeadwordForTranslation], {
    description: 'Headwords whose articles translate a word of another language, best match first.',
  })
  @Extensions(SEARCH_COST)
  async headwordsFor(
    @Args(() => HeadwordsForArgs) { translation: text, language, first, ...names }: HeadwordsForArgs,
    @Ctx() { viewer, maxItems }: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    const fields = searchProjection(info, ITSELF);
    const request = {
      text,
      filter: { dictionaryId: dictionaryIn(names), language },
      first: first ?? undefined,
      maxItems,
      fields,
    };
    const hits = await this.service.reverse(viewer, request);
    return hits.map(({ article, match }, i) => ({
      article,
      rank: i + 1,
      match,
      senseNumber: async () => (await match()).number,
    }));
  }
}
