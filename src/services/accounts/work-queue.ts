import { Failure } from '../../shared/failure';
import { currentWork } from '../../shared/work';

export interface WorkQueueOptions {
  readonly atOnce: number;
  readonly mostWaiting: number;
  /** What the work is, for the message of a refusal. */
  readonly subject: string;
}

/** The part of the queue that one caller may take. */
const SHARE_OF_CALLER = 1 / 6;

interface Waiting {
  readonly caller: string | undefined;
  readonly go: () => void;
}

/** Costly work: so many pieces at once, and the others in a queue that is bounded, for all callers and for each. */
export class WorkQueue {
  private running = 0;
  private readonly waiting: Waiting[] = [];
  private last: string | undefined;

  constructor(private readonly options: WorkQueueOptions) {}

  /** @throws Failure UNAVAILABLE at once when the line is full */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.turn();
    try {
      return await work();
    } finally {
      const [next] = this.waiting.splice(this.nextIndex(), 1);
      this.last = next?.caller;
      if (next) next.go();
      else this.running--;
    }
  }

  /** Callers take turns: whoever has many waiting does not go twice before another. */
  private nextIndex(): number {
    const index = this.waiting.findIndex(({ caller }) => caller !== this.last);
    return Math.max(0, index);
  }

  private turn(): Promise<void> {
    const { atOnce, mostWaiting, subject } = this.options;
    if (this.running < atOnce) {
      this.running++;
      return Promise.resolve();
    }
    const caller = currentWork()?.caller;
    const ofCaller = this.waiting.filter((one) => one.caller === caller).length;
    const isTooMuch = caller !== undefined && ofCaller >= Math.ceil(mostWaiting * SHARE_OF_CALLER);
    if (isTooMuch || this.waiting.length >= mostWaiting)
      throw new Failure('UNAVAILABLE', `Too many ${subject} at once; try again soon.`, { retryAfter: 2 });
    return new Promise((resolve) => {
      this.waiting.push({ caller, go: resolve });
    });
  }
}
