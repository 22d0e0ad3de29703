import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, execute, extendSchema, parse, type GraphQLSchema } from 'graphql';
import type { Executor } from '../../../../src/rest/document/operations';

const SCHEMA_FILE = join(__dirname, '..', '..', '..', '..', 'schema', 'schema.graphql');

/** The schema of the project, and a mutation that stands for any that writes. */
export const dictionarySchema: GraphQLSchema = extendSchema(
  buildSchema(readFileSync(SCHEMA_FILE, 'utf8')),
  parse(
    'extend type Mutation { writeArticle(dictionaryId: ID!, article: JSON, isDisabled: Boolean): Article }',
  ),
);

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
    dictionaryPublicId: dictionaryId,
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
    proposedText: '',
    isDisabled: false,
    revision: 3,
    etag: `"${number}.3.2.1"`,
    parts,
    languages: translations.map(({ lang }) => lang),
  };
}

export type Article = ReturnType<typeof article>;

interface ListArguments {
  readonly filter?: { dictionary?: string; having?: string; language?: string };
  readonly first: number;
  readonly page: number | null;
  readonly after?: string | null;
  readonly sort: 'ASC' | 'DESC';
}

interface SearchArguments {
  readonly text: string;
  readonly filter?: { dictionary?: string };
  readonly first: number;
  readonly page: number;
}

/** Executes documents over a handful of articles; `calls` keeps what each root field was called with. */
export function executorOver(articles: readonly Article[], options: { countsAll?: boolean } = {}) {
  const calls: unknown[] = [];
  const rootValue = {
    article: (given: { dictionary: string; number: string }) => {
      calls.push(given);
      const found = articles.find(
        ({ dictionaryId, number, publicId }) =>
          dictionaryId === given.dictionary && [String(number), publicId].includes(given.number),
      );
      return found ?? null;
    },
    articles: (given: ListArguments) => {
      calls.push(given);
      const { filter = {}, first, page, after, sort } = given;
      const all = articles.filter(
        (article) =>
          (filter.dictionary === undefined || article.dictionaryId === filter.dictionary) &&
          (filter.having === undefined || filter.having in article.parts) &&
          (filter.language === undefined || article.languages.includes(filter.language.toLowerCase())),
      );
      const sorted = sort === 'DESC' ? [...all].reverse() : all;
      // A cursor of this list is the number of items before it.
      const start = page === null ? Number(after) : (page - 1) * first;
      const end = Math.min(start + first, all.length);
      const nodes = sorted.slice(start, end);
      const pageInfo = { hasNextPage: end < all.length, hasPreviousPage: start > 0, endCursor: String(end) };
      return { nodes, pageInfo, totalCount: options.countsAll === false ? null : all.length };
    },
    search: (given: SearchArguments) => {
      calls.push(given);
      const { text, filter = {}, first, page } = given;
      const all = articles.filter(
        ({ headword, dictionaryId }) =>
          headword === text && [dictionaryId, undefined].includes(filter.dictionary),
      );
      const nodes = all
        .slice((page - 1) * first, page * first)
        .map((article) => ({ article: { ...article, page } }));
      const pageInfo = { hasNextPage: all.length > page * first, hasPreviousPage: page > 1 };
      return { nodes, pageInfo, totalCount: options.countsAll === false ? null : all.length };
    },
    articlesState: () => ({ version: 'always the same', modifiedAt: null }),
    writeArticle: (given: unknown) => {
      calls.push(given);
      return articles[0];
    },
  };
  const executor: Executor = (document, variableValues, contextValue) =>
    execute({ schema: dictionarySchema, document, variableValues, contextValue, rootValue });
  return { executor, calls };
}
