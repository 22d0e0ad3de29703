import { setTimeout as sleep } from 'node:timers/promises';
import type { Failure } from './failure';
import { chargeThreadTo } from './thread-time';
import { currentWork, REQUEST_ENDED, type Work } from './work';

export interface FairQueueOptions {
  /** Number of tasks at once. */
  readonly max: number;
  /** Maximum number of them for one caller; defaults to all. */
  readonly maxPerCaller?: number;
  /** Number of them reserved for light work; defaults to none. */
  readonly reserved?: number;
  /** Limits of the waiting tasks. Without it, their number is unlimited. */
  readonly waiting?: WaitingLimits;
}

export interface WaitingLimits {
  readonly max: number;
  readonly maxPerCaller: number;
  /** The error of a task that exceeds these limits. */
  readonly refusal: () => Failure;
}

interface Waiting {
  readonly work: Work | undefined;
  readonly go: () => void;
}

/**
 * Runs a fixed number of tasks at once; the rest wait. Callers alternate: a caller with many waiting tasks does not get
 * two before another gets one.
 */
export class FairQueue {
  private readonly permits: Permits;
  /** The waiting tasks by caller; the caller that has waited longest since its last task comes first. */
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(private readonly options: FairQueueOptions) {
    const { max, maxPerCaller = max, reserved = 0 } = options;
    this.permits = new Permits({ max, maxPerCaller, reserved });
  }

  /**
   * Runs a task when a permit is free for it.
   *
   * @throws Failure when the request ends before that; immediately when the queue is full
   */
  async run<Result>(task: () => Promise<Result>, work: Work | undefined): Promise<Result> {
    const hasRoom = this.waiting.size === 0 && this.permits.hasRoomFor(work);
    const giveBack = hasRoom ? this.permits.take(work) : await this.wait(work);
    // The caller that continues differs from the one whose task has just ended.
    chargeThreadTo(work);
    try {
      return await task();
    } finally {
      giveBack();
      this.letNextGo();
    }
  }

  /** @returns a function that releases the permit */
  private wait(work: Work | undefined): Promise<() => void> {
    this.checkRoom(work?.caller);
    return new Promise((resolve, reject) => {
      const key = queueKeyOf(work);
      // Work that has ended already gives up immediately.
      let stopListening: (() => void) | undefined = undefined;
      const leave = (): void => {
        stopListening?.();
        const queue = this.waiting.get(key)?.filter((queued) => queued !== waiting) ?? [];
        if (queue.length === 0) this.waiting.delete(key);
        else this.waiting.set(key, queue);
      };
      const giveUp = (): void => {
        leave();
        reject(work?.ended ?? REQUEST_ENDED);
      };
      const go = (): void => {
        leave();
        resolve(this.permits.take(work));
      };
      const waiting = { work, go };
      this.waiting.set(key, [...(this.waiting.get(key) ?? []), waiting]);
      stopListening = work?.onEnd(giveUp);
      if (work?.ended === undefined) this.letNextGo();
    });
  }

  /** @throws Failure when the queue is full, for all callers or for this one */
  private checkRoom(caller: string | undefined): void {
    const { waiting } = this.options;
    if (!waiting) return;
    const all = [...this.waiting.values()].flat();
    const ofCaller = all.filter(({ work }) => work?.caller === caller).length;
    if (all.length >= waiting.max || (caller !== undefined && ofCaller >= waiting.maxPerCaller))
      throw waiting.refusal();
  }

  private letNextGo(): void {
    for (const [key, [first]] of this.waiting) {
      if (this.permits.areAllTaken) return;
      if (first === undefined || !this.permits.hasRoomFor(first.work)) continue;
      first.go();
      this.moveToEnd(key);
    }
  }

  private moveToEnd(key: string): void {
    const queue = this.waiting.get(key);
    if (queue === undefined) return;
    this.waiting.delete(key);
    this.waiting.set(key, queue);
  }
}

/** Light and heavy tasks of one caller wait separately: a list must not delay a later login. */
function queueKeyOf(work: Work | undefined): string {
  return `${isHeavy(work) ? 'heavy' : 'light'} ${work?.caller ?? ''}`;
}

/** The properties of work that decide on a permit. */
export type PermitWork = Pick<Work, 'caller' | 'isLight'> | undefined;

