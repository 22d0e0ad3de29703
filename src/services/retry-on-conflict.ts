import { Failure } from '../shared/failure';

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
