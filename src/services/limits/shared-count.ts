import { runDetached } from '../../shared/work';
import type { AttemptCounter, AttemptLimit } from '../../storage/accounts/attempt-limits';

/**
 * The part of a limit that a process keeps to itself at most: so much can pass above the limit for each further process. Fifty of 1,200
 * requests.
 */
const LARGEST_BLOCK = 1 / 24;

/** The least that is worth telling: where a caller has used all, each refused request counts a little more. */
const LEAST_BLOCK = 1 / 1200;

/** A process tells the others once it has counted this part of what is left, or a block, whichever is less. */
const SHARE_OF_REST = 8;

/** Most callers that are counted at once; some megabytes. Beyond them, whoever came first begins anew. */
const MOST_CALLERS = 50_000;

/** Where a request leaves the one who made it. */
export interface CountState {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Seconds until requests are counted anew. */
  readonly resetsAfter: number;
}

/** What is known of one caller in this window. */
interface Count {
  /** Counted here. */
  own: number;
  /** Of them, those that the others have been told of. */
  told: number;
  /** Counted by others, as far as is known. */
  others: number;
  isTelling: boolean;
}

export interface SharedCountParts {
  /** Where the processes tell each other. */
  readonly shared: Pick<AttemptCounter, 'add'>;
  readonly limit: AttemptLimit;
  /** Milliseconds since 1970; the clock of the machine when absent. */
  readonly now?: () => number;
}

/**
 * Counts requests over all processes without making one wait: each process counts in memory and tells the database in
 * blocks, which grow smaller as the limit comes nearer. Windows are those of the clock, so that processes agree on them.
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

  /** Counts a request, unless there have been as many as are allowed. */
  take(key: string): CountState {
    const { isAllowed, resetsAfter } = this.stateOf(key);
    if (isAllowed) this.add(key, 1);
    return { isAllowed, remaining: this.stateOf(key).remaining, resetsAfter };
  }

  /** How a caller stands, without counting anything. */
  stateOf(key: string): CountState {
    const resetsAfter = this.enterWindow();
    const remaining = this.remaining(this.counts.get(key));
    return { isAllowed: remaining > 0, remaining, resetsAfter };
  }

  /** Counts what has been used, allowed or not. */
  add(key: string, amount: number): void {
    this.enterWindow();
    const count = this.countOf(key);
    count.own += amount;
    if (count.own - count.told >= this.block(count) && !count.isTelling)
      void runDetached(() => this.tell(key, count));
  }

  private block(count: Count): number {
    const { points } = this.limit;
    const share = Math.ceil(this.remaining(count) / SHARE_OF_REST);
    return Math.max(LEAST_BLOCK * points, Math.min(LARGEST_BLOCK * points, share));
  }

  /** Forgets the counts of a window that is over. Returns the seconds that are left of the present one. */
  private enterWindow(): number {
    const seconds = this.now() / 1000;
    const window = Math.floor(seconds / this.limit.duration);
    if (window !== this.window) this.counts = new Map();
    this.window = window;
    return Math.max(1, Math.ceil((window + 1) * this.limit.duration - seconds));
  }

  private countOf(key: string): Count {
    const known = this.counts.get(key);
    if (known) return known;
    const [first] = this.counts.keys();
    if (this.counts.size >= MOST_CALLERS && first !== undefined) this.counts.delete(first);
    const count = { own: 0, told: 0, others: 0, isTelling: false };
    this.counts.set(key, count);
    return count;
  }

  private remaining(count: Count | undefined): number {
    return Math.max(0, this.limit.points - (count?.own ?? 0) - (count?.others ?? 0));
  }

  /** Never rejects: a database that is away only keeps the processes from knowing of each other. */
  private async tell(key: string, count: Count): Promise<void> {
    count.isTelling = true;
    // Costs are measured in fractions; what is stored is whole.
    const untold = Math.floor(count.own - count.told);
    try {
      const all = await this.parts.shared.add(`${this.window}:${key}`, untold);
      count.told += untold;
      count.others = Math.max(count.others, all - count.told);
    } catch {
      // What was not told is told with the next block.
    } finally {
      count.isTelling = false;
    }
  }
}
