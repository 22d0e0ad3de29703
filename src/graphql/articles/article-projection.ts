import type { GraphQLResolveInfo } from 'graphql';
import { type FieldPaths, fieldPaths } from '../../domain/values/field-paths';
import { STORED_NODES } from '../fields/stored-lists';
import { selectedFields } from '../selection';

/** Fields that every response needs: the names of an article, its sort key, and its visibility. */
const ALWAYS_READ = ['dictionaryId', 'number', 'publicId', 'sortKey', 'isDisabled'];

/** The stored fields that each computed field needs. Any other field is stored under its own name. */
const STORED_FIELDS_OF: Readonly<Record<string, readonly string[]>> = {
  __typename: [],
  id: [],
  source: ['source'],
  written: ['source'],
  html: ['content'],
  summary: ['content.type', 'content.categories', 'content.translations'],
  translations: ['content.translations'],
  translation: ['content.translations'],
  etag: ['revision', 'likeCount', 'unlikeCount', 'createdAt', 'proposedText'],
  dictionary: [],
  dictionaryPublicId: [],
  comments: [],
  revisions: [],
  next: ['keys.alphabet'],
  previous: ['keys.alphabet'],
  viewerVote: [],
  viewerCanUpdate: [],
  proposals: [],
  media: [],
  importedVersions: ['userVersions'],
};

/** Paths of the items of a connection in a selection. */
export const IN_CONNECTION = [['nodes'], [STORED_NODES], ['edges', 'node']] as const;

/** Path of the fields of a single item or of a plain list in a selection. */
export const ITSELF = [[]] as const;

/** Path of the fields of an article in the selection of a mutation. */
export const IN_PAYLOAD = [['article']] as const;

/** Projections by selection, because the server caches documents, which clients send repeatedly. */
const projections = new WeakMap<object, FieldPaths>();

/**
 * The stored fields that a selection of articles needs, so that nothing else is read and decoded. The result is cached
 * for each selection.
 */
export function articleProjection(
  info: GraphQLResolveInfo,
  paths: readonly (readonly string[])[],
): FieldPaths {
  const { fieldNodes } = info;
  const key = fieldNodes.length === 1 ? (fieldNodes[0] ?? fieldNodes) : fieldNodes;
  const projection = projections.get(key) ?? projectionOf(info, paths);
  projections.set(key, projection);
  return projection;
}

function projectionOf(info: GraphQLResolveInfo, paths: readonly (readonly string[])[]): FieldPaths {
  const selected = selectedFields(info, paths);
  const stored = [...selected].flatMap((name) => STORED_FIELDS_OF[name] ?? [name]);
  // A list omits imported entries, which are as large as the rest of an article.
  if (paths !== IN_CONNECTION && selected.has('source')) stored.push('original');
  return fieldPaths([...ALWAYS_READ, ...stored]);
}
