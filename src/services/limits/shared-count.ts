import { runDetached } from '../../shared/work';
import type { AttemptCounter, AttemptLimit } from '../../storage/accounts/attempt-limits';

/**
 * Largest block that a process counts before it reports, as a fraction of the limit: 50 of 1,200 requests. Each further process may
 * exceed the limit by one block.
 */
const MAX_BLOCK_FRACTION = 1 / 24;

/**
 * Smallest amount that a process reports, as a fraction of the limit. A refused request costs a little work too; without this minimum,
 * each would be reported.
 */
const MIN_BLOCK_FRACTION = 1 / 1200;

/** A process reports when it has counted one part in this many of the remaining amount, or a block, whichever is less. */
const SHARE_OF_REST = 8;

/** Maximum number of callers that are counted at once; some megabytes. Beyond it, the oldest entry is dropped. */
const MAX_CALLERS = 50_000;

/** The state of a caller after a request. */
export interface CountState {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Seconds until the next window begins. */
  readonly resetsAfter: number;
}

/** The counts of one caller in this window. */
interface Count {
  /** Counted by this process. */
  own: number;
  /** The part of it that was reported to the other processes. */
  reported: number;
  /** The count of other processes, as last read. */
  others: number;
  isReporting: boolean;
}

export interface SharedCountParts {
  /** The store through which the processes share their counts. */
  readonly shared: Pick<AttemptCounter, 'add'>;
  readonly limit: AttemptLimit;
  /** Milliseconds since 1970; defaults to the clock of the machine. */
  readonly now?: () => number;
}

/**
 * Counts requests over all processes without delaying any: each process counts in memory and reports to the database
 * in blocks, which become smaller as the limit approaches. Windows follow the clock, so that processes agree on them.
 */
export class SharedCount {
  private readonly limit: AttemptLimit;
  private readonly now: () => number;
  private window = 0;
  private counts = new Map<string, Count>();

  constructor(private readonly parts: SharedCountParts) {
    this.limit = parts.limit;
    this.now = parts.now ?? Date.now;
  }

  /** Counts a request, unless the limit is reached. */
  take(key: string): CountState {
    const { isAllowed, resetsAfter } = this.stateOf(key);
    if (isAllowed) this.add(key, 1);
    return { isAllowed, remaining: this.stateOf(key).remaining, resetsAfter };
  }

  /** The state of a caller, without counting anything. */
  stateOf(key: string): CountState {
    const resetsAfter = this.enterWindow();
    const remaining = this.remaining(this.counts.get(key));
    return { isAllowed: remaining > 0, remaining, resetsAfter };
  }

  /** Counts usage, whether it is allowed or not. */
  add(key: string, amount: number): void {
    this.enterWindow();
    const count = this.countOf(key);
    count.own += amount;
    if (count.own - count.reported >= this.block(count) && !count.isReporting)
      void runDetached(() => this.report(key, count));
  }

  private block(count: Count): number {
    const { points } = this.limit;
    const share = Math.ceil(this.remaining(count) / SHARE_OF_REST);
    return Math.max(MIN_BLOCK_FRACTION * points, Math.min(MAX_BLOCK_FRACTION * points, share));
  }

  /** Drops the counts of an expired window. Returns the remaining seconds of the present one. */
  private enterWindow(): number {
    const seconds = this.now() / 1000;
    const window = Math.floor(seconds / this.limit.duration);
    if (window !== this.window) this.counts = new Map();
    this.window = window;
    return Math.max(1, Math.ceil((window + 1) * this.limit.duration - seconds));
  }

  private countOf(key: string): Count {
    const cached = this.counts.get(key);
    if (cached) return cached;
    const [first] = this.counts.keys();
    if (this.counts.size >= MAX_CALLERS && first !== undefined) this.counts.delete(first);
    const count = { own: 0, reported: 0, others: 0, isReporting: false };
    this.counts.set(key, count);
    return count;
  }

  private remaining(count: Count | undefined): number {
    return Math.max(0, this.limit.points - (count?.own ?? 0) - (count?.others ?? 0));
  }

  /** Never rejects: if the database is unavailable, the processes do not learn of each other's counts. */
  private async report(key: string, count: Count): Promise<void> {
    count.isReporting = true;
    // Costs are measured in fractions; stored amounts are integers.
    const unreported = Math.floor(count.own - count.reported);
    try {
      const all = await this.parts.shared.add(`${this.window}:${key}`, unreported);
      count.reported += unreported;
      count.others = Math.max(count.others, all - count.reported);
    } catch {
      // The next report includes this amount.
    } finally {
      count.isReporting = false;
    }
  }
}
