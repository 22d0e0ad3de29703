import type { AttemptCounter, AttemptLimit } from '../storage/attempt-limits';

/**
 * Most requests of one caller that a process keeps to itself: so many can pass above the limit for each further process.
 */
const LARGEST_BLOCK = 50;

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
    const resetsAfter = this.enterWindow();
    const count = this.countOf(key);
    const isAllowed = this.remaining(count) > 0;
    if (isAllowed) count.own++;
    const remaining = this.remaining(count);
    const isDue = count.own - count.told >= Math.min(LARGEST_BLOCK, Math.ceil(remaining / SHARE_OF_REST));
    if (isAllowed && isDue && !count.isTelling) void this.tell(key, count);
    return { isAllowed, remaining, resetsAfter };
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

  private remaining({ own, others }: Count): number {
    return Math.max(0, this.limit.points - own - others);
  }

  /** Never rejects: a database that is away only keeps the processes from knowing of each other. */
  private async tell(key: string, count: Count): Promise<void> {
    count.isTelling = true;
    const untold = count.own - count.told;
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
