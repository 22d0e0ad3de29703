import { Failure } from '../../shared/failure';
import {
  type AccountViewer,
  type DictionaryRole,
  hasDictionaryRole,
  type Role,
  type Viewer,
} from '../../shared/viewer';
import { RESOURCE_OPERATIONS } from '../applications/resource-input';
import { refusalOfKey } from './key-scopes';

/**
 * Access rule of a field. Rules that depend on the object, such as its author, are checked by the services.
 *
 * - `account`: every account, `user`: users and admins, `admin`: admins
 * - `owner`: an application for its own objects, admins, the platform, and operators at the command line
 * - `steward`: admins and the platform, for applications of others
 * - `registrar`: the same for new applications; everyone if the configuration opens registration
 * - `metadataReader`: users and admins; everyone if the configuration makes metadata public
 */
export type Access =
  | 'anyone'
  | 'account'
  | 'user'
  | 'admin'
  | 'owner'
  | 'steward'
  | 'registrar'
  | 'metadataReader'
  | MemberAccess;

/** Members of a dictionary with at least this role, and admins. */
export type MemberAccess =
  'dictionaryReader' | 'dictionaryContributor' | 'dictionaryEditor' | 'dictionaryOwner';

const EVERY_ROLE: readonly Role[] = ['user', 'admin', 'application', 'platform'];

/** The accounts that a rule admits, by their role; `anyone` needs none. */
const ROLES_OF_RULE: Readonly<Record<Exclude<Access, 'anyone'>, ReadonlySet<Role>>> = {
  account: new Set(EVERY_ROLE),
  user: new Set<Role>(['user', 'admin']),
  admin: new Set<Role>(['admin']),
  owner: new Set<Role>(['application', 'platform', 'admin', 'operator']),
  steward: new Set<Role>(['platform', 'admin']),
  registrar: new Set<Role>(['platform', 'admin']),
  metadataReader: new Set<Role>(['user', 'admin']),
  dictionaryReader: new Set<Role>(['user', 'admin']),
  dictionaryContributor: new Set<Role>(['user', 'admin']),
  dictionaryEditor: new Set<Role>(['user', 'admin']),
  dictionaryOwner: new Set<Role>(['user', 'admin']),
};

const DICTIONARY_ROLE_OF_RULE: Readonly<Record<MemberAccess, DictionaryRole>> = {
  dictionaryReader: 'reader',
  dictionaryContributor: 'contributor',
  dictionaryEditor: 'editor',
  dictionaryOwner: 'owner',
};

/** The role in a dictionary that a rule needs; `undefined` for other rules. */
export function neededRole(access: Access): DictionaryRole | undefined {
  return access in DICTIONARY_ROLE_OF_RULE ? DICTIONARY_ROLE_OF_RULE[access as MemberAccess] : undefined;
}

/**
 * @param dictionaryId that the operation is about; before it is known, a role in any dictionary suffices
 * @throws Failure UNAUTHENTICATED when a token would be needed
 * @throws Failure FORBIDDEN when the account does not have the role
 */
export function requireAccess(
  access: Exclude<Access, 'anyone'>,
  viewer: Viewer,
  dictionaryId?: string,
): asserts viewer is AccountViewer {
  if (viewer.role === 'anonymous') throw new Failure('UNAUTHENTICATED', 'A valid access token is required');
  if (isAllowed(access, viewer, dictionaryId)) return;
  const scope = dictionaryId !== undefined && viewer.role === 'user' ? ' in this dictionary' : '';
  throw new Failure('FORBIDDEN', `The role ${viewer.role} is not allowed to perform this operation${scope}`);
}

/**
 * Whether a viewer may use a field, in a dictionary if the field is about one. The object itself may have further
 * rules.
 */
export function canUse(field: string, viewer: Viewer, dictionaryId?: string): boolean {
  if (refusalOfKey(field, viewer)) return false;
  const access = ACCESS[field];
  if (access === undefined || access === 'anyone') return true;
  return viewer.role !== 'anonymous' && isAllowed(access, viewer, dictionaryId);
}

function isAllowed(
  access: Exclude<Access, 'anyone'>,
  viewer: AccountViewer,
  dictionaryId: string | undefined,
): boolean {
  const needed = neededRole(access);
  return (
    ROLES_OF_RULE[access].has(viewer.role) &&
    (needed === undefined || hasDictionaryRole(needed, viewer, dictionaryId))
  );
}

/**
 * Access rules by field. Every field of Query, Mutation and Subscription has one, or the schema does not build; fields of other
 * types have one only if they need more rights than the object that contains them.
 */
