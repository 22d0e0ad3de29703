import { Failure } from '../../shared/failure';

/** How long a write that meets others is tried anew, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Repeats what gives nothing because another write came between, until it gives something.
 *
 * @throws Failure UNAVAILABLE when others always come first
 */
export async function patiently<Result>(attempt: () => Promise<Result | undefined>): Promise<Result> {
  const begun = performance.now();
  do {
    const result = await attempt();
    if (result !== undefined) return result;
  } while (performance.now() - begun < PATIENCE_MS);
  throw new Failure('UNAVAILABLE', 'Too many concurrent writes to this object; try again soon.');
}
