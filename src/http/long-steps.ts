import { setTimeout as sleep } from 'node:timers/promises';

/** Longest pause between two steps, in milliseconds. */
const LONGEST_PAUSE = 100;

/**
 * Runs steps that occupy the main thread for long, such as parsing a large body, one at a time. Between two of them,
 * other work has the thread for as long as the first step took.
 */
export class LongSteps {
  private last: Promise<unknown> = Promise.resolve();

  /** Runs a step when earlier ones are done. */
  run<Result>(step: () => Result): Promise<Result> {
    let took = 0;
    const result = this.last.then(() => {
      const started = performance.now();
      try {
        return step();
      } finally {
        took = performance.now() - started;
      }
    });
    const pause = () => sleep(Math.min(took, LONGEST_PAUSE));
    this.last = result.then(pause, pause);
    return result;
  }
}
