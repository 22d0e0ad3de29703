/** Decay time of past usage, in milliseconds: usage of this age counts as 1/e, about a third. */
const MEMORY_MS = 1000;

/** Decayed usage below which no caller waits, in milliseconds: a page of a front end sends several requests at once. */
const UNRESTRICTED_MS = 150;

/** Decayed usage below which a caller is removed from the table, in milliseconds. */
const NEGLIGIBLE_MS = 1;

/** Interval at which callers are removed, in milliseconds. */
const PRUNE_MS = 250;

/**
 * Share of the main thread that each caller uses. The thread does one thing at a time, so a caller with many small
 * requests would delay all others long before its budget is used up. A caller that has used much, and more than the
 * average of the others, waits.
 */
export class ThreadShares {
  private readonly used = new Map<string, number>();
  private total = 0;
  private at: number;
  private prunedAt: number;

  /** @param now milliseconds from an arbitrary origin; defaults to the clock of the process */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.at = this.prunedAt = now();
  }

  charge(caller: string, ms: number): void {
    // New amounts are scaled up instead of scaling all others down; pruning rescales them.
    const amount = ms * this.growth();
    this.used.set(caller, (this.used.get(caller) ?? 0) + amount);
    this.total += amount;
    if (this.now() - this.prunedAt >= PRUNE_MS) this.prune();
  }

  /** Whether a caller must wait for others. */
  isExceeded(caller: string | undefined): boolean {
    return this.isDemanding(caller) && this.usedBy(caller) > this.total / this.used.size;
  }

  /** Whether a caller has used much lately. */
  isDemanding(caller: string | undefined): boolean {
    return this.usedBy(caller) / this.growth() > UNRESTRICTED_MS;
  }

  private usedBy(caller: string | undefined): number {
    return caller === undefined ? 0 : (this.used.get(caller) ?? 0);
  }

  private growth(): number {
    return Math.exp((this.now() - this.at) / MEMORY_MS);
  }

  private prune(): void {
    const growth = this.growth();
    this.total = 0;
    for (const [caller, used] of this.used) {
      const usage = used / growth;
      if (usage < NEGLIGIBLE_MS) this.used.delete(caller);
      else this.used.set(caller, usage);
      this.total += usage < NEGLIGIBLE_MS ? 0 : usage;
    }
    this.at = this.prunedAt = this.now();
  }
}

/** Number of concurrent requests at the start of a burst, and the minimum on a slow thread. */
const MIN_AT_ONCE = 6;

/** Interval at which the delay of the event loop is measured, in milliseconds. */
const MEASURE_MS = 20;

/** Delays of a measurement above which the event loop counts as slow, and below which as fast, in milliseconds. */
const SLOW_MS = 30;
const FAST_MS = 10;

/** Factor by which a slow measurement reduces the limit. */
const BACKOFF = 3 / 4;

/**
 * Limits how many demanding requests are processed at once. Each takes several ticks of the event loop, and a tick lasts as long as the
 * steps of all requests together: beyond a few requests, more of them only make all wait longer. The limit grows by one with each
 * request that ends while the event loop is fast, for example because a distant database takes the time, and falls with each slow
 * measurement. (Additive increase, multiplicative decrease: D. Chiu and R. Jain, 1989.)
 */
export class ConcurrencyLimit {
  private limit = MIN_AT_ONCE;
  private running = 0;
  private stopMeasuring: (() => void) | undefined;
  private measuredAt = 0;
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
    if (this.stopMeasuring !== undefined) return;
    this.measuredAt = this.now();
    this.stopMeasuring = this.repeat(this.measure, MEASURE_MS);
  }

  end(): void {
    if (this.isReached && this.delay < FAST_MS) this.limit++;
    if (--this.running > 0) return;
    this.stopMeasuring?.();
    this.stopMeasuring = undefined;
    this.limit = MIN_AT_ONCE;
    this.delay = 0;
  }

  private readonly measure = (): void => {
    const now = this.now();
    this.delay = now - this.measuredAt - MEASURE_MS;
    this.measuredAt = now;
    if (this.delay > SLOW_MS) this.limit = Math.max(MIN_AT_ONCE, Math.floor(this.limit * BACKOFF));
  };
}

function repeatedly(run: () => void, ms: number): () => void {
  const timer = setInterval(run, ms).unref();
  return () => {
    clearInterval(timer);
  };
}
