/** Work in steps that a request begins. If the request ends before the work, a later one goes on with it. */
export class Resumable<Result> {
  private outcome: (() => Result) | undefined;

  constructor(private readonly steps: Generator<void, Result>) {}

  /**
   * Takes the steps that are left. Several requests may do so at once.
   *
   * @param pause is awaited after each step; it may let others go on, and its error leaves the rest to a later call
   */
  async finish(pause: () => Promise<void>): Promise<Result> {
    while (this.outcome === undefined) {
      this.step();
      await pause();
    }
    return this.outcome();
  }

  private step(): void {
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
