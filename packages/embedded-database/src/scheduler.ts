/**
 * Shares the thread between long commands. Commands that yield continue in the order in which they yielded, one in each
 * tick of the event loop. Between two of them, the event loop receives what clients have sent, so a new command waits
 * for one slice, no matter how many long commands run.
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
