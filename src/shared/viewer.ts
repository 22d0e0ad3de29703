/** Who asks. Computed once per request; services decide with it, never with headers. */
export interface Viewer {
  readonly role: 'anonymous' | 'user' | 'application' | 'platform' | 'admin';
}

export const ANONYMOUS: Viewer = { role: 'anonymous' };

/** Disabled articles and comments exist for admins alone. Source: interface decisions, section 5. */
export function seesHidden(viewer: Viewer): boolean {
  return viewer.role === 'admin';
}
