import { Failure } from '../../shared/failure';
import { currentWork, jointWork, runDetached, runInWork, type Work } from '../../shared/work';
import { isDatabaseAway } from './database-error';

interface Waiting<Wish, Result> {
  readonly request: Wish;
  readonly work: Work | undefined;
  /** Milliseconds of `performance.now()`. */
  readonly asked: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum size of a batch, so that others do not wait long. A large request counts as several. */
const MOST_TOGETHER = 100;

/**
 * Batches requests (group commit): while one batch runs, the next requests collect. A single request runs at once.
 *
 * @param fulfil does the work, all of it or none; its results are in the order of the wishes. It learns when the first of
 *   them was asked for
 * @param sizeOf how many wishes one counts as
 */
export class WriteBatcher<Wish, Result> {
  private readonly waiting: Waiting<Wish, Result>[] = [];
  private isRunning = false;

  constructor(
    private readonly fulfil: (keys: readonly Wish[], asked: number) => Promise<readonly Result[]>,
    private readonly sizeOf: (request: Wish) => number = () => 1,
  ) {}

  add(request: Wish): Promise<Result> {
    const result = new Promise<Result>((resolve, reject) => {
      this.waiting.push({ request, work: currentWork(), asked: performance.now(), resolve, reject });
    });
    if (!this.isRunning) void runDetached(() => this.run());
    return result;
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length > 0) {
      await this.fulfilAll(this.waiting.splice(0, this.together()));
    }
    this.isRunning = false;
  }

  /** How many of those that wait are next: at least the first, however large it is. */
  private together(): number {
    let size = 0;
    const end = this.waiting.findIndex(({ request }) => (size += this.sizeOf(request)) > MOST_TOGETHER);
    return end < 0 ? this.waiting.length : Math.max(1, end);
  }

  /**
   * A wish that cannot be fulfilled must not fail the others: the batch is halved until it fails alone. Without a database, and
   * when it is too late, all fail alike.
   */
  private async fulfilAll(given: readonly Waiting<Wish, Result>[]): Promise<void> {
    // Requests that have ended are not started.
    for (const { work, reject } of given) if (work?.signal.aborted) reject(work.signal.reason);
    const all = given.filter(({ work }) => !work?.signal.aborted);
    if (all.length === 0) return;
    try {
      const asked = Math.min(...all.map((one) => one.asked));
      const keys = all.map(({ request }) => request);
      const work = jointWork(all.map((one) => one.work));
      const results = await runInWork(work, () => this.fulfil(keys, asked));
      all.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      if (all.length === 1 || isOfAll(error)) for (const { reject } of all) reject(error);
      else for (const half of halvesOf(all)) await this.fulfilAll(half);
    }
  }
}

function isOfAll(error: unknown): boolean {
  return isDatabaseAway(error) || (error instanceof Failure && error.reason === 'UNAVAILABLE');
}

function halvesOf<Item>(all: readonly Item[]): readonly (readonly Item[])[] {
  const middle = Math.ceil(all.length / 2);
  return [all.slice(0, middle), all.slice(middle)];
}
