import { applicationOf, type ResourceKey } from '../../domain/chatbot/resource/resource-record';
import { invalid } from '../../shared/faults';
import type { AccountViewer, Viewer } from '../../shared/viewer';

/** Whether an account has access to an application. For all others it does not exist. */
export function reaches(viewer: Viewer, applicationId: string): boolean {
  if (viewer.role === 'admin' || viewer.role === 'platform' || viewer.role === 'operator') return true;
  return viewer.role === 'application' && viewer.accountId === applicationId;
}

/** The same for resources. */
export function tenantOwns(viewer: Viewer, key: ResourceKey): boolean {
  return reaches(viewer, applicationOf(key));
}

/** Whether an account is the application itself. */
export function isOwner(viewer: Viewer, applicationId: string): boolean {
  const isApplication = viewer.role === 'application' || viewer.role === 'platform';
  return isApplication && viewer.accountId === applicationId;
}

/**
 * The given application, or by default the calling one.
 *
 * @throws Failure INVALID_INPUT when an admin gives none
 */
export function applicationMeant(viewer: AccountViewer, given: string | undefined): string {
  if (given !== undefined) return given;
  if (viewer.role === 'admin' || viewer.role === 'user')
    throw invalid('publicId', 'publicId must name the application');
  return viewer.accountId;
}
