import { inputFailure } from '../shared/faults';

/** The current revisions that a write accepts; any revision if none is given. */
export interface RevisionCondition {
  readonly revisions?: readonly number[] | undefined;
}

/** The messages about each kind of object. */
const MESSAGES = {
  article: {
    changed: 'The article has changed since it was read; read it again',
    exists: 'The article already exists',
  },
  metadata: {
    changed: 'The metadata have changed since they were read; read them again',
    exists: 'The dictionary already exists',
  },
} as const;

const FOREIGN =
  'None of the given entity tags or revisions is from this server; send the `ETag` of a response, with its quotes';

/**
 * Checks the current revision of an object before a write. `If-None-Match: *` gives an empty list of revisions: the
 * object has not changed, but exists. Revisions start at 1; a tag in `If-Match` without one is given as a negative number.
 *
 * @throws Failure REVISION_MISMATCH with the field `revisions`
 */
export function checkRevision(
  current: number,
  { revisions }: RevisionCondition,
  object: keyof typeof MESSAGES,
): void {
  if (!revisions || revisions.includes(current)) return;
  const { changed, exists } = MESSAGES[object];
  const isKnown = revisions.some((revision) => revision > 0);
  const message = isKnown ? changed : revisions.length === 0 ? exists : FOREIGN;
  throw inputFailure('REVISION_MISMATCH', 'revisions', message);
}
