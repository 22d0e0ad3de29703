import { setTimeout as sleep } from 'node:timers/promises';

/** The longest pause between two steps, in milliseconds. */
const LONGEST_PAUSE = 100;

/**
 * Steps that keep the main thread busy for long, such as parsing a large body: one at a time, and between two of them everybody else has the
 * thread for as long as the first took.
 */
export class LongSteps {
  private last: Promise<unknown> = Promise.resolve();

  /** Runs a step when those before it are done. */
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
