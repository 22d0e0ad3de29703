import { currentWork, type Work } from './work';

/**
 * Measures the main thread's time by the work that uses it. Code runs in stretches: what a message from a client or from the
 * database sets off runs, with all promises that it settles, until the next message is handled. So the time between two
 * messages belongs to the work of the first, and the last stretch ends with its turn of the event loop.
 */
class ThreadTime {
  private current: Work | undefined;
  private since = 0;
  private isEnding = false;

  enter(work: Work | undefined): void {
    if (work === this.current) return;
    const now = performance.now();
    this.current?.charge('threadMs', now - this.since);
    this.current = work;
    this.since = now;
    if (work === undefined || this.isEnding) return;
    this.isEnding = true;
    setImmediate(this.endTurn);
  }

  /** Charges what has passed of the present stretch, which goes on. */
  settle(): void {
    const { current } = this;
    this.enter(undefined);
    this.enter(current);
  }

  private readonly endTurn = (): void => {
    this.isEnding = false;
    this.enter(undefined);
  };
}

const threadTime = new ThreadTime();

/** From here on, until the next call or the end of this turn of the event loop, the thread works for `work`. */
export function enterThread(work: Work | undefined = currentWork()): void {
  threadTime.enter(work);
}

/** Brings the account of the present work up to date. */
export function settleThread(): void {
  threadTime.settle();
}
