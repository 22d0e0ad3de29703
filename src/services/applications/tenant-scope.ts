import { applicationOf, type ResourceKey } from '../../domain/chatbot/resource/resource-record';
import { Failure } from '../../shared/failure';
import { invalid } from '../../shared/faults';
import type { AccountViewer, Viewer } from '../../shared/viewer';

/** Whether an account has access to an application. For other accounts the application does not exist. */
export function hasAccessTo(viewer: Viewer, applicationId: string): boolean {
  if (viewer.role === 'admin' || viewer.role === 'platform' || viewer.role === 'operator') return true;
  return viewer.role === 'application' && viewer.accountId === applicationId;
}

/** The error for a resource that does not exist, or that the viewer may not see. */
export function objectNotFound(): Failure {
  return new Failure('NOT_FOUND', 'There is no such object');
}

/** Whether an account has access to the application that owns a resource. */
export function isInTenantScope(viewer: Viewer, key: ResourceKey): boolean {
  return hasAccessTo(viewer, applicationOf(key));
}

/** Whether an account is the application itself. */
export function isOwner(viewer: Viewer, applicationId: string): boolean {
  const isApplication = viewer.role === 'application' || viewer.role === 'platform';
  return isApplication && viewer.accountId === applicationId;
}

/**
 * The public identifier of the given application. Defaults to the application that sends the request.
 *
 * @throws Failure INVALID_INPUT if a user or an admin names no application
 */
export function requestedApplication(viewer: AccountViewer, publicId: string | undefined): string {
  if (publicId !== undefined) return publicId;
  if (viewer.role === 'admin' || viewer.role === 'user')
    throw invalid('publicId', 'publicId must name the application');
  return viewer.accountId;
}
