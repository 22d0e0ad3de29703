import { Failure } from '../shared/failure';
import { seesHidden, type Viewer } from '../shared/viewer';
import type { Visibility } from '../storage/lists/list-segment';

const SHOWN: readonly Visibility[] = ['shown'];
const HIDDEN: readonly Visibility[] = ['hidden'];
const SHOWN_AND_HIDDEN: readonly Visibility[] = ['shown', 'hidden'];

/**
 * The visibilities of articles that a viewer finds in lists and searches.
 *
 * @param isDisabled restricts the result to one visibility
 * @throws Failure FORBIDDEN when the viewer restricts it and does not see both
 */
export function visibilityFor(viewer: Viewer, isDisabled?: boolean | null): readonly Visibility[] {
  if (typeof isDisabled !== 'boolean') return seesHidden(viewer) ? SHOWN_AND_HIDDEN : SHOWN;
  assertSeesHidden(viewer, 'isDisabled');
  return isDisabled ? HIDDEN : SHOWN;
}

/**
 * @param filter name of a filter that separates hidden objects from others
 * @throws Failure FORBIDDEN when the viewer does not see both
 */
export function assertSeesHidden(viewer: Viewer, filter: string): void {
  if (!seesHidden(viewer)) throw new Failure('FORBIDDEN', `Only admins can filter by ${filter}`);
}
