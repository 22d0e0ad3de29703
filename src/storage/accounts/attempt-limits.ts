import type { Connection } from 'mongoose';
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

/** A maximum number of attempts within a number of seconds. */
export interface AttemptLimit {
  readonly points: number;
  /** Length of the window, in seconds. */
  readonly duration: number;
}

/** The state of a caller after an attempt. */
export interface AttemptState {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Seconds until the window ends. */
  readonly resetsAfter: number;
}

/** Name of the collection of all counts. Its indexes are created with those of the other collections. */
export const ATTEMPTS_COLLECTION = 'attempts';

/**
 * Counts attempts over all processes on one database. While the database is unavailable, each process counts for
 * itself.
 */
export class AttemptCounter {
  private readonly limiter: RateLimiterMongo;

  constructor(
    private readonly connection: Connection,
    private readonly name: string,
    private readonly limit: AttemptLimit,
  ) {
    const options = { keyPrefix: name, ...limit };
    this.limiter = new RateLimiterMongo({
      ...options,
      storeClient: connection.getClient(),
      dbName: connection.name,
      tableName: ATTEMPTS_COLLECTION,
      disableIndexesCreation: true,
      insuranceLimiter: new RateLimiterMemory(options),
    });
  }

  /** Counts an attempt before it is made, so that concurrent attempts cannot all pass. */
  async take(key: string): Promise<AttemptState> {
    try {
      return await this.stateOf(key, await this.limiter.consume(key), { isAllowed: true });
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return this.stateOf(key, refusal, { isAllowed: false });
      throw refusal;
    }
  }

  /** Takes back an attempt that does not count. */
  async giveBack(key: string): Promise<void> {
    await this.limiter.reward(key);
  }

  /** Counts several attempts at once, allowed or not. Resolves to the count over all processes. */
  async add(key: string, points: number): Promise<number> {
    return (await this.limiter.penalty(key, points)).consumedPoints;
  }

  /**
   * Removes all counts whose keys begin with a prefix.
   *
   * @returns the remainders of these keys
   */
  async clear(beginning: string): Promise<string[]> {
    const start = `${this.name}:${beginning}`;
    const counts = this.connection.getClient().db(this.connection.name).collection(ATTEMPTS_COLLECTION);
    const filter = { key: { $gte: start, $lt: `${start}\uffff` } };
    const documents = await counts.find(filter, { projection: { _id: 0, key: 1 } }).toArray();
    await counts.deleteMany(filter);
    return documents.map(({ key }) => String(key).slice(start.length));
  }

  private async stateOf(
    key: string,
    { consumedPoints, remainingPoints, msBeforeNext }: RateLimiterRes,
    { isAllowed }: Pick<AttemptState, 'isAllowed'>,
  ): Promise<AttemptState> {
    const { duration } = this.limit;
    const seconds = msBeforeNext < 0 ? duration : Math.ceil(msBeforeNext / 1000);
    // A process with a fast clock started a window that ends too late: it starts again now.
    if (seconds > duration) await this.limiter.set(key, consumedPoints, duration);
    return {
      isAllowed,
      remaining: remainingPoints,
      resetsAfter: Math.max(1, Math.min(seconds, duration)),
    };
  }
}
