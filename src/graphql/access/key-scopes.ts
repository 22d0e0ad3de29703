import { Failure } from '../../shared/failure';
import type { KeyScope, Viewer } from '../../shared/viewer';

const MUTATIONS_BY_SCOPE: Readonly<Record<Exclude<KeyScope, 'read'>, readonly string[]>> = {
  write: [
    ...['createArticle', 'updateArticle', 'updateArticleParts', 'setArticleDisabled', 'deleteArticle'],
    ...['upsertArticles', 'restoreArticle', 'proposeArticle', 'reviewProposal', 'withdrawProposal'],
    ...['createMedia', 'updateMedia', 'deleteMedia'],
  ],
  comment: [
    ...['createComment', 'updateComment', 'deleteComment', 'setCommentDisabled'],
    ...['voteOnArticle', 'voteOnComment'],
  ],
  import: ['createImport', 'acceptImport', 'cancelImport', 'undoImport'],
};

/** The scope that an API key needs for a mutation. A key can be used for no other mutation, except those that need no account. */
const SCOPE_OF_MUTATION: ReadonlyMap<string, KeyScope> = new Map(
  Object.entries(MUTATIONS_BY_SCOPE).flatMap(([scope, names]) =>
    names.map((name) => [`Mutation.${name}`, scope as KeyScope] as const),
  ),
);

/** Fields that no API key can read, because they are for people and not for programs. */
const FIELDS_WITHOUT_KEYS: ReadonlySet<string> = new Set(['User.apiKeys']);

/** Whether an API key needs a scope to use a field. */
export function needsScope(field: string): boolean {
  return SCOPE_OF_MUTATION.has(field);
}

/** The error of an API key that may not use a field, whatever the rights of its user; `undefined` for other viewers. */
export function refusalOfKey(field: string, viewer: Viewer): Failure | undefined {
  if (viewer.role === 'anonymous' || viewer.scopes === undefined) return undefined;
  const isWrite = field.startsWith('Mutation.');
  const scope = SCOPE_OF_MUTATION.get(field);
  if (scope ? viewer.scopes.includes(scope) : !isWrite && !FIELDS_WITHOUT_KEYS.has(field)) return undefined;
  return new Failure(
    'FORBIDDEN',
    scope
      ? `The API key does not have the scope ${scope.toUpperCase()}`
      : 'API keys are not allowed to perform this operation',
  );
}

/** @throws Failure FORBIDDEN for an API key without the scope */
export function refuseKey(field: string, viewer: Viewer): void {
  const refusal = refusalOfKey(field, viewer);
  if (refusal) throw refusal;
}
