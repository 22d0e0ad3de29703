import { currentWork, jointWork, runInWork, type Work } from '../../shared/work';

interface Asked<Result> {
  readonly works: (Work | undefined)[];
  readonly result: Promise<Result>;
}

/**
 * Reads that several requests ask for in one tick of the event loop, and that are done once for all of them, when the turn
 * is over: what was written before anyone asked is seen.
 */
export class PerTickBatch<Result> {
  private readonly asked = new Map<string, Asked<Result>>();

  /** @param key what tells one read from another */
  read(key: string, work: () => Promise<Result>): Promise<Result> {
    const known = this.asked.get(key);
    if (known !== undefined) {
      known.works.push(currentWork());
      return known.result;
    }
    const works = [currentWork()];
    const result = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.asked.delete(key);
      return runInWork(jointWork(works), work);
    });
    this.asked.set(key, { works, result });
    return result;
  }
}
