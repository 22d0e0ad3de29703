import { applicationOf, type OwnedKey } from '../../domain/chatbot/owned/owned-record';
import { Failure } from '../../shared/failure';
import type { AccountViewer, Viewer } from '../../shared/viewer';

/** Whether an account has to do with an application at all. To all others it is as if it did not exist. */
export function reaches(viewer: Viewer, applicationId: string): boolean {
  if (viewer.role === 'admin' || viewer.role === 'platform') return true;
  return viewer.role === 'application' && viewer.accountId === applicationId;
}

/** The same for what an application owns. */
export function reachesOwned(viewer: Viewer, key: OwnedKey): boolean {
  return reaches(viewer, applicationOf(key));
}

/** Whether an account is the application itself. */
export function isOwner(viewer: Viewer, applicationId: string): boolean {
  const isApplication = viewer.role === 'application' || viewer.role === 'platform';
  return isApplication && viewer.accountId === applicationId;
}

/**
 * The application that is meant: the one that is named, or else the one that asks.
 *
 * @throws Failure INVALID_INPUT when an admin names none
 */
export function applicationMeant(viewer: AccountViewer, given: string | undefined): string {
  if (given !== undefined) return given;
  if (viewer.role === 'admin' || viewer.role === 'user')
    throw new Failure('INVALID_INPUT', 'publicId must name the application');
  return viewer.accountId;
}
