import { setImmediate as otherRequests } from 'node:timers/promises';
import { chargeThreadTo } from '../../shared/thread-time';
import { currentWork } from '../../shared/work';

/** Maximum time that a computation occupies the thread without a pause, in milliseconds. */
const MAX_MS_WITHOUT_PAUSE = 10;

/** Called between two steps of a long computation. Rejects if the request has ended. */
export type Pause = () => Promise<void>;

/** Creates a pause that lets other requests run if the last time they could is more than 10 ms ago. */
export function createPause(): Pause {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MAX_MS_WITHOUT_PAUSE) return;
    await otherRequests();
    chargeThreadTo();
    currentWork()?.assertNotEnded();
    since = performance.now();
  };
}

/** A computation in steps. If the request that runs it ends early, a later request continues it. */
export class Resumable<Result> {
  private outcome: (() => Result) | undefined;

  constructor(private readonly steps: Generator<void, Result>) {}

  /**
   * Runs the remaining steps and returns the result. Several requests may call it at the same time.
   *
   * @throws the error of a step, also in every later call; or that of the pause, after which a later call continues
   */
  async finish(pause: Pause): Promise<Result> {
    while (this.outcome === undefined) {
      this.runStep();
      await pause();
    }
    return this.outcome();
  }

  private runStep(): void {
    try {
      const { done, value } = this.steps.next();
      if (done === true) this.outcome = () => value;
    } catch (error) {
      this.outcome = () => {
        throw error;
      };
    }
  }
}
