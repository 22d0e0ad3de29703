import { rm } from 'node:fs/promises';
import { MongoClient, type ClientSession, type Collection, type Document } from 'mongodb';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../../src/client/launch';
import { EngineProcess } from '../../src/process/engine-process';
import { Scheduler } from '../../src/scheduler';
import { proxyBefore } from '../support/database-proxy';
import { engineEnd, temporaryFolder } from '../support/engines';

/** Number of documents with which a `slow` scan takes several seconds. Every test stores them again. */
const MANY = 5000;

/** A costly filter: examining one document takes about a millisecond. */
const slow = (last: Document, branches = 20_000): Document => ({
  $or: [...Array.from({ length: branches }, (_, n) => ({ a: -n - 1 })), last],
});

interface Word {
  readonly _id: number;
  readonly a?: number;
  readonly state?: string;
  readonly by?: number;
  readonly times?: number;
}

/** A client that does not repeat interrupted commands. */
const IMPATIENT = { retryReads: false };

/** Only for the embedded engine: long commands share one thread with all others. */
describe('a long command', () => {
  let dataDir: string;
  let engine: EmbeddedDatabase;
  let client: MongoClient;
  let words: Collection<Word>;

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    engine = await openEmbeddedDatabase({ dataDir, idleSeconds: 1, transactionSeconds: 600 });
    client = await new MongoClient(engine.uri).connect();
    words = client.db('t').collection<Word>('words');
  });
  afterAll(async () => {
    await client.close();
    await engine.close();
    await engineEnd(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });
  beforeEach(() => words.deleteMany({}));

  const fill = (length: number, fields: Omit<Word, '_id'> = {}) =>
    words.insertMany(Array.from({ length }, (_, n) => ({ _id: n, a: n, ...fields })));

  it('ends when its client disconnects, and so does the transaction of that client', async () => {
    await fill(MANY);
    const proxy = await proxyBefore(engine.uri);
    const disconnected = await new MongoClient(proxy.uri, IMPATIENT).connect();
    const its = disconnected.db('t').collection<Word>('words');
    const session = disconnected.startSession();
    session.startTransaction();
    await its.updateOne({ _id: 1 }, { $set: { by: 1 } }, { session });
    const scan = its.countDocuments(slow({ x: 1 }), { session }).catch(() => 0);
    // A reply to another command shows that it has begun.
    for (let n = 0; n < 10; n++) await words.findOne({ _id: n });

    proxy.cut();
    // Waits for the transaction, which ends when none of its commands runs any more.
    const update = { q: { _id: 1 }, u: { $set: { by: 2 } } };
    await client.db('t').command({ update: 'words', updates: [update], maxTimeMS: 120_000 });

    expect(await words.findOne({ _id: 1 })).toMatchObject({ by: 2 });
    await scan;
    await disconnected.close();
    await proxy.close();
  });

  type Run = (its: Collection<Word>, session: ClientSession) => Promise<unknown>;
  const every = slow({ a: { $gte: 0 } });
  const none = slow({ x: 1 });
  const inc = { $inc: { times: 1 } };

  it.each<[string, Run]>([
    ['a count', (its) => its.countDocuments(none)],
    ['a sort', (its) => its.find(every).sort({ times: 1 }).toArray()],
    ['an update of many', (its) => its.updateMany(every, inc)],
    ['an update of one', (its) => its.updateOne(none, inc)],
    ['a removal', (its) => its.deleteMany(none)],
    [
      'an update in a transaction',
      (its, session) => {
        session.startTransaction();
        return its.updateMany(every, inc, { session });
      },
    ],
  ])('lets other commands run, and ends when its client disconnects: %s', async (_, run) => {
    await fill(MANY);
    const proxy = await proxyBefore(engine.uri);
    const other = await new MongoClient(proxy.uri, IMPATIENT).connect();
    const session = other.startSession();
    let isOver = false;

    const long = run(other.db('t').collection<Word>('words'), session)
      .catch(() => undefined)
      .then(() => (isOver = true));
    await client.db('t').command({ hello: 1 });
    for (let n = 0; n < 10; n++) expect(await words.findOne({ _id: n })).toEqual({ _id: n, a: n });
    const wasOver = isOver;
    proxy.cut();
    await long;

    expect(wasOver).toBe(false);
    expect(await words.countDocuments({ times: 1 })).toBe(0);
    await other.close();
    await proxy.close();
  });

  it('changes each document once, and skips documents that no longer match', async () => {
    await fill(1000, { times: 0 });

    const long = words.updateMany(slow({ a: { $gte: 0 } }, 2000), inc);
    await words.updateMany({ _id: { $gte: 990 } }, { $set: { a: -1_000_000 } });
    const { matchedCount, modifiedCount } = await long;

    expect(await words.countDocuments({ times: 1 })).toBe(modifiedCount);
    expect(await words.countDocuments({ times: { $gt: 1 } })).toBe(0);
    expect(matchedCount).toBe(modifiedCount);
    expect(modifiedCount).toBeGreaterThanOrEqual(990);
  });

  it('takes another document if another command has taken the one that was found', async () => {
    await fill(150);
    await words.updateMany({ _id: { $gte: 144 } }, { $set: { state: 'free' } });

    const takers = Array.from({ length: 6 }, (_, by) =>
      words.updateOne(slow({ state: 'free' }, 2000), { $set: { state: 'taken', by } }),
    );

    for (const { modifiedCount } of await Promise.all(takers)) expect(modifiedCount).toBe(1);
    expect(await words.countDocuments({ state: 'taken' })).toBe(6);
  });

  /** Runs work, reads, and waits for another client. Returns the times that the engine reports, in microseconds. */
  async function workTimes() {
    const session = client.startSession();
    session.startTransaction();
    await words.updateOne({ _id: 1 }, { $set: { by: 1 } }, { session });
    const db = client.db('t');
    const started = performance.now();

    const waiting = db.command({ update: 'words', updates: [{ q: { _id: 1 }, u: { $set: { by: 2 } } }] });
    const scan = await db.command({ find: 'words', filter: slow({ x: 1 }) });
    const read = await db.command({ find: 'words', filter: { _id: 1 } });
    await session.abortTransaction();
    const written = await waiting;
    const waited = (performance.now() - started) * 1000;
    await session.endSession();
    const [scanned, readOne, wrote] = [scan, read, written].map((answer) => answer['workMicros'] as number);
    return { waited, scan: scanned ?? 0, read: readOne ?? 0, written: wrote ?? 0 };
  }

  it('reports the time that the engine worked on it, without waiting time', async () => {
    await fill(200);
    const times: Awaited<ReturnType<typeof workTimes>>[] = [];
    for (let n = 0; n < 5; n++) times.push(await workTimes());
    // The system may suspend the engine during a command, which the engine cannot distinguish from work.
    const least = (kind: 'scan' | 'read' | 'written') => Math.min(...times.map((measured) => measured[kind]));

    for (const { scan, waited } of times) expect(scan).toBeLessThanOrEqual(waited);
    expect(least('scan')).toBeGreaterThan(50 * least('read'));
    expect(least('written')).toBeLessThan(least('scan') / 4);
  });
});

