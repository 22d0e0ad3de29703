/** The part of the main thread's time that the requests of one caller may take while others want it, too. */
const SHARE = 1 / 4;

/** What a caller may take at once beyond its share, in milliseconds: a page of a front-end asks for several things. */
const BURST_MS = 250;

/** Most callers that are known at once; beyond them all begin again. */
const MOST_CALLERS = 50_000;

interface Debt {
  ms: number;
  at: number;
}

/**
 * How much of the main thread each caller takes. It runs one thing after the other, so that a caller with many small requests would keep
 * everybody else waiting long before its budget is used up. (A leaky bucket for each caller.)
 */
export class ThreadShares {
  private readonly debts = new Map<string, Debt>();

  /** @param now milliseconds of any beginning; the clock of the process when absent */
  constructor(private readonly now: () => number = () => performance.now()) {}

  charge(caller: string, ms: number): void {
    const debt = this.debtOf(caller);
    if (debt === undefined && this.debts.size >= MOST_CALLERS) this.debts.clear();
    this.debts.set(caller, { ms: (debt?.ms ?? 0) + ms, at: this.now() });
  }

  /** Whether a caller has taken more than its share lately. */
  isExceeded(caller: string | undefined): boolean {
    return caller !== undefined && (this.debtOf(caller)?.ms ?? 0) > BURST_MS;
  }

  /** What is left of a debt; it is paid as time passes. */
  private debtOf(caller: string): Debt | undefined {
    const debt = this.debts.get(caller);
    if (debt === undefined) return undefined;
    const now = this.now();
    debt.ms = Math.max(0, debt.ms - (now - debt.at) * SHARE);
    debt.at = now;
    if (debt.ms === 0) this.debts.delete(caller);
    return debt;
  }
}
