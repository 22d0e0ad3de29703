/** Number of requests at once with which a burst begins, and to which a slow thread goes back. */
const FEW = 6;

/** Interval at which the length of the thread's turns is measured, in milliseconds. */
const LOOK_MS = 20;

/** Delay of a measurement from which turns count as long, and below which as short, in milliseconds. */
const LONG_MS = 30;
const SHORT_MS = 10;

/** What remains of the number after a long turn. */
const BACK = 3 / 4;

/**
 * How many demanding requests are worth processing at once. Each is processed in several turns of the event loop, and a turn lasts as
 * long as the steps of all requests together: beyond a few, more of them make all wait longer, and none is answered earlier. The number
 * grows by one with each request that ends while turns are short, as while a distant database is waited for, and falls with each long
 * turn. (Additive increase, multiplicative decrease: D. Chiu and R. Jain, 1989.)
 */
export class ConcurrencyLimit {
  private limit = FEW;
  private running = 0;
  private stopLooking: (() => void) | undefined;
  private lookedAt = 0;
  private delay = 0;

  /**
   * @param now milliseconds from an arbitrary origin; defaults to the clock of the process
   * @param repeat runs a function at intervals, in milliseconds, until what it returns is called
   */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly repeat = repeatedly,
  ) {}

  get isReached(): boolean {
    return this.running >= this.limit;
  }

  begin(): void {
    this.running++;
    if (this.stopLooking !== undefined) return;
    this.lookedAt = this.now();
    this.stopLooking = this.repeat(this.look, LOOK_MS);
  }

  end(): void {
    if (this.isReached && this.delay < SHORT_MS) this.limit++;
    if (--this.running > 0) return;
    this.stopLooking?.();
    this.stopLooking = undefined;
    this.limit = FEW;
    this.delay = 0;
  }

  private readonly look = (): void => {
    const now = this.now();
    this.delay = now - this.lookedAt - LOOK_MS;
    this.lookedAt = now;
    if (this.delay > LONG_MS) this.limit = Math.max(FEW, Math.floor(this.limit * BACK));
  };
}

function repeatedly(run: () => void, ms: number): () => void {
  const timer = setInterval(run, ms).unref();
  return () => {
    clearInterval(timer);
  };
}
