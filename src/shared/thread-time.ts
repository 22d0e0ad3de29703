import { currentWork, type Work } from './work';

/**
 * Measures the main thread's time by the work that uses it. A message from a client or from the database starts code that runs, with
 * all promises that it settles, until the next message is handled. So the time between two messages belongs to the work of the first,
 * and the time after the last message ends with its tick of the event loop.
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
    setImmediate(this.endTick);
  }

  /** Charges the time since the last message to the current work, which continues. */
  settle(): void {
    const { current } = this;
    this.enter(undefined);
    this.enter(current);
  }

  private readonly endTick = (): void => {
    this.isEnding = false;
    this.enter(undefined);
  };
}

const threadTime = new ThreadTime();

/** Attributes the time of the main thread to `work`, until the next call or the end of this tick of the event loop. */
export function chargeThreadTo(work: Work | undefined = currentWork()): void {
  threadTime.enter(work);
}

/** Charges the time since the last message to the current work. */
export function chargeThreadTime(): void {
  threadTime.settle();
}