/** Counts time slices, because times on a busy machine mean nothing. The limit, a tenth of a second, is twenty slices. */
test('five scans whose client has hung up end with the slices that they are in', async () => {
  const dataDir = await temporaryFolder();
  const options = { dataDir, idleSeconds: 86_400, expirySeconds: 60, transactionSeconds: 60 };
  const engine = new EngineProcess({ ...options, log: () => undefined }, () => undefined);
  await engine.start();
  const { uri, close } = await openEmbeddedDatabase({ dataDir });
  const proxy = await proxyBefore(uri);
  const disconnected = await new MongoClient(proxy.uri, IMPATIENT).connect();
  const client = await new MongoClient(uri).connect();
  const words = disconnected.db('t').collection<Word>('words');
  await words.insertMany(Array.from({ length: 5000 }, (_, n) => ({ _id: n })));
  const slices = jest.spyOn(Scheduler.prototype, 'nextSlice');
  const others = async (count: number) => {
    for (let n = 0; n < count; n++) await client.db('t').command({ hello: 1 });
    return slices.mock.calls.length;
  };

  const scans = Array.from({ length: 5 }, () => words.countDocuments(slow({ x: 1 }, 5000)));
  const ended = Promise.allSettled(scans);
  while (slices.mock.calls.length < 30) await others(1);
  const before = slices.mock.calls.length;
  proxy.cut();
  const outcomes = await ended;
  const after = await others(20);
  const later = await others(20);

  slices.mockRestore();
  await Promise.all([disconnected.close(), client.close(), proxy.close()]);
  await close();
  await engine.end();
  await rm(dataDir, { recursive: true, force: true });
  expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  expect(after - before).toBeLessThanOrEqual(20);
  expect(later).toBe(after);
});
