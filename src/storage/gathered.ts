import { isDatabaseAway } from './database-error';

interface Waiting<Wish, Result> {
  readonly wish: Wish;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Most wishes that are fulfilled together, so that nobody else waits long. */
const MOST_TOGETHER = 100;

/**
 * Work that is done together for all who wait for it: while some wishes are fulfilled, the next ones gather. Who comes alone does not wait.
 *
 * @param fulfil does the work, all of it or none; its results are in the order of the wishes
 */
export class Gathered<Wish, Result> {
  private readonly waiting: Waiting<Wish, Result>[] = [];
  private isRunning = false;

  constructor(private readonly fulfil: (wishes: readonly Wish[]) => Promise<readonly Result[]>) {}

  add(wish: Wish): Promise<Result> {
    const result = new Promise<Result>((resolve, reject) => {
      this.waiting.push({ wish, resolve, reject });
    });
    if (!this.isRunning) void this.run();
    return result;
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length > 0) await this.fulfilAll(this.waiting.splice(0, MOST_TOGETHER));
    this.isRunning = false;
  }

  /** A wish that cannot be fulfilled must not fail the others; without a database, all fail alike. */
  private async fulfilAll(all: readonly Waiting<Wish, Result>[]): Promise<void> {
    try {
      const results = await this.fulfil(all.map(({ wish }) => wish));
      all.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      if (all.length > 1 && !isDatabaseAway(error)) for (const one of all) await this.fulfilAll([one]);
      else for (const { reject } of all) reject(error);
    }
  }
}
