import { Failure } from '../../shared/failure';
import type { AccountViewer, Role, Viewer } from '../../shared/viewer';

/** Who may do something. What depends on the object itself (one's own comment, say) the services decide. */
export type Access =
  'anyone' | 'account' | 'user' | 'admin' | 'owner' | 'steward' | 'registrar' | 'metadataReader';

const EVERY_ROLE: readonly Role[] = ['user', 'admin', 'application', 'platform'];

/** The roles of each; `anyone` needs none. */
const ROLES: Readonly<Record<Exclude<Access, 'anyone'>, ReadonlySet<Role>>> = {
  account: new Set(EVERY_ROLE),
  user: new Set<Role>(['user', 'admin']),
  admin: new Set<Role>(['admin']),
  owner: new Set<Role>(['application', 'platform', 'admin']),
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
  if (viewer.role === 'anonymous') throw new Failure('UNAUTHENTICATED', 'A valid token is needed');
  if (!ROLES[access].has(viewer.role))
    throw new Failure('FORBIDDEN', `The role ${viewer.role} may not do this`);
}
