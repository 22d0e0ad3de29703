import { MongoClient } from 'mongodb';
import { RateLimiterMongo, type RateLimiterRes } from 'rate-limiter-flexible';
import { eventually } from '../support/engines';
import { startDatabase, type Server } from './server';

describe('rate-limiter-flexible', () => {
  let server: Server;
  let client: MongoClient;

  beforeAll(async () => {
    server = await startDatabase();
    client = await new MongoClient(server.uri).connect();
  });
  afterAll(async () => {
    await client.close();
    await server.close();
  });

  async function limiter(tableName: string, points: number, duration: number): Promise<RateLimiterMongo> {
    const { dbName } = server;
    const made = new RateLimiterMongo({ storeClient: client, dbName, tableName, points, duration });
    // It creates its indexes without waiting. Without the unique index, concurrent first requests would each create a counter.
    await eventually(async () => {
      const indexes = await client
        .db(dbName)
        .collection(tableName)
        .indexes()
        .catch(() => []);
      return indexes.length === 3;
    });
    return made;
  }

  it('allows as many as there are points, then returns how long to wait', async () => {
    const limit = await limiter('some', 3, 60);

    const remaining = [];
    for (let n = 0; n < 3; n++) remaining.push((await limit.consume('a')).remainingPoints);
    const refusal = await limit.consume('a').catch((reason: unknown) => reason as RateLimiterRes);

    expect(remaining).toEqual([2, 1, 0]);
    expect(refusal).not.toBeInstanceOf(Error);
    expect(refusal.consumedPoints).toBe(4);
    expect(refusal.msBeforeNext).toBeGreaterThan(50_000);
    expect((await limit.consume('b')).remainingPoints).toBe(2);
  });

  it('counts exactly when many ask at once', async () => {
    const limit = await limiter('many', 20, 60);

    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => limit.consume('a')));

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    expect((await limit.get('a'))?.consumedPoints).toBe(50);
  });

  it('restarts after the duration, whether or not the server has removed the old count', async () => {
    const limit = await limiter('short', 1, 1);
    await limit.consume('a');

    await new Promise((resolve) => setTimeout(resolve, 1100));
    const result = await limit.consume('a');

    expect(result.consumedPoints).toBe(1);
  });

  it('gives points back, punishes, blocks and forgets', async () => {
    const limit = await limiter('others', 5, 60);

    await limit.consume('a', 2);
    const rewarded = await limit.reward('a', 1);
    const punished = await limit.penalty('a', 3);
    await limit.block('b', 30);
    const blocked = await limit.get('b');
    const forgotten = await limit.delete('a');

    expect([rewarded.consumedPoints, punished.consumedPoints]).toEqual([1, 4]);
    expect(blocked?.remainingPoints).toBe(0);
    expect(forgotten).toBe(true);
    expect(await limit.get('a')).toBeNull();
  });
});
