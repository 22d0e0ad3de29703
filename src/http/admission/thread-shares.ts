/** How fast the past is forgotten: what was used so many milliseconds ago counts about a third. */
const MEMORY_MS = 1000;

/** Below this, in remembered milliseconds, nobody waits: a page of a front-end asks for several things at once. */
const BURST_MS = 150;

/** What is remembered of a caller until it is forgotten, in milliseconds. */
const FORGOTTEN_MS = 1;

/** How often callers are forgotten, in milliseconds. */
const PRUNE_MS = 250;

/**
 * How much of the main thread each caller takes. It runs one thing after the other, so that a caller with many small requests would keep
 * everybody else waiting long before its budget is used up: whoever has taken much, and more than the others on average, waits for them.
 */
export class ThreadShares {
  private readonly used = new Map<string, number>();
  private total = 0;
  private at: number;
  private prunedAt: number;

  /** @param now milliseconds of any beginning; the clock of the process when absent */
  constructor(private readonly now: () => number = () => performance.now()) {
    this.at = this.prunedAt = now();
  }

  charge(caller: string, ms: number): void {
    // Amounts grow instead of all others shrinking; pruning brings them back.
    const amount = ms * this.growth();
    this.used.set(caller, (this.used.get(caller) ?? 0) + amount);
    this.total += amount;
    if (this.now() - this.prunedAt >= PRUNE_MS) this.prune();
  }

  /** Whether a caller has to wait for others. */
  isExceeded(caller: string | undefined): boolean {
    if (caller === undefined) return false;
    const used = this.used.get(caller) ?? 0;
    return used / this.growth() > BURST_MS && used > this.total / this.used.size;
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
