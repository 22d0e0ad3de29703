import { Failure } from '../shared/failure';
import { inputFailure } from '../shared/faults';

/** A condition on the current revision of an object that a write changes. */
export interface RevisionCondition {
  /** Revisions that the write accepts; any revision if absent. */
  readonly revisions?: readonly number[] | undefined;
  /** Revisions that the write does not accept. */
  readonly exceptRevisions?: readonly number[] | undefined;
}

/** The messages about each kind of object. */
const MESSAGES = {
  article: {
    changed: 'The article has changed since it was read; read it again',
    exists: 'The article already exists',
    excluded: 'The article has a revision that the request excludes',
  },
  metadata: {
    changed: 'The metadata have changed since they were read; read them again',
    exists: 'The dictionary already exists',
    excluded: 'The metadata have a revision that the request excludes',
  },
} as const;

const FOREIGN =
  'None of the given entity tags or revisions is from this server; send the `ETag` of a response, with its quotes';

/**
 * Checks the current revision of an object before a write. For `If-None-Match: *`, `revisions` is empty, and
 * the message says that the object exists. Revisions start at 1; a tag in `If-Match` that is not from this server counts as a negative
 * revision.
 *
 * @throws Failure REVISION_MISMATCH with the field `revisions` or `exceptRevisions`
 */
export function checkRevision(
  current: number,
  { revisions, exceptRevisions }: RevisionCondition,
  object: keyof typeof MESSAGES,
): void {
  const { changed, exists, excluded } = MESSAGES[object];
  if (exceptRevisions?.includes(current) === true)
    throw inputFailure('REVISION_MISMATCH', 'exceptRevisions', excluded);
  if (!revisions || revisions.includes(current)) return;
  const isKnown = revisions.some((revision) => revision > 0);
  const message = isKnown ? changed : revisions.length === 0 ? exists : FOREIGN;
  throw inputFailure('REVISION_MISMATCH', 'revisions', message);
}

/** Time for which a conflicting write is retried, in milliseconds. */
const RETRIED_MS = 10_000;

/**
 * Repeats an attempt that conflicts with other writes (and then returns `undefined`) until it succeeds.
 *
 * @returns `undefined` when it conflicts for too long
 */
export async function retryOnConflict<Result>(
  attempt: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const startedAt = performance.now();
  do {
    const result = await attempt();
    if (result !== undefined) return result;
  } while (performance.now() - startedAt < RETRIED_MS);
  return undefined;
}

/** The error of a write that conflicts for too long. */
export function tooManyWriters(): Failure {
  return new Failure('UNAVAILABLE', 'Too many concurrent writes to this object; try again soon.');
}
