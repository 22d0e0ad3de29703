import { Failure } from '../shared/failure';

export interface WorkQueueOptions {
  readonly atOnce: number;
  readonly mostWaiting: number;
  /** What the work is, for the message of a refusal. */
  readonly subject: string;
}

/** Costly work, so many pieces at once and the others in a line that does not grow without bound. */
export class WorkQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly options: WorkQueueOptions) {}

  /** @throws Failure UNAVAILABLE at once when the line is full */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.turn();
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }

  private turn(): Promise<void> {
    const { atOnce, mostWaiting, subject } = this.options;
    if (this.running < atOnce) {
      this.running++;
      return Promise.resolve();
    }
    if (this.waiting.length >= mostWaiting)
      throw new Failure('UNAVAILABLE', `Too many ${subject} at once; try again soon.`, { retryAfter: 2 });
    return new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }
}
