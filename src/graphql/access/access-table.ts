import { Failure } from '../../shared/failure';
import type { AccountViewer, Role, Viewer } from '../../shared/viewer';
import { RESOURCE_OPERATIONS } from '../applications/resource-input';

/** Who may do something. What depends on the object itself (one's own comment, say) the services decide. */
export type Access =
  'anyone' | 'account' | 'user' | 'admin' | 'owner' | 'steward' | 'registrar' | 'metadataReader';

const EVERY_ROLE: readonly Role[] = ['user', 'admin', 'application', 'platform'];

/** The roles of each; `anyone` needs none. */
const ROLES: Readonly<Record<Exclude<Access, 'anyone'>, ReadonlySet<Role>>> = {
  account: new Set(EVERY_ROLE),
  user: new Set<Role>(['user', 'admin']),
  admin: new Set<Role>(['admin']),
  owner: new Set<Role>(['application', 'platform', 'admin', 'operator']),
  steward: new Set<Role>(['platform', 'admin']),
  registrar: new Set<Role>(['platform', 'admin']),
  metadataReader: new Set<Role>(['user', 'admin']),
};

/**
 * @throws Failure UNAUTHENTICATED when a token would be needed
 * @throws Failure FORBIDDEN when the account has not the role
 */
export function refuseUnless(
  access: Exclude<Access, 'anyone'>,
  viewer: Viewer,
): asserts viewer is AccountViewer {
  if (viewer.role === 'anonymous') throw new Failure('UNAUTHENTICATED', 'A valid access token is required');
  if (!ROLES[access].has(viewer.role))
    throw new Failure('FORBIDDEN', `The role ${viewer.role} is not allowed to perform this operation`);
}

/** Whether the role of a viewer may use a field; not whether the object itself permits it. */
export function mayUse(field: string, { role }: Viewer): boolean {
  const access = ACCESS[field];
  if (access === undefined || access === 'anyone') return true;
  return role !== 'anonymous' && ROLES[access].has(role);
}

/**
 * Who may use which field. Every field of Query and Mutation has an access rule, or the schema does not build; fields of other
 * types have one where they need more than the way to them.
 */
export const ACCESS: Readonly<Record<string, Access>> = {
  'Query.article': 'anyone',
  'Query.articles': 'anyone',
  'Query.dictionary': 'anyone',
  'Query.dictionaries': 'anyone',
  'Query.node': 'anyone',
  'Query.nodes': 'anyone',
  'Query.search': 'anyone',
  'Query.suggest': 'anyone',
  'Query.headwordsFor': 'anyone',
  'Query.nouns': 'anyone',
  'Query.me': 'anyone',
  'Query.user': 'user',
  'Query.users': 'admin',

  'Query.comment': 'user',
  'Query.comments': 'user',
  'Query.articleRevisions': 'admin',
  'Query.articleRevisionSource': 'admin',
  'Query.auditLog': 'admin',
  'Query.application': 'owner',
  'Query.applications': 'steward',
  'Query.exportApplication': 'owner',
  'Query.recognise': 'owner',
  'Query.exportDictionary': 'anyone',
  'Query.dictionaryImport': 'admin',

  'Mutation.createApplication': 'registrar',
  'Mutation.updateApplication': 'owner',
  'Mutation.deleteApplication': 'owner',
  'Mutation.resetApplicationPassword': 'steward',
  'Mutation.updateApplicationQuota': 'steward',
  'Mutation.converse': 'owner',
  'Mutation.learnUtterance': 'owner',
  'Mutation.logInApplication': 'anyone',
  'Mutation.logOutApplication': 'anyone',
  ...resourceRules(),

  'Mutation.logIn': 'anyone',
  'Mutation.logOut': 'account',
  'Mutation.changePassword': 'user',
  'Mutation.createUser': 'admin',
  'Mutation.updateUser': 'user',
  'Mutation.deleteUser': 'user',
  'Mutation.createDictionary': 'admin',
  'Mutation.updateDictionary': 'admin',
  'Mutation.deleteDictionary': 'admin',
  'Mutation.updateDictionaryQuota': 'admin',
  'Mutation.createImport': 'admin',
  'Mutation.acceptImport': 'admin',
  'Mutation.cancelImport': 'admin',
  'Mutation.undoImport': 'admin',
  'Mutation.createArticle': 'admin',
  'Mutation.updateArticle': 'admin',
  'Mutation.updateArticleParts': 'admin',
  'Mutation.setArticleDisabled': 'admin',
  'Mutation.deleteArticle': 'admin',
  'Mutation.upsertArticles': 'admin',
  'Mutation.restoreArticle': 'admin',
  'Mutation.createComment': 'user',
  'Mutation.updateComment': 'user',
  'Mutation.deleteComment': 'user',
  'Mutation.setCommentDisabled': 'admin',
  'Mutation.voteOnArticle': 'user',
  'Mutation.voteOnComment': 'user',

  'Article.comments': 'user',
  'Article.revisions': 'admin',

  // A dictionary says its names to everyone; its whole metadata are for accounts. Source: interface text, B39 and B40.
  'Dictionary.usage': 'admin',
  'Dictionary.imports': 'admin',
  'Dictionary.missedSearches': 'admin',
  'Dictionary.comment': 'metadataReader',
  'Dictionary.publication': 'metadataReader',
  'Dictionary.reviewVersion': 'metadataReader',
  'Dictionary.reviewYear': 'metadataReader',
  'Dictionary.source': 'metadataReader',
  'Dictionary.sourceAuthors': 'metadataReader',
  'Dictionary.targetAuthors': 'metadataReader',
};

/** What applications own has the same operations for every kind. Whose object it is, the services look at. */
function resourceRules(): Readonly<Record<string, Access>> {
  const rules = RESOURCE_OPERATIONS.flatMap(({ read, ...writes }) => [
    `Query.${read}`,
    ...Object.values(writes).map((name) => `Mutation.${name}`),
  ]);
  return Object.fromEntries(rules.map((field) => [field, 'owner']));
}
