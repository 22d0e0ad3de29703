/** Number of concurrent requests at the start of a burst, and the minimum on a slow thread. */
const FEW = 6;

/** Interval at which the delay of the event loop is measured, in milliseconds. */
const LOOK_MS = 20;

/** Delays of a measurement above which the event loop counts as slow, and below which as fast, in milliseconds. */
const LONG_MS = 30;
const SHORT_MS = 10;

/** Factor by which a slow measurement reduces the limit. */
const BACK = 3 / 4;

/**
 * Limits how many demanding requests are processed at once. Each takes several ticks of the event loop, and a tick lasts as long as the
 * steps of all requests together: beyond a few requests, more of them only make all wait longer. The limit grows by one with each
 * request that ends while the event loop is fast, for example because a distant database takes the time, and falls with each slow
 * measurement. (Additive increase, multiplicative decrease: D. Chiu and R. Jain, 1989.)
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
