import { CommandError } from './errors';
import type { Scheduler } from './scheduler';

/** Length of a slice: the time for which a command runs before others can, in milliseconds. */
const SLICE_MS = 5;

/** Interval at which a slice reads the clock, in milliseconds, and the maximum number of checks in between. */
const CLOCK_MS = 0.1;
const MAX_STRIDE = 16;

/** The client that waits for a reply. */
export interface Client {
  /** Whether the connection has closed. */
  readonly isGone: boolean;
}

/**
 * The work of one command: how long it may still take, whether a client waits for it, and the time it has used on the
 * thread. Work runs in slices, from `begin` to `pause`.
 */
export class Operation {
  /** Deadline, in milliseconds of `performance.now()`. */
  private deadline = Infinity;
  private sliceStart: number | undefined;
  private sliceEnd = Infinity;
  private isOver = false;
  private clockReadAt = 0;
  /** Number of calls of `isDue` between two reads of the clock. */
  private stride = 1;
  private untilClock = 0;
  private workedMs = 0;
  private guard: (() => void) | undefined;

  /** @param client absent if the work does not depend on a waiting client */
  constructor(
    private readonly scheduler: Scheduler,
    private readonly client?: Client,
  ) {}

  /** Limits the time until the reply, including waits. @param ms Infinity for no limit */
  limit(ms: number): void {
    this.deadline = performance.now() + ms;
    this.sliceEnd = Math.min(this.sliceEnd, this.deadline);
  }

  /** @param guard throws if the work must not continue after it has yielded */
  guardWith(guard: () => void): void {
    this.guard = guard;
  }

  /** Remaining time in milliseconds; Infinity without a limit. */
  get timeLeft(): number {
    return this.deadline - performance.now();
  }

  /** Time worked so far, in microseconds; waiting for disk, other commands or transactions is not counted. */
  get workMicros(): number {
    return Math.round(this.workedMs * 1000);
  }

  /**
   * Whether the slice is over: the work should then yield, or check whether it may continue. Call it after each
   * document.
   */
  get isDue(): boolean {
    if (this.isOver || --this.untilClock > 0) return this.isOver;
    const now = performance.now();
    this.isOver = now >= this.sliceEnd;
    // To read the clock takes as long as a small index entry. It is read at each check if documents are large.
    this.stride = now - this.clockReadAt < CLOCK_MS ? Math.min(2 * this.stride, MAX_STRIDE) : 1;
    this.untilClock = this.stride;
    this.clockReadAt = now;
    return this.isOver;
  }

  begin(sliceMs = SLICE_MS): void {
    this.pause();
    this.sliceStart = performance.now();
    this.sliceEnd = Math.min(this.sliceStart + sliceMs, this.deadline);
    this.isOver = false;
  }

  pause(): void {
    if (this.sliceStart === undefined) return;
    this.workedMs += performance.now() - this.sliceStart;
    this.sliceStart = undefined;
  }

  /** Runs a slice of work that does not wait. */
  slice<Result>(work: () => Result, sliceMs?: number): Result {
    this.begin(sliceMs);
    try {
      return work();
    } finally {
      this.pause();
    }
  }

  /** Lets other commands run. @throws CommandError as `check` */
  async yield(): Promise<void> {
    this.check();
    this.pause();
    await this.scheduler.nextSlice();
    this.check();
    this.begin();
  }

  /**
   * Runs a generator that yields wherever it may be interrupted.
   *
   * @throws CommandError as `check`
   */
  async slices<Result>(work: Generator<undefined, Result>): Promise<Result> {
    try {
      for (;;) {
        await this.yield();
        const step = work.next();
        if (step.done === true) return step.value;
      }
    } finally {
      this.pause();
    }
  }

  /** @throws CommandError MaxTimeMSExpired; ClientDisconnect; what the guard throws */
  check(): void {
    this.guard?.();
    if (this.client?.isGone === true)
      throw new CommandError('ClientDisconnect', 'operation was interrupted because a client disconnected');
    this.checkTime();
  }

  /** @throws CommandError MaxTimeMSExpired */
  checkTime(): void {
    if (this.timeLeft <= 0) throw timeExpired();
  }
}

export function timeExpired(): CommandError {
  return new CommandError('MaxTimeMSExpired', 'operation exceeded time limit');
}
