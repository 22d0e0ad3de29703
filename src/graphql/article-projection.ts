import type { GraphQLResolveInfo } from 'graphql';
import { selectedFields } from './selection';

/** What every answer needs: the names of an article, its place in lists, and whether it may be seen. */
const ALWAYS = ['dictionaryId', 'number', 'publicId', 'sortKey', 'isDisabled'];

/** Stored fields behind the fields that are made for an answer. A field that is not named here is stored as it is called. */
const BEHIND: Readonly<Record<string, readonly string[]>> = {
  __typename: [],
  id: [],
  source: ['source'],
  written: ['source'],
  html: ['content'],
  summary: ['content.type', 'content.categories', 'content.translations'],
  translations: ['content.translations'],
  translation: ['content.translations'],
  etag: ['revision', 'likeCount', 'unlikeCount'],
  page: [],
  userVersions: [],
  dictionary: [],
};

/** Where the articles of a connection stand in a selection. */
export const IN_CONNECTION = [['nodes'], ['edges', 'node']] as const;

/** Where the fields of a single article stand in a selection. */
export const ITSELF = [[]] as const;

/** Stored fields, as a database is asked for them. */
export type ArticleFields = Readonly<Record<string, 1>>;

/** The stored fields that an answer needs, so that nothing else is read and decoded. */
export function articleProjection(
  info: GraphQLResolveInfo,
  paths: readonly (readonly string[])[],
): ArticleFields {
  const stored = [...selectedFields(info, paths)].flatMap((name) => BEHIND[name] ?? [name]);
  return fieldsOf([...ALWAYS, ...stored]);
}

/** The fields that several answers need together. */
export function mergedFields(all: readonly ArticleFields[]): ArticleFields {
  return fieldsOf(all.flatMap((fields) => Object.keys(fields)));
}

function fieldsOf(paths: readonly string[]): ArticleFields {
  const whole = new Set(paths);
  // A parent and its member cannot both be projected; the parent brings the member along.
  const fields = [...whole].filter(
    (path) => !path.includes('.') || !whole.has(path.slice(0, path.indexOf('.'))),
  );
  return Object.fromEntries(fields.map((path) => [path, 1]));
}
