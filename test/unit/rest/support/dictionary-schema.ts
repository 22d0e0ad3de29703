import { buildSchema, execute, type GraphQLSchema } from 'graphql';
import type { Executor } from '../../../../src/rest/execution';

/**
 * The part of the GraphQL schema that article reads are about. Its `totalCount` may be null, as that of a list that is
 * not counted to the end; the mutation stands for any that writes.
 */
export const dictionarySchema: GraphQLSchema = buildSchema(`
  scalar JSON
  scalar SafeInt
  enum SortDirection { ASC DESC }
  enum ArticlePart { ENTRY CATEGORY CLASS TYPE FORM EXAMPLE }
  input ArticleFilter { dictionaryId: ID  having: ArticlePart  language: String }
  type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  type ArticleEdge { cursor: String! node: Article! }
  type ArticleConnection {
    edges: [ArticleEdge!]! nodes: [Article!]! pageInfo: PageInfo! totalCount: SafeInt
  }
  type ArticleSummary { type: String category: String translation: String }
  type Translation { lang: String number: Int content: String }
  type Article {
    id: ID! number: SafeInt! publicId: ID! dictionaryId: ID! headword: String radical: String text: String!
    source: JSON written(part: ArticlePart!): JSON html: String! summary: ArticleSummary!
    translations(language: String): [Translation!]! translation(language: String!): String
    likeCount: SafeInt! unlikeCount: SafeInt! isDisabled: Boolean! revision: SafeInt! etag: String!
    page: Int userVersions: String!
  }
  input SearchFilter { dictionaryId: ID }
  type SearchHit { article: Article! }
  type SearchConnection { nodes: [SearchHit!]! pageInfo: PageInfo! totalCount: SafeInt }
  type Query {
    search(text: String!, filter: SearchFilter, first: Int, page: Int, sort: SortDirection): SearchConnection!
    article(dictionaryId: ID!, id: ID!): Article
    articles(
      filter: ArticleFilter, first: Int, after: String, last: Int, before: String, page: Int
      sort: SortDirection! = ASC
    ): ArticleConnection!
  }
  type Mutation { writeArticle(dictionaryId: ID!, article: JSON, isDisabled: Boolean): Article }
`);

interface Translation {
  readonly lang: string;
  readonly number: number;
  readonly content: string;
}

export interface ArticleFacts {
  readonly number: number;
  readonly dictionaryId?: string;
  readonly headword?: string;
  readonly source?: unknown;
  readonly parts?: Readonly<
    Partial<Record<'ENTRY' | 'CATEGORY' | 'CLASS' | 'TYPE' | 'FORM' | 'EXAMPLE', unknown>>
  >;
  readonly translations?: readonly Translation[];
}

/** An article with every value that its facts leave open. */
export function article(facts: ArticleFacts) {
  const {
    number,
    dictionaryId = 'wol_fra',
    headword = `word ${number}`,
    parts = {},
    translations = [],
  } = facts;
  return {
    id: `${dictionaryId}/${number}`,
    number,
    publicId: `p-${number}`,
    dictionaryId,
    headword,
    radical: null,
    text: `text of ${headword}`,
    source: facts.source ?? { entry: { headword } },
    written: ({ part }: { part: keyof typeof parts }) => parts[part] ?? null,
    html: `<article>${headword}</article>`,
    summary: { type: 'noun', category: 'n', translation: translations[0]?.content ?? null },
    translations: ({ language }: { language?: string }) =>
      translations.filter(({ lang }) => language === undefined || lang === language),
    translation: ({ language }: { language: string }) => {
      const contents = translations
        .filter(({ lang }) => lang === language.toLowerCase())
        .map(({ content }) => content);
      return contents.length === 0 ? null : contents.join('; ');
    },
    likeCount: 2,
    unlikeCount: 1,
    isDisabled: false,
    revision: 3,
    etag: `"${number}.3.2.1"`,
    page: null as number | null,
    userVersions: '',
    parts,
    languages: translations.map(({ lang }) => lang),
  };
}

export type Article = ReturnType<typeof article>;

interface ListArguments {
  readonly filter?: { dictionaryId?: string; having?: string; language?: string };
  readonly first: number;
  readonly page: number;
  readonly sort: 'ASC' | 'DESC';
}

interface SearchArguments {
  readonly text: string;
  readonly filter?: { dictionaryId?: string };
  readonly first: number;
  readonly page: number;
}

/** Executes documents over a handful of articles; `calls` keeps what each root field was called with. */
export function executorOver(articles: readonly Article[], options: { countsAll?: boolean } = {}) {
  const calls: unknown[] = [];
  const rootValue = {
    article: (given: { dictionaryId: string; id: string }) => {
      calls.push(given);
      const found = articles.find(
        ({ dictionaryId, number, publicId }) =>
          dictionaryId === given.dictionaryId && [String(number), publicId].includes(given.id),
      );
      return found ?? null;
    },
    articles: (given: ListArguments) => {
      calls.push(given);
      const { filter = {}, first, page, sort } = given;
      const all = articles.filter(
        (one) =>
          (filter.dictionaryId === undefined || one.dictionaryId === filter.dictionaryId) &&
          (filter.having === undefined || filter.having in one.parts) &&
          (filter.language === undefined || one.languages.includes(filter.language.toLowerCase())),
      );
      const sorted = sort === 'DESC' ? [...all].reverse() : all;
      const nodes = sorted.slice((page - 1) * first, page * first).map((one) => ({ ...one, page }));
      return { nodes, totalCount: options.countsAll === false ? null : all.length };
    },
    search: (given: SearchArguments) => {
      calls.push(given);
      const { text, filter = {}, first, page } = given;
      const all = articles.filter(
        ({ headword, dictionaryId }) =>
          headword === text && [dictionaryId, undefined].includes(filter.dictionaryId),
      );
      const nodes = all.slice((page - 1) * first, page * first).map((one) => ({ article: { ...one, page } }));
      const pageInfo = { hasNextPage: all.length > page * first, hasPreviousPage: page > 1 };
      return { nodes, pageInfo, totalCount: options.countsAll === false ? null : all.length };
    },
    writeArticle: (given: unknown) => {
      calls.push(given);
      return articles[0];
    },
  };
  const executor: Executor = (document, variableValues, contextValue) =>
    execute({ schema: dictionarySchema, document, variableValues, contextValue, rootValue });
  return { executor, calls };
}
