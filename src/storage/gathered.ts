import { Failure } from '../shared/failure';
import { isDatabaseAway } from './database-error';

interface Waiting<Wish, Result> {
  readonly wish: Wish;
  /** Milliseconds of `performance.now()`. */
  readonly asked: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Most wishes that are fulfilled together, so that nobody else waits long. */
const MOST_TOGETHER = 100;

/**
 * Work that is done together for all who wait for it: while some wishes are fulfilled, the next ones gather. Who comes alone does not wait.
 *
 * @param fulfil does the work, all of it or none; its results are in the order of the wishes. It learns when the first of
 *   them was asked for
 */
export class Gathered<Wish, Result> {
  private readonly waiting: Waiting<Wish, Result>[] = [];
  private isRunning = false;

  constructor(
    private readonly fulfil: (wishes: readonly Wish[], asked: number) => Promise<readonly Result[]>,
  ) {}

  add(wish: Wish): Promise<Result> {
    const result = new Promise<Result>((resolve, reject) => {
      this.waiting.push({ wish, asked: performance.now(), resolve, reject });
    });
    if (!this.isRunning) void this.run();
    return result;
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length > 0) await this.fulfilAll(this.waiting.splice(0, MOST_TOGETHER));
    this.isRunning = false;
  }

  /** A wish that cannot be fulfilled must not fail the others; without a database, and when it is too late, all fail alike. */
  private async fulfilAll(all: readonly Waiting<Wish, Result>[]): Promise<void> {
    try {
      const asked = Math.min(...all.map((one) => one.asked));
      const results = await this.fulfil(
        all.map(({ wish }) => wish),
        asked,
      );
      all.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      const isOfOne = all.length > 1 && !isDatabaseAway(error) && !(error instanceof Failure);
      if (isOfOne) for (const one of all) await this.fulfilAll([one]);
      else for (const { reject } of all) reject(error);
    }
  }
}
