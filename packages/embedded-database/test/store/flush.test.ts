import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient, type Collection } from 'mongodb';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../../src/client/launch';
import { engineEnd, engineIds, temporaryFolder } from '../support/engines';
import { descriptorsOf, trace, whyNoTrace, type SystemCall } from './system-calls';

const WRITERS = 16;
const RECEIVES = new Set(['read', 'recvmsg']);
const SENDS = new Set(['write', 'writev', 'sendmsg']);

const obstacle = whyNoTrace();
if (obstacle !== undefined) console.warn(`The order of flush and answer is not tested: ${obstacle}.`);

/**
 * Only for the embedded engine. Killing a process does not prove that a write is on disk, because the kernel keeps the data; this test
 * checks the system calls before the reply is sent.
 */
(obstacle === undefined ? describe : describe.skip)('an acknowledgement leaves after the flush', () => {
  let dataDir: string;
  let engine: EmbeddedDatabase;
  let client: MongoClient;
  let words: Collection;
  let processId: number;

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    engine = await openEmbeddedDatabase({ dataDir, idleSeconds: 1 });
    client = new MongoClient(engine.uri, { minPoolSize: WRITERS, maxPoolSize: WRITERS });
    words = client.db('t').collection('words');
    await words.createIndex({ marker: 1 }, { unique: true }, {});
    // Connections are made before the trace begins.
    await Promise.all(Array.from({ length: WRITERS * 4 }, () => words.findOne({ marker: '' })));
    processId = (await engineIds(dataDir)).at(-1)!;
  });
  afterAll(async () => {
    await client.close();
    await engine.close();
    await engineEnd(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  /** The system calls of the engine during the work. */
  async function callsDuring(work: () => Promise<unknown>): Promise<SystemCall[]> {
    const traced = await trace(processId, join(dataDir, 'trace'));
    const outcome = await work().then(
      () => undefined,
      (error: unknown) => error,
    );
    const calls = await traced.stop();
    if (outcome !== undefined) throw outcome as Error;
    return calls;
  }

  /** Whether the data were flushed and then the header was written through between a request and its reply. */
  function isFlushed(calls: readonly SystemCall[], text: string): boolean {
    const { synchronous, others } = descriptorsOf(processId, join(dataDir, 'griot.mdb'));
    const request = calls.find((call) => RECEIVES.has(call.name) && call.text.includes(text));
    const answer = calls.find(
      (call) => SENDS.has(call.name) && call.descriptor === request?.descriptor && call.start > request.end,
    );
    if (!request || !answer) throw new Error(`the trace has no request and answer for ${text}`);
    const between = calls.filter(({ start, end }) => start > request.end && end < answer.start);
    return between.some(
      (flush) =>
        flush.name === 'fdatasync' &&
        others.includes(flush.descriptor) &&
        flush.text.endsWith('= 0') &&
        between.some(
          (header) =>
            header.name === 'pwrite64' && synchronous.includes(header.descriptor) && header.start > flush.end,
        ),
    );
  }

  function flushesIn(calls: readonly SystemCall[]): number {
    return calls.filter(({ name }) => name === 'fdatasync').length;
  }

  it('for an insertion', async () => {
    const calls = await callsDuring(() => words.insertOne({ marker: 'alone' }));

    expect(isFlushed(calls, 'alone')).toBe(true);
  });

  it('for an update, findAndModify and a deletion', async () => {
    await words.insertMany([{ marker: 'first' }, { marker: 'second' }, { marker: 'third' }]);

    const calls = await callsDuring(async () => {
      await words.updateOne({ marker: 'first' }, { $set: { n: 1 } });
      await words.findOneAndUpdate({ marker: 'second' }, { $set: { n: 1 } });
      await words.deleteOne({ marker: 'third' });
    });

    expect(['first', 'second', 'third'].filter((marker) => !isFlushed(calls, marker))).toEqual([]);
  });

  it('for every one of concurrent insertions, which share flushes', async () => {
    const markers = Array.from({ length: WRITERS * 5 }, (_, n) => `many-${n}-`);

    const calls = await callsDuring(() => Promise.all(markers.map((marker) => words.insertOne({ marker }))));

    expect(markers.filter((marker) => !isFlushed(calls, marker))).toEqual([]);
    // Without concurrency, each write would have its own flush. How many share one depends on the speed of the disk.
    expect(flushesIn(calls)).toBeLessThan((markers.length * 3) / 4);
  });

  it('for the commit of a transaction, and for none of its statements', async () => {
    const session = client.startSession();
    session.startTransaction();

    const before = await callsDuring(async () => {
      await words.insertOne({ marker: 'in transaction' }, { session });
      await words.insertOne({ marker: 'in transaction, too' }, { session });
    });
    const calls = await callsDuring(() => session.commitTransaction());

    expect(flushesIn(before)).toBe(0);
    expect(isFlushed(calls, 'commitTransaction')).toBe(true);
    await session.endSession();
  });

  it('and a read flushes nothing', async () => {
    const calls = await callsDuring(() => words.findOne({ marker: 'alone' }));

    expect(flushesIn(calls)).toBe(0);
  });
});
