/** Who an account is to the rules: a person or the program that runs for one. No token has the role of the operator, who runs commands. */
export type Role = 'user' | 'admin' | 'application' | 'platform' | 'operator';

/** An account whose token was found good. */
export interface AccountViewer {
  readonly role: Role;
  /** What names the account among those of its kind: the number of a user, the public identifier of an application. */
  readonly accountId: string;
  readonly name: string;
  /** The session of the token that was presented. */
  readonly sessionId: string;
}

/** Who asks. Computed once per request; services decide with it, never with headers. */
export type Viewer = { readonly role: 'anonymous' } | AccountViewer;

export const ANONYMOUS: Viewer = { role: 'anonymous' };

/** The operator who runs a command on the server. @param name of the user of the operating system */
export function operatorNamed(name: string): AccountViewer {
  return { role: 'operator', accountId: '', name, sessionId: '' };
}

/** Disabled articles and comments exist for admins alone. Source: interface decisions, section 5. */
export function seesHidden(viewer: Viewer): boolean {
  return viewer.role === 'admin';
}
