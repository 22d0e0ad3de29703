import type { Member } from './members';

/** API keys of the owner of a dictionary, with a scope each. */
export const KEYS = {
  'key to read': 'READ',
  'key to write': 'WRITE',
  'key to comment': 'COMMENT',
  'key to import': 'IMPORT',
};
export type Key = keyof typeof KEYS;
export type Role = 'anonymous' | 'user' | 'admin' | 'application' | 'platform' | Member | Key;
const EVERY_MEMBER: readonly Member[] = ['reader', 'contributor', 'editor', 'owner', 'outsider'];
export const USERS: readonly Role[] = ['user', 'admin', ...EVERY_MEMBER];
const ACCOUNTS: readonly Role[] = [...USERS, 'application', 'platform'];
export const EVERYONE: readonly Role[] = ['anonymous', ...ACCOUNTS];
const EVERY_KEY = Object.keys(KEYS) as Key[];
export const ALL: readonly Role[] = [...EVERYONE, ...EVERY_KEY];
export const ADMINS: readonly Role[] = ['admin'];
export const DICTIONARY_OWNERS: readonly Role[] = ['owner', 'admin'];
export const EDITORS: readonly Role[] = ['editor', ...DICTIONARY_OWNERS];
const CONTRIBUTORS: readonly Role[] = ['contributor', ...EDITORS];
/** Who may work on what an application owns; whose it is decides besides, see tenant-walls.test.ts. */
export const OWNERS: readonly Role[] = ['application', 'platform', 'admin'];
const STEWARDS: readonly Role[] = ['platform', 'admin'];

const RESOURCES = [
  ...['Conversation', 'ConversationRequest', 'Corpus', 'Entity', 'Field', 'FieldRequest', 'FieldsCompiler'],
  ...['Intent', 'Template'],
];
const MANY = ['Entities', 'Intents', 'Templates'];

/** The operations that are the same for several kinds of objects. */
const each = (names: readonly string[], verbs: readonly string[], may: readonly Role[]) =>
  Object.fromEntries(verbs.flatMap((verb) => names.map((name) => [`${verb}${name}`, may])));

const lowerFirst = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`;

/**
 * Who may do what, over GraphQL: every field of Query and Mutation.
 * Source: interface text, sections 3 to 5; decisions, sections 4 and 5.
 */
export const MAY: Readonly<Record<string, readonly Role[]>> = {
  ...each(['article', 'articles', 'dictionary', 'dictionaries', 'node', 'nodes'], [''], EVERYONE),
  ...each(
    ['search', 'suggest', 'headwordsFor', 'nouns', 'exportDictionary', 'offlineCopy', 'articlesState'],
    [''],
    EVERYONE,
  ),
  ...each(['logIn', 'logInApplication', 'logOutApplication'], [''], EVERYONE),
  ...each(['refreshLogin', 'resetPassword', 'passwordReset'], [''], EVERYONE),
  logOut: ACCOUNTS,
  me: EVERYONE,
  ...each(['changePassword', 'comment', 'comments', 'createApiKey', 'revokeApiKey'], [''], USERS),
  // Those who have agreed: owners, too.
  createPasswordResetLink: ADMINS,
  // Those of others: one's own are for users too.
  ...each(['user', 'updateUser', 'deleteUser'], [''], ADMINS),
  ...each(['Comment'], ['create', 'update', 'delete'], USERS),
  ...each(['Article', 'Comment'], ['voteOn'], USERS),
  ...each(['users', 'createUser', 'auditLog'], [''], ADMINS),
  setCommentDisabled: EDITORS,
  // The dictionary accepts no suggestions.
  proposeArticle: CONTRIBUTORS,
  reviewProposal: EDITORS,
  // Those of others: everyone withdraws one's own.
  ...each(['proposal'], [''], USERS),
  withdrawProposal: USERS,
  ...each(['Dictionary'], ['create', 'delete'], ADMINS),
  ...each(['updateDictionary', 'dictionaryImport', 'setDictionaryMember'], [''], DICTIONARY_OWNERS),
  // Of others: members may leave by themselves.
  removeDictionaryMember: DICTIONARY_OWNERS,
  ...each(['Import'], ['create', 'accept', 'cancel', 'undo'], DICTIONARY_OWNERS),
  ...each(['Article'], ['create', 'update', 'delete', 'restore'], EDITORS),
  ...each(['updateArticleParts', 'setArticleDisabled', 'upsertArticles'], [''], EDITORS),
  ...each(['articleRevisions', 'articleRevisionSource'], [''], EDITORS),
  ...each(['Media'], ['create', 'update', 'delete'], EDITORS),
  ...each(['applications', 'createApplication', 'resetApplicationPassword'], [''], STEWARDS),
  updateApplicationQuota: STEWARDS,
  updateDictionaryQuota: ADMINS,
  ...each(
    ['application', 'exportApplication', 'exportField', 'updateApplication', 'deleteApplication'],
    [''],
    OWNERS,
  ),
  ...each(['recognise', 'entityReport', 'converse', 'learnUtterance', 'reportMissingWord'], [''], OWNERS),
  // With the secret of a connector, not with a token.
  ...each(['receiveMessages', 'webhookChallenge'], [''], EVERYONE),
  ...each(RESOURCES.map(lowerFirst), [''], OWNERS),
  ...each(RESOURCES, ['create', 'update', 'delete'], OWNERS),
  ...each(MANY, ['create', 'delete'], OWNERS),
};

/** What a key with a scope may do besides reading, if its user may; nothing else but what needs no account. */
const SCOPES: Readonly<Record<Key, readonly string[]>> = {
  'key to read': [],
  'key to write': [
    ...['createArticle', 'updateArticle', 'deleteArticle', 'restoreArticle', 'updateArticleParts'],
    ...['setArticleDisabled', 'upsertArticles', 'proposeArticle', 'reviewProposal', 'withdrawProposal'],
    ...['createMedia', 'updateMedia', 'deleteMedia'],
    ...['B1', 'B2', 'B3', 'B33'],
  ],
  'key to comment': [
    ...['createComment', 'updateComment', 'deleteComment', 'setCommentDisabled'],
    ...['voteOnArticle', 'voteOnComment'],
    ...['B34', 'B35', 'B36'].flatMap((id) => [`${id}-post`, `${id}-put`, `${id}-delete`]),
  ],
  'key to import': ['createImport', 'acceptImport', 'cancelImport', 'undoImport'],
};

/** Whether a role may do something: a key what its user, an owner, may, as far as its scope goes. */
export function isAllowed(role: Role, may: readonly Role[], name: string, isRead: boolean): boolean {
  if (!(role in KEYS)) return may.includes(role);
  const isOpen = may.includes('anonymous');
  return isOpen || (may.includes('owner') && (isRead || SCOPES[role as Key].includes(name)));
}
