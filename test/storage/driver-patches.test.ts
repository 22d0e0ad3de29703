/** @jest-environment node */
import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import type { mongo } from 'mongoose';
import { openDatabase, type Database } from '../../src/server/database';
import { createLogger } from '../../src/observability/logger';
import { Failure } from '../../src/shared/failure';
import { runInWork, Work } from '../../src/shared/work';
import { translatingErrors } from '../../src/storage/mongo/database-error';
import { connect } from '../../src/storage/mongo/connection';
import { transactionsOf } from '../../src/storage/mongo/transaction';
import { testDatabase, type TestDatabase } from '../support/database';
import { patchDriver } from '../../src/storage/mongo/driver-patches';

interface Writing {
  readonly writeCommand: (command: object, options: object) => Promise<void>;
}

const require_ = createRequire(require.resolve('mongoose'));
const { Connection } = require_('mongodb/lib/cmap/connection.js') as {
  readonly Connection: { readonly prototype: Writing };
};

/** A connection of the driver whose socket takes no more. */
class FullConnection extends EventEmitter {
  error: Error | null = null;
  readonly socket = Object.assign(new EventEmitter(), { write: () => false });

  write(): Promise<void> {
    const command = { toBin: () => Promise.resolve([Buffer.from('command')]) };
    return Connection.prototype.writeCommand.call(this, command, { agreedCompressor: 'none' });
  }
}

beforeAll(() => {
  patchDriver();
  patchDriver();
});

test('a command fails with the reason when its connection is closed while it is being written', async () => {
  const connection = new FullConnection();

  const written = connection.write();
  connection.error = new Error('connection 7 closed');
  connection.emit('close');

  await expect(written).rejects.toThrow('connection 7 closed');
});

test('a command that had to wait is written when the socket accepts more, and no listener remains', async () => {
  const connection = new FullConnection();

  const written = connection.write();
  await new Promise((resolve) => setImmediate(resolve));
  connection.socket.emit('drain');

  await expect(written).resolves.toBeUndefined();
  expect(connection.listenerCount('close')).toBe(0);
});

describe('every command', () => {
  let own: TestDatabase;
  let database: Database;
  let connection: Awaited<ReturnType<typeof connect>>;
  let things: mongo.Collection<{ n: number }>;
  let sent: { name: string; command: Record<string, unknown> }[];

  beforeAll(async () => {
    own = testDatabase();
    const { MONGODB_URI: mongodbUri, DATA_DIR: dataDir = '' } = own.env;
    database = await openDatabase({ mongodbUri, dataDir }, createLogger({ logLevel: 'silent' }));
    connection = await connect(database.address, { onCommand: () => undefined });
    connection
      .getClient()
      .on('commandStarted', ({ commandName: name, command }) => sent.push({ name, command }));
    things = connection.db!.collection('things');
    sent = [];
    await things.insertMany(Array.from({ length: 500 }, (_, n) => ({ n })));
  });
  beforeEach(() => {
    sent = [];
  });
  afterAll(async () => {
    await connection.close();
    await database.close();
    await own.drop();
  });

  const ask = async (work?: Work): Promise<void> => {
    await runInWork(work, async () => {
      await things.find({}, { batchSize: 10 }).limit(20).toArray();
      await things.countDocuments({});
      await things.updateOne({ n: 1 }, { $set: { n: 1 } });
      await things.insertOne({ n: 501 });
      await things.deleteOne({ n: 501 });
      await transactionsOf(connection)((session) =>
        things.updateOne({ n: 2 }, { $set: { n: 2 } }, { session }),
      );
    });
  };

  test('has the remaining time of its request as its limit', async () => {
    const work = new Work();
    work.remaining = () => 700;

    await ask(work);
    await ask();

    const limits = sent
      .filter(({ name }) => !['getMore', 'killCursors', 'endSessions'].includes(name))
      .map(({ command }) => command['maxTimeMS']);
    expect(limits.length).toBeGreaterThanOrEqual(14);
    for (const limit of limits) expect(limit).toBeGreaterThan(0);
    expect(sent.find(({ name }) => name === 'find')?.command['maxTimeMS']).toBe(800);
  });

  test('of a request is charged to it: database time, thread time and bytes', async () => {
    const work = new Work();

    await ask(work);
    await new Promise((resolve) => setImmediate(resolve));

    expect(work.usage.databaseMs).toBeGreaterThan(0);
    expect(work.usage.threadMs).toBeGreaterThan(0);
    expect(work.usage.bytes).toBeGreaterThan(20 * 20);
  });

  test('of a request that has ended is not sent', async () => {
    const work = new Work();
    work.end(new Failure('UNAVAILABLE', 'nobody waits'));

    await expect(runInWork(work, () => things.findOne({}))).rejects.toThrow('nobody waits');
    await expect(runInWork(work, () => things.insertOne({ n: -1 }))).rejects.toThrow('nobody waits');

    expect(sent).toEqual([]);
    expect(await things.countDocuments({ n: -1 })).toBe(0);
  });

  test('of a bulk write fails with the reason for which its request has ended, also in a transaction', async () => {
    const work = new Work();
    const repository = translatingErrors({
      write: (session?: mongo.ClientSession) =>
        things.bulkWrite([{ insertOne: { document: { n: -3 } } }], session && { session }),
      writeTogether: (): Promise<unknown> =>
        transactionsOf(connection)((session) => {
          work.end(new Failure('UNAVAILABLE', 'nobody waits'));
          return repository.write(session);
        }),
    });

    for (const write of [() => repository.writeTogether(), () => repository.write()])
      await expect(runInWork(work, write)).rejects.toBeInstanceOf(Failure);

    expect(await things.countDocuments({ n: -3 })).toBe(0);
  });

  test('of a transaction whose request ends is aborted', async () => {
    const work = new Work();
    const change = runInWork(work, () =>
      transactionsOf(connection)(async (session) => {
        await things.insertOne({ n: -2 }, { session });
        work.end(new Failure('UNAVAILABLE', 'nobody waits'));
      }),
    );

    await expect(change).rejects.toThrow('nobody waits');

    expect(await things.countDocuments({ n: -2 })).toBe(0);
    await things.insertOne({ n: -2 });
    expect(sent.map(({ name }) => name)).not.toContain('commitTransaction');
  });

  test('that is read for a request ends with it, and the connection is not used any more', async () => {
    const work = new Work();
    const reads = runInWork(work, () =>
      Promise.allSettled(Array.from({ length: 30 }, () => things.find({ n: { $gte: 0 } }).toArray())),
    );
    work.end(new Failure('UNAVAILABLE', 'nobody waits'));

    const outcomes = await reads;

    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await things.countDocuments({ n: 3 })).toBe(1);
  });

  test('that is shared with others continues after one was aborted', async () => {
    const work = new Work();
    const read = expect(runInWork(work, () => things.findOne({ n: 3 }))).rejects.toThrow('nobody waits');
    while (sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
    work.end(new Failure('UNAVAILABLE', 'nobody waits'));
    // Longer than a read goes on after its end, so that it is aborted before its reply is looked at.
    const until = performance.now() + 100;
    while (performance.now() < until);
    await read;

    const others = Array.from({ length: 5 }, () =>
      runInWork(new Work(), () => things.countDocuments({ n: 3 })),
    );
    expect(await Promise.all(others)).toEqual([1, 1, 1, 1, 1]);
  });
});
