import { seesHidden, type Viewer } from '../shared/viewer';
import type { Visibility } from '../storage/list-segment';

const SHOWN: readonly Visibility[] = ['shown'];
const SHOWN_AND_HIDDEN: readonly Visibility[] = ['shown', 'hidden'];

/** The articles that a viewer finds in lists and searches. */
export function visibilityFor(viewer: Viewer): readonly Visibility[] {
  return seesHidden(viewer) ? SHOWN_AND_HIDDEN : SHOWN;
}
