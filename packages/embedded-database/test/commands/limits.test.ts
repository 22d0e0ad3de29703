import { readFile, rm } from 'node:fs/promises';
import { MongoClient, type Collection } from 'mongodb';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../../src/client/launch';
import {
  connectEmbedded,
  engineEnd,
  engineIds,
  eventually,
  failureOf,
  temporaryFolder,
} from '../support/engines';

/** Only for the embedded engine: limits that tests on MongoDB cannot lower or measure. */
describe('limits', () => {
  let dataDir: string;
  let engine: EmbeddedDatabase;
  let client: MongoClient;
  let words: Collection;

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    engine = await openEmbeddedDatabase({ dataDir, idleSeconds: 1, transactionSeconds: 0.5 });
    client = await new MongoClient(engine.uri).connect();
    words = client.db('t').collection('words');
  });
  afterAll(async () => {
    await client.close();
    await engine.close();
    await engineEnd(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });
  beforeEach(() => words.deleteMany({}));

  async function residentMegabytes(): Promise<{ readonly heap: number }> {
    const [id] = await engineIds(dataDir);
    const status = await readFile(`/proc/${id!}/status`, 'utf8');
    // Pages of the data file count as shared memory, and the memory of the engine as anonymous.
    return { heap: Number(/^RssAnon:\s+(\d+)/m.exec(status)![1]) / 1024 };
  }

  it('abort a transaction that exceeds its time, and release its claims', async () => {
    await words.insertOne({ _id: 1 as never, n: 0 });
    const session = client.startSession();
    session.startTransaction();
    await words.updateOne({ _id: 1 as never }, { $inc: { n: 1 } }, { session });

    await words.updateOne({ _id: 1 as never }, { $inc: { n: 100 } }); // waits until then
    const error = await failureOf(words.updateOne({ _id: 1 as never }, { $inc: { n: 1 } }, { session }));

    expect(error.code).toBe(251);
    expect(error.errorLabels).toContain('TransientTransactionError');
    expect(await words.findOne({ _id: 1 as never })).toEqual({ _id: 1, n: 100 });
    await session.endSession();
  });

  it('end the cursors of a transaction with it', async () => {
    await words.insertMany(Array.from({ length: 300 }, (_, n) => ({ n })));
    const session = client.startSession();
    session.startTransaction();
    const cursor = words.find({}, { session, batchSize: 10 });
    await cursor.next();

    await new Promise((resolve) => setTimeout(resolve, 700));
    const error = await failureOf(cursor.toArray());

    expect(error.code).toBe(251);
    await session.endSession();
  });

  it('let other commands run during a long read', async () => {
    await words.insertMany(Array.from({ length: 2000 }, (_, n) => ({ n })));
    // Examining one document takes a tenth of a millisecond.
    const slow = { $or: Array.from({ length: 2000 }, (_, n) => ({ n: -n - 1 })) };
    const isAnsweredMeanwhile = async () => {
      let isOver = false;
      const long = words.countDocuments(slow).then(() => (isOver = true));
      await client.db('t').command({ hello: 1 });
      const wasOverAtPing = isOver;
      await long;
      return !wasOverAtPing;
    };

    // A client that was not scheduled may receive both replies at the same time.
    await eventually(isAnsweredMeanwhile);

    // If its transaction has ended in the meantime, the client must begin again.
    const session = client.startSession();
    session.startTransaction();
    await words.findOne({}, { session });
    await new Promise((resolve) => setTimeout(resolve, 470));
    const error = await failureOf(words.countDocuments(slow, { session }));
    expect(error.code).toBe(251);
    expect(error.errorLabels).toContain('TransientTransactionError');
    await session.endSession();
  });

  it('keep memory flat over 100 MB of documents that a cursor reads', async () => {
    const text = 'x'.repeat(10_000);
    for (let start = 0; start < 10_000; start += 1000) {
      await words.insertMany(Array.from({ length: 1000 }, (_, n) => ({ n: start + n, text })));
    }
    const before = await residentMegabytes();
    let count = 0;
    let highest = before.heap;

    for await (const document of words.find({}, { batchSize: 100 })) {
      if (document['text'] === text) count++;
      if (count % 1000 === 0) highest = Math.max(highest, (await residentMegabytes()).heap);
    }

    expect(count).toBe(10_000);
    expect(highest - before.heap).toBeLessThan(60);
  });

  it('refuse a cursor beyond the limit, but no read that leaves no cursor open', async () => {
    const other = await connectEmbedded();
    const its = other.db.collection('words');
    const open = (batchSize: number) => other.db.command({ find: 'words', filter: {}, batchSize });
    await its.insertMany([{ n: 1 }, { n: 2 }]);
    for (let n = 0; n < 1000; n++) await open(1);

    expect((await failureOf(open(1))).code).toBe(96);
    expect(await its.findOne({ n: 2 })).toMatchObject({ n: 2 });
    await other.close();
  });

  it('refuse a transaction beyond the limit, but no read outside of transactions', async () => {
    const other = await connectEmbedded();
    const its = other.db.collection('words');
    await its.insertOne({ n: 1 });
    const begin = async () => {
      const session = other.client.startSession();
      session.startTransaction();
      await its.findOne({}, { session });
      return session;
    };
    const sessions = await Promise.all(Array.from({ length: 500 }, begin));

    expect((await failureOf(begin())).code).toBe(96);
    expect(await its.countDocuments()).toBe(1);
    await sessions[0]!.endSession();
    await (await begin()).endSession();
    await other.close();
  });

  it('refuse more than 128 MB of changes in one transaction', async () => {
    const session = client.startSession();
    session.startTransaction();
    const text = 'x'.repeat(15 * 1024 * 1024);

    const error = await failureOf(
      (async () => {
        for (let n = 0; n < 12; n++) await words.insertOne({ n, text }, { session });
      })(),
    );

    expect([257, 251]).toContain(error.code);
    expect(await words.countDocuments()).toBe(0);
    await session.endSession();
  });
});
