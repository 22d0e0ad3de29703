import { currentWork, jointWork, runInWork, type Work } from '../../shared/work';

interface PendingRead<Result> {
  readonly works: (Work | undefined)[];
  readonly result: Promise<Result>;
}

/**
 * Combines equal reads that are requested in one tick of the event loop. The read runs at the end of the tick, so it sees
 * everything that was written before the requests.
 */
export class PerTickBatch<Result> {
  private readonly pending = new Map<string, PendingRead<Result>>();

  /** @param key identifies equal reads */
  read(key: string, work: () => Promise<Result>): Promise<Result> {
    const pending = this.pending.get(key);
    if (pending !== undefined) {
      pending.works.push(currentWork());
      return pending.result;
    }
    const works = [currentWork()];
    const result = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.pending.delete(key);
      return runInWork(jointWork(works), work);
    });
    this.pending.set(key, { works, result });
    return result;
  }
}
