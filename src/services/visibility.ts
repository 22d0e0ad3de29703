import { Failure } from '../shared/failure';
import { seesHidden, type Viewer } from '../shared/viewer';
import type { Visibility } from '../domain/article/article-lists';

const SHOWN: readonly Visibility[] = ['shown'];
const HIDDEN: readonly Visibility[] = ['hidden'];
const SHOWN_AND_HIDDEN: readonly Visibility[] = ['shown', 'hidden'];

/**
 * The visibilities of articles that a viewer finds in lists and searches.
 *
 * @param dictionaryId that has the list; without it, the list is of all dictionaries
 * @param isDisabled restricts the result to one visibility
 * @throws Failure FORBIDDEN when the viewer restricts it and does not see both
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
 * @param filter name of a filter that separates hidden objects from others
 * @throws Failure FORBIDDEN when the viewer does not see both
 */
export function assertSeesHidden(viewer: Viewer, filter: string, dictionaryId?: string): void {
  if (!seesHidden(viewer, dictionaryId))
    throw new Failure('FORBIDDEN', `Only admins, and editors in their dictionary, can filter by ${filter}`);
}
