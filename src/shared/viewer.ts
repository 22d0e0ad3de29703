import { Failure } from './failure';

/** Role of an account: a person or a program. No token has the role of the operator, who runs commands. */
export type Role = 'user' | 'admin' | 'application' | 'platform' | 'operator';

/** The account of a valid token. */
export interface AccountViewer {
  readonly role: Role;
  /** Identifier of the account within its kind: the number of a user, or the public identifier of an application. */
  readonly accountId: string;
  readonly name: string;
  /** The session of the token that was presented. */
  readonly sessionId: string;
  /** The roles of a user in dictionaries. */
  readonly memberships?: readonly Membership[] | undefined;
  /**
   * The rights of the API key that was sent instead of a token; absent with a token, which has all rights of its
   * account.
   */
  readonly scopes?: readonly KeyScope[] | undefined;
  /**
   * The dictionaries to which the API key is bound. It cannot write in other dictionaries, not even what every user
   * may.
   */
  readonly onlyIn?: readonly string[] | undefined;
}

/** Scopes of an API key. Each includes reading. */
export const KEY_SCOPES = ['read', 'write', 'comment', 'import'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The roles of members of a dictionary. Each may do all that those before it may. */
export const DICTIONARY_ROLES = ['reader', 'contributor', 'editor', 'owner'] as const;
export type DictionaryRole = (typeof DICTIONARY_ROLES)[number];

/** The role of a user in one dictionary. */
export interface Membership {
  readonly dictionaryId: string;
  readonly role: DictionaryRole;
}

/** Sender of a request. Computed once per request; services check it instead of headers. */
export type Viewer = { readonly role: 'anonymous' } | AccountViewer;

export const ANONYMOUS: Viewer = { role: 'anonymous' };

/** The operator who runs a command on the server. @param name of the user of the operating system */
export function operatorNamed(name: string): AccountViewer {
  return { role: 'operator', accountId: '', name, sessionId: '' };
}

/** Whether a role includes the rights of another one. */
export function includesRole(role: DictionaryRole | undefined, needed: DictionaryRole): boolean {
  return role !== undefined && DICTIONARY_ROLES.indexOf(role) >= DICTIONARY_ROLES.indexOf(needed);
}

/** The role in a dictionary among memberships. */
export function roleAmong(
  memberships: readonly Membership[] | undefined,
  dictionaryId: string,
): DictionaryRole | undefined {
  return memberships?.find((membership) => membership.dictionaryId === dictionaryId)?.role;
}

/** The role of a viewer in a dictionary. Admins have the rights of its owners in every dictionary. */
export function dictionaryRoleOf(viewer: Viewer, dictionaryId: string): DictionaryRole | undefined {
  if (viewer.role === 'admin') return 'owner';
  return viewer.role === 'user' ? roleAmong(viewer.memberships, dictionaryId) : undefined;
}

/** Whether a viewer has at least a role in a dictionary or, without `dictionaryId`, in any dictionary. */
export function hasDictionaryRole(needed: DictionaryRole, viewer: Viewer, dictionaryId?: string): boolean {
  if (dictionaryId !== undefined) return includesRole(dictionaryRoleOf(viewer, dictionaryId), needed);
  if (viewer.role === 'admin') return true;
  return viewer.role === 'user' && (viewer.memberships ?? []).some(({ role }) => includesRole(role, needed));
}

/** @throws Failure FORBIDDEN for an API key that is bound to other dictionaries */
export function refuseOutside(viewer: Viewer, dictionaryId: string): void {
  if (viewer.role !== 'anonymous' && viewer.onlyIn?.includes(dictionaryId) === false)
    throw new Failure('FORBIDDEN', 'The API key is not for this dictionary');
}

/**
 * Whether a viewer sees disabled articles and comments: admins, and editors in their dictionary. Source: interface
 * decisions, section 5.
 *
 * @param dictionaryId without it, whether the viewer sees those of every dictionary
 */
export function seesHidden(viewer: Viewer, dictionaryId?: string): boolean {
  return (
    viewer.role === 'admin' ||
    (dictionaryId !== undefined && hasDictionaryRole('editor', viewer, dictionaryId))
  );
}

/** Whether everyone finds an article in lists and searches, or only admins and editors of its dictionary. */
export type Visibility = 'shown' | 'hidden';

const SHOWN: readonly Visibility[] = ['shown'];
const HIDDEN: readonly Visibility[] = ['hidden'];
const SHOWN_AND_HIDDEN: readonly Visibility[] = ['shown', 'hidden'];

/**
 * The visibilities of articles that a viewer finds in lists and searches.
 *
 * @param dictionaryId of the list; without it, the list is of all dictionaries
 * @param isDisabled selects one visibility
 * @throws Failure FORBIDDEN if the viewer selects one and may not see both
 */
export function visibilityFor(
  viewer: Viewer,
  dictionaryId: string | undefined,
  isDisabled?: boolean | null,
): readonly Visibility[] {
  if (typeof isDisabled !== 'boolean') return seesHidden(viewer, dictionaryId) ? SHOWN_AND_HIDDEN : SHOWN;
  assertSeesHidden(viewer, 'isDisabled', dictionaryId);
  return isDisabled ? HIDDEN : SHOWN;
}

/**
 * Checks that a viewer sees disabled objects, before a filter that distinguishes them is applied.
 *
 * @param filter its name, for the message
 * @throws Failure FORBIDDEN if the viewer does not see them
 */
export function assertSeesHidden(viewer: Viewer, filter: string, dictionaryId?: string): void {
  if (!seesHidden(viewer, dictionaryId))
    throw new Failure('FORBIDDEN', `Only admins, and editors in their dictionary, can filter by ${filter}`);
}
