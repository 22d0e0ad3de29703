import { enterThread } from './thread-time';
import type { Work } from './work';

export interface GateOptions {
  /** Commands at once, such as the number of connections. */
  readonly most: number;
  /** Of them, those of one caller. */
  readonly mostOfCaller: number;
  /** Of them, those that only light work may use. */
  readonly reserved: number;
}

interface Waiting {
  readonly work: Work | undefined;
  readonly go: () => void;
}

/**
 * Shares something scarce, such as the connections to the database, among callers. Commands wait here rather than in the pool of the
 * driver, whose queue takes them in the order in which they came: a single request with many fields would keep everybody else waiting.
 */
export class FairGate {
  private running = 0;
  private heavy = 0;
  private readonly ofCaller = new Map<string, number>();
  /** Those that wait, by caller; the caller that has waited longest since its last command comes first. */
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(private readonly options: GateOptions) {}

  /**
   * Runs a command when it is its turn.
   *
   * @throws Failure when the request ends before that
   */
  async run<Result>(command: () => Promise<Result>, work: Work | undefined): Promise<Result> {
    if (this.waiting.size === 0 && this.hasRoomFor(work)) this.take(work);
    else await this.wait(work);
    // Whose command ended just now is not who goes on.
    enterThread(work);
    try {
      return await command();
    } finally {
      this.release(work);
    }
  }

  private hasRoomFor(work: Work | undefined): boolean {
    const { most, mostOfCaller, reserved } = this.options;
    if (this.running >= most) return false;
    if (isHeavy(work) && this.heavy >= most - reserved) return false;
    return work?.caller === undefined || (this.ofCaller.get(work.caller) ?? 0) < mostOfCaller;
  }

  private take(work: Work | undefined): void {
    this.running++;
    if (isHeavy(work)) this.heavy++;
    if (work?.caller !== undefined) this.ofCaller.set(work.caller, (this.ofCaller.get(work.caller) ?? 0) + 1);
  }

  private release(work: Work | undefined): void {
    this.running--;
    if (isHeavy(work)) this.heavy--;
    if (work?.caller !== undefined) {
      const left = (this.ofCaller.get(work.caller) ?? 1) - 1;
      if (left === 0) this.ofCaller.delete(work.caller);
      else this.ofCaller.set(work.caller, left);
    }
    this.letNextGo();
  }

  private wait(work: Work | undefined): Promise<void> {
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
        this.take(work);
        resolve();
      };
      const waiting = { work, go };
      work?.signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.set(key, [...(this.waiting.get(key) ?? []), waiting]);
      if (work?.signal.aborted === true) giveUp();
      else this.letNextGo();
    });
  }

  private letNextGo(): void {
    for (const [key, [first]] of this.waiting) {
      if (this.running >= this.options.most) return;
      if (first === undefined || !this.hasRoomFor(first.work)) continue;
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

function isHeavy(work: Work | undefined): boolean {
  return work?.isLight === false;
}

/** Light and heavy commands of one caller wait apart: a list must not hold up the login behind it. */
function keyOf(work: Work | undefined): string {
  return `${isHeavy(work) ? 'heavy' : 'light'} ${work?.caller ?? ''}`;
}
