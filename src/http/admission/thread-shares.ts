/** Decay time of past usage, in milliseconds: usage of that age counts about a third. */
const MEMORY_MS = 1000;

/**
 * Usage below which no caller waits, in decayed milliseconds: a page of a front end sends several requests at once.
 */
const BURST_MS = 150;

/** Time after which a caller is removed from the table, in milliseconds. */
const FORGOTTEN_MS = 1;

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
    return this.usedBy(caller) / this.growth() > BURST_MS;
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
      const left = used / growth;
      if (left < FORGOTTEN_MS) this.used.delete(caller);
      else this.used.set(caller, left);
      this.total += left < FORGOTTEN_MS ? 0 : left;
    }
    this.at = this.prunedAt = this.now();
  }
}
