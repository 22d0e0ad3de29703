/**
 * Shares the thread between long commands. Those that yield continue in the order in which they yielded, one in each tick
 * of the event loop. Between two of them the event loop takes in what clients have sent, so that a new command waits for
 * one slice, however many long ones run.
 */
export class Scheduler {
  private readonly waiting: (() => void)[] = [];

  /** @param nextTick runs a function in the next tick of the event loop */
  constructor(private readonly nextTick: (run: () => void) => void = setImmediate) {}

  /** Resolves when the caller may continue. */
  nextSlice(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === 1) this.nextTick(this.resumeFirst);
    });
  }

  private readonly resumeFirst = (): void => {
    this.waiting.shift()?.();
    if (this.waiting.length > 0) this.nextTick(this.resumeFirst);
  };
}