export interface PermitLimits {
  /** Maximum number of permits. */
  readonly max: number;
  /** Maximum number for one caller. */
  readonly maxPerCaller: number;
  /** Number reserved for light work. */
  readonly reserved: number;
}

/** Counts the work in progress: in total, for each caller, and for heavy work. */
export class Permits {
  private taken = 0;
  private heavy = 0;
  private readonly ofCaller = new Map<string, number>();

  constructor(private readonly limits: PermitLimits) {}

  get areAllTaken(): boolean {
    return this.taken >= this.limits.max;
  }

  hasRoomFor(claim: PermitWork): boolean {
    const { max, reserved } = this.limits;
    if (this.areAllTaken || (isHeavy(claim) && this.heavy >= max - reserved)) return false;
    return !this.isFullFor(claim?.caller);
  }

  /** Whether a caller holds as many permits as it may. */
  isFullFor(caller: string | undefined): boolean {
    return caller !== undefined && this.countOf(caller) >= this.limits.maxPerCaller;
  }

  /** Number of permits that a caller holds. */
  countOf(caller: string): number {
    return this.ofCaller.get(caller) ?? 0;
  }

  /** @returns a function that releases the permit, even if the claim has changed since */
  take(claim: PermitWork): () => void {
    const [caller, isOfHeavy] = [claim?.caller, isHeavy(claim)];
    this.count(caller, isOfHeavy, 1);
    return () => {
      this.count(caller, isOfHeavy, -1);
    };
  }

  private count(caller: string | undefined, isOfHeavy: boolean, change: 1 | -1): void {
    this.taken += change;
    if (isOfHeavy) this.heavy += change;
    if (caller === undefined) return;
    const count = this.countOf(caller) + change;
    if (count > 0) this.ofCaller.set(caller, count);
    else this.ofCaller.delete(caller);
  }
}

/** Whether work is not light: a list, a write, or any other request that may take long. */
export function isHeavy(claim: PermitWork): boolean {
  return claim?.isLight === false;
}

/** Longest pause between two steps, in milliseconds. */
const MAX_PAUSE_MS = 100;

/** Size of a request, in bytes, above which processing it may take long, for example parsing its body. */
export const LONG_BYTES = 65_536;

/** Time after which a computation in many steps lets other work run, in milliseconds. */
const MAX_STEP_MS = 8;

/**
 * Runs steps that occupy the main thread for long, such as parsing a large body, one at a time. Between two of them,
 * other work has the thread for as long as the first step took.
 */
export class LongSteps {
  private last: Promise<unknown> = Promise.resolve();

  /** Runs a step when earlier ones are done. */
  run<Result>(step: () => Result): Promise<Result> {
    let took = 0;
    const result = this.last.then(() => {
      const started = performance.now();
      try {
        return step();
      } finally {
        took = performance.now() - started;
      }
    });
    const pause = () => sleep(Math.min(took, MAX_PAUSE_MS));
    this.last = result.then(pause, pause);
    return result;
  }

  /**
   * Runs a step immediately, or as a long step if the request has sent and read more than `LONG_BYTES`.
   *
   * @throws Failure when the request has ended before a long step
   */
  async runBySize<Result>(step: () => Result): Promise<Result> {
    const work = currentWork();
    if (work === undefined || work.usage.bytes <= LONG_BYTES) return step();
    return this.run(() => {
      work.assertNotEnded();
      chargeThreadTo(work);
      return step();
    });
  }

  /**
   * Converts each item, in steps of limited duration. The first step runs immediately.
   *
   * @throws Failure when the request has ended
   */
  async map<Item, Piece>(
    items: readonly Item[],
    make: (item: Item, index: number) => Piece,
  ): Promise<readonly Piece[]> {
    const pieces: Piece[] = [];
    const work = currentWork();
    const step = (): void => {
      work?.assertNotEnded();
      chargeThreadTo(work);
      const end = performance.now() + MAX_STEP_MS;
      for (const item of items.slice(pieces.length)) {
        pieces.push(make(item, pieces.length));
        if (performance.now() > end) return;
      }
    };
    step();
    while (pieces.length < items.length) await this.run(step);
    return pieces;
  }
}

/** The long steps of this process, whose requests share one thread. */
export const longSteps = new LongSteps();
