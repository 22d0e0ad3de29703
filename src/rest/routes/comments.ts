import { isJsonObject } from '../../shared/json';
import { type BodyMembers, membersUnderOrFlat, type JsonSchema } from '../request/body-members';
import { WRITE_MEMBERS, type RouteDefinition } from '../table/route';

const list = { method: 'GET', run: 'lexicon/comments', shows: 'list' } as const;
const summary = { method: 'GET', run: 'lexicon/comment-summaries', shows: 'list', when: 'resume' } as const;
const failures = {
  unauthenticated: [401, 'Unauthorized'],
  forbidden: [401, 'Unauthorized'],
} as const;

const all = {
  path: '/lexicon/comments',
  responses: { success: [200, 'Comments found'], empty: [206, 'Comment Not Found'], failures },
} as const;
const ofDictionary = { ...all, path: '/lexicon/comments/:dictionary_id', query: ['article_id'] } as const;
const ofArticle = {
  path: '/lexicon/comments/:dictionary_id/:article_id',
  responses: { success: [200, 'Comments found'], empty: [206, 'Forbidden'], failures },
} as const;

const ownFailures = {
  unauthenticated: [401, 'Unauthorized'],
  forbidden: [403, 'Forbidden'],
  missing: [404, 'Comment Not Found'],
} as const;

const NO_ARTICLE = [404, 'Article content not found'] as const;

const underComment = membersUnderOrFlat('comment');

const WIRE_NAMES: Readonly<Record<string, string>> = { dictionary_id: 'id_dico', article_id: 'id_article' };

/** A Comment has other names for its dictionary and its article than a path. */
const commentMembers: BodyMembers = {
  read: (body) => {
    const { id_dico, id_article, ...members } = underComment.read(body);
    return { ...members, dictionary_id: id_dico, article_id: id_article };
  },
  wireNames: WIRE_NAMES,
  schema: (variables) => underComment.schema(renamed(variables)),
};

/** The schema of the body, with the names of a Comment. */
function renamed({ properties, required, ...schema }: JsonSchema): JsonSchema {
  const named = Object.entries(isJsonObject(properties) ? properties : {});
  return {
    ...schema,
    properties: Object.fromEntries(named.map(([name, property]) => [WIRE_NAMES[name] ?? name, property])),
    required: (Array.isArray(required) ? (required as string[]) : []).map((name) => WIRE_NAMES[name] ?? name),
  };
}

/** Reads of comments, which need a token. The documented message of B36 without comments is "Forbidden". */
export const comments: readonly RouteDefinition[] = [
  { id: 'B34', ...list, ...ofDictionary },
  { id: 'B34-resume', ...summary, ...ofDictionary },
  { id: 'B35', ...list, ...all },
  { id: 'B35-resume', ...summary, ...all },
  { id: 'B36', ...list, ...ofArticle },
  { id: 'B36-resume', ...summary, ...ofArticle },
  ...writesBelow('B34', '/lexicon/comments/:dictionary_id', ['article_id']),
  ...writesBelow('B35', '/lexicon/comments', []),
  ...writesBelow('B36', '/lexicon/comments/:dictionary_id/:article_id', []),
];

/** Writes of comments. The body names the dictionary and the article if path and query do not. */
function writesBelow(id: string, path: string, query: readonly string[]): readonly RouteDefinition[] {
  const common = { path, shows: 'object', adds: WRITE_MEMBERS } as const;
  const target = [...query, 'public_id'];
  const created = {
    success: [201, 'Comment created'],
    failures: { ...failures, missing: NO_ARTICLE },
  } as const;
  return [
    {
      ...common,
      id: `${id}-post`,
      method: 'POST',
      run: 'lexicon/create-comment',
      members: commentMembers,
      query,
      responses: created,
    },
    {
      ...common,
      id: `${id}-put`,
      method: 'PUT',
      run: 'lexicon/update-comment',
      members: commentMembers,
      query: target,
      responses: { success: [200, 'Comment updated'], failures: ownFailures },
    },
    {
      ...common,
      id: `${id}-delete`,
      method: 'DELETE',
      run: 'lexicon/delete-comment',
      query: target,
      responses: { success: [200, 'Comment deleted'], failures: ownFailures },
    },
  ];
}
