import type { Failure } from './failure';
import { enterThread, type Work } from './work';

export interface FairQueueOptions {
  /** Tasks at once. */
  readonly most: number;
  /** Of them, those of one caller; all when absent. */
  readonly mostOfCaller?: number;
  /** Of them, those that only light work may use; none when absent. */
  readonly reserved?: number;
  /** Bounds the tasks that wait; without it, only what causes them does. */
  readonly waiting?: WaitingLimits;
}

export interface WaitingLimits {
  readonly most: number;
  readonly mostOfCaller: number;
  /** The error of a task that may not wait. */
  readonly refusal: () => Failure;
}

interface Waiting {
  readonly work: Work | undefined;
  readonly go: () => void;
}

/** Runs so many tasks at once. The others wait, and callers take turns: a caller with many tasks does not keep the others waiting. */
export class FairQueue {
  private readonly permits: Permits;
  /** Those that wait, by caller; the caller that has waited longest since its last task comes first. */
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(private readonly options: FairQueueOptions) {
    const { most, mostOfCaller = most, reserved = 0 } = options;
    this.permits = new Permits({ most, mostOfCaller, reserved });
  }

  /**
   * Runs a task when it is its turn.
   *
   * @throws Failure when the request ends before that; at once when too many wait
   */
  async run<Result>(task: () => Promise<Result>, work: Work | undefined): Promise<Result> {
    const hasRoom = this.waiting.size === 0 && this.permits.hasRoomFor(work);
    const giveBack = hasRoom ? this.permits.take(work) : await this.wait(work);
    // Whose task ended just now is not who goes on.
    enterThread(work);
    try {
      return await task();
    } finally {
      giveBack();
      this.letNextGo();
    }
  }

  /** @returns gives the permit back */
  private wait(work: Work | undefined): Promise<() => void> {
    this.checkRoom(work?.caller);
    return new Promise((resolve, reject) => {
      const key = keyOf(work);
      const leave = (): void => {
        work?.signal.removeEventListener('abort', giveUp);
        const queue = this.waiting.get(key)?.filter((one) => one !== waiting) ?? [];
        if (queue.length === 0) this.waiting.delete(key);
        else this.waiting.set(key, queue);
      };
      const giveUp = (): void => {
        leave();
        reject(work?.signal.reason as Error);
      };
      const go = (): void => {
        leave();
        resolve(this.permits.take(work));
      };
      const waiting = { work, go };
      work?.signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.set(key, [...(this.waiting.get(key) ?? []), waiting]);
      if (work?.signal.aborted === true) giveUp();
      else this.letNextGo();
    });
  }

  /** @throws Failure when too many wait already, of all callers or of this one */
  private checkRoom(caller: string | undefined): void {
    const { waiting } = this.options;
    if (!waiting) return;
    const all = [...this.waiting.values()].flat();
    const ofCaller = all.filter(({ work }) => work?.caller === caller).length;
    if (all.length >= waiting.most || (caller !== undefined && ofCaller >= waiting.mostOfCaller))
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

/** Light and heavy tasks of one caller wait apart: a list must not hold up the login behind it. */
function keyOf(work: Work | undefined): string {
  return `${isHeavy(work) ? 'heavy' : 'light'} ${work?.caller ?? ''}`;
}

/** What a permit depends on. */
export type Claim = Pick<Work, 'caller' | 'isLight'> | undefined;

export interface PermitLimits {
  /** Permits at once. */
  readonly most: number;
  /** Of them, those of one caller. */
  readonly mostOfCaller: number;
  /** Of them, those that only light work may take. */
  readonly reserved: number;
}

/** Counts who may work at once: so many in all, of one caller, and of what is not light. */
export class Permits {
  private taken = 0;
  private heavy = 0;
  private readonly ofCaller = new Map<string, number>();

  constructor(private readonly limits: PermitLimits) {}

  get areAllTaken(): boolean {
    return this.taken >= this.limits.most;
  }

  hasRoomFor(claim: Claim): boolean {
    const { most, reserved } = this.limits;
    if (this.areAllTaken || (isHeavy(claim) && this.heavy >= most - reserved)) return false;
    return !this.isFullFor(claim?.caller);
  }

  /** Whether a caller has all the permits that it may have. */
  isFullFor(caller: string | undefined): boolean {
    return caller !== undefined && (this.ofCaller.get(caller) ?? 0) >= this.limits.mostOfCaller;
  }

  /** @returns gives the permit back, whatever has become of the claim by then */
  take(claim: Claim): () => void {
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
    const count = (this.ofCaller.get(caller) ?? 0) + change;
    if (count > 0) this.ofCaller.set(caller, count);
    else this.ofCaller.delete(caller);
  }
}

function isHeavy(claim: Claim): boolean {
  return claim?.isLight === false;
}
