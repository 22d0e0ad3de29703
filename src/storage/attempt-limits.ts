import type { Connection } from 'mongoose';
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';

/** So many attempts within so many seconds. */
export interface AttemptLimit {
  readonly points: number;
  /** In seconds. */
  readonly duration: number;
}

/** Where an attempt leaves the one who made it. */
export interface AttemptState {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Seconds until attempts are counted anew. */
  readonly resetsAfter: number;
}

/** Collection of all counts; its indexes are made with those of the others. */
export const ATTEMPTS = 'attempts';

/** Counts attempts over all processes on one database. While the database is away, each process counts for itself. */
export class AttemptCounter {
  private readonly limiter: RateLimiterMongo;

  constructor(
    connection: Connection,
    name: string,
    private readonly limit: AttemptLimit,
  ) {
    const options = { keyPrefix: name, ...limit };
    this.limiter = new RateLimiterMongo({
      ...options,
      storeClient: connection.getClient(),
      dbName: connection.name,
      tableName: ATTEMPTS,
      disableIndexesCreation: true,
      insuranceLimiter: new RateLimiterMemory(options),
    });
  }

  /** Counts an attempt before it is made, so that many at once cannot all pass. */
  async take(key: string): Promise<AttemptState> {
    try {
      return this.stateOf(await this.limiter.consume(key), true);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return this.stateOf(refusal, false);
      throw refusal;
    }
  }

  /** Gives an attempt back that turned out not to count. */
  async giveBack(key: string): Promise<void> {
    await this.limiter.reward(key);
  }

  /** Counts many at once, allowed or not. Resolves to how many all processes have counted. */
  async add(key: string, points: number): Promise<number> {
    return (await this.limiter.penalty(key, points)).consumedPoints;
  }

  private stateOf({ remainingPoints, msBeforeNext }: RateLimiterRes, isAllowed: boolean): AttemptState {
    return {
      isAllowed,
      remaining: remainingPoints,
      resetsAfter: msBeforeNext < 0 ? this.limit.duration : Math.max(1, Math.ceil(msBeforeNext / 1000)),
    };
  }
}
