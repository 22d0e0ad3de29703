import { Failure } from '../shared/failure';

/** How long a write that meets other writes is repeated, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Repeats an attempt that gives nothing because another write came between, until it gives something.
 *
 * @returns `undefined` when others came first until the time was over
 */
export async function retryOnConflict<Result>(
  attempt: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const begun = performance.now();
  do {
    const result = await attempt();
    if (result !== undefined) return result;
  } while (performance.now() - begun < PATIENCE_MS);
  return undefined;
}

/** Why a write is refused when others came first until the time was over. */
export function tooManyWriters(): Failure {
  return new Failure('UNAVAILABLE', 'Too many are writing here at once; try again soon.');
}