export const ACCESS: Readonly<Record<string, Access>> = {
  'Query.article': 'anyone',
  'Query.articles': 'anyone',
  'Query.dictionary': 'anyone',
  'Query.articlesState': 'anyone',
  'Query.dictionaries': 'anyone',
  'Query.node': 'anyone',
  'Query.nodes': 'anyone',
  'Query.search': 'anyone',
  'Query.suggest': 'anyone',
  'Query.headwordsFor': 'anyone',
  'Query.nouns': 'anyone',
  'Query.me': 'anyone',
  'Query.passwordReset': 'anyone',
  'Query.user': 'user',
  'Query.users': 'admin',

  'Query.proposal': 'user',
  'Query.comment': 'user',
  'Query.comments': 'user',
  'Query.articleRevisions': 'dictionaryEditor',
  'Query.articleRevisionSource': 'dictionaryEditor',
  'Query.auditLog': 'admin',
  'Query.application': 'owner',
  'Query.applications': 'steward',
  'Query.exportApplication': 'owner',
  'Query.exportField': 'owner',
  'Query.recognise': 'owner',
  'Query.entityReport': 'owner',
  // With the secret of the connector, which the service checks.
  'Query.webhookChallenge': 'anyone',
  'Query.exportDictionary': 'anyone',
  'Query.offlineCopy': 'anyone',
  'Query.dictionaryImport': 'dictionaryOwner',

  'Mutation.createApplication': 'registrar',
  'Mutation.updateApplication': 'owner',
  'Mutation.deleteApplication': 'owner',
  'Mutation.resetApplicationPassword': 'steward',
  'Mutation.updateApplicationQuota': 'steward',
  'Mutation.converse': 'owner',
  'Mutation.learnUtterance': 'owner',
  'Mutation.reportMissingWord': 'owner',
  'Mutation.receiveMessages': 'anyone',
  'Mutation.logInApplication': 'anyone',
  'Mutation.logOutApplication': 'anyone',
  ...resourceRules(),

  'Mutation.logIn': 'anyone',
  'Mutation.refreshLogin': 'anyone',
  'Mutation.resetPassword': 'anyone',
  // Admins, and owners of the user's dictionaries.
  'Mutation.createPasswordResetLink': 'user',
  'Mutation.createApiKey': 'user',
  'Mutation.revokeApiKey': 'user',
  'User.apiKeys': 'user',
  'Mutation.logOut': 'account',
  'Mutation.changePassword': 'user',
  'Mutation.createUser': 'admin',
  'Mutation.updateUser': 'user',
  'Mutation.deleteUser': 'user',
  'Mutation.createDictionary': 'admin',
  'Mutation.updateDictionary': 'dictionaryOwner',
  'Mutation.deleteDictionary': 'admin',
  'Mutation.updateDictionaryQuota': 'admin',
  'Mutation.setDictionaryMember': 'dictionaryOwner',
  // Members may leave by themselves.
  'Mutation.removeDictionaryMember': 'dictionaryReader',
  'Mutation.createImport': 'dictionaryOwner',
  'Mutation.acceptImport': 'dictionaryOwner',
  'Mutation.cancelImport': 'dictionaryOwner',
  'Mutation.undoImport': 'dictionaryOwner',
  'Mutation.createArticle': 'dictionaryEditor',
  'Mutation.updateArticle': 'dictionaryEditor',
  'Mutation.updateArticleParts': 'dictionaryEditor',
  'Mutation.setArticleDisabled': 'dictionaryEditor',
  'Mutation.deleteArticle': 'dictionaryEditor',
  'Mutation.upsertArticles': 'dictionaryEditor',
  'Mutation.restoreArticle': 'dictionaryEditor',
  // Contributors may, and everyone where the dictionary accepts suggestions.
  'Mutation.proposeArticle': 'anyone',
  'Mutation.reviewProposal': 'dictionaryEditor',
  'Mutation.withdrawProposal': 'user',
  'Mutation.createMedia': 'dictionaryEditor',
  'Mutation.updateMedia': 'dictionaryEditor',
  'Mutation.deleteMedia': 'dictionaryEditor',
  'Mutation.createComment': 'user',
  'Mutation.updateComment': 'user',
  'Mutation.deleteComment': 'user',
  'Mutation.setCommentDisabled': 'dictionaryEditor',
  'Mutation.voteOnArticle': 'user',
  'Mutation.voteOnComment': 'user',

  'Subscription.articleChanged': 'anyone',
  'Subscription.commentAdded': 'user',
  'Subscription.conversationRequestAdded': 'owner',

  'Article.comments': 'user',
  'Article.proposals': 'dictionaryReader',
  'Article.revisions': 'dictionaryEditor',
  'Article.lastChange': 'dictionaryEditor',

  // A dictionary says its names to everyone; its whole metadata are for accounts. Source: interface text, B39 and B40.
  'Dictionary.proposals': 'dictionaryReader',
  'Dictionary.members': 'dictionaryReader',
  'Dictionary.usage': 'dictionaryOwner',
  'Dictionary.mediaUsage': 'dictionaryEditor',
  'Dictionary.imports': 'dictionaryOwner',
  'Dictionary.missedSearches': 'dictionaryEditor',
  'Dictionary.comment': 'metadataReader',
  'Dictionary.publication': 'metadataReader',
  'Dictionary.reviewVersion': 'metadataReader',
  'Dictionary.reviewYear': 'metadataReader',
  'Dictionary.source': 'metadataReader',
  'Dictionary.sourceAuthors': 'metadataReader',
  'Dictionary.targetAuthors': 'metadataReader',
};

/** Access rules of resources: all types have the same operations. The services check the owner. */
function resourceRules(): Readonly<Record<string, Access>> {
  const rules = RESOURCE_OPERATIONS.flatMap(({ read, ...writes }) => [
    `Query.${read}`,
    ...Object.values(writes).map((name) => `Mutation.${name}`),
  ]);
  return Object.fromEntries(rules.map((field) => [field, 'owner']));
}

/** The access that the operator has opened to everyone. */
export interface OpenAccess {
  /** Whether everyone may read the whole metadata of dictionaries. */
  readonly isMetadataPublic: boolean;
  /** Whether everyone may register an application. */
  readonly isRegistrationOpen: boolean;
}

export function openRules({ isMetadataPublic, isRegistrationOpen }: OpenAccess): ReadonlySet<Access> {
  return new Set([
    ...(isMetadataPublic ? (['metadataReader'] as const) : []),
    ...(isRegistrationOpen ? (['registrar'] as const) : []),
  ]);
}
