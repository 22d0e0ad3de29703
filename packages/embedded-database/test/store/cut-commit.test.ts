import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { MongoClient, type Document } from 'mongodb';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../../src/client/launch';
import { checkFile } from '../../src/store/file/check-file';
import { engineEnd, engineIds, eventually, inEngine, isRunning, temporaryFolder } from '../support/engines';
import { checkStoredFile } from './stored-file';
import { whyNoTrace } from './system-calls';

const PAGE = 4096;
/** Offset of the transaction number in a header, in bytes. Source: MDB_page and MDB_meta in lmdb 3.5.6. */
const TRANSACTION = 152;
const SEEDED = { numRuns: 25, seed: 20261122 };

const obstacle = whyNoTrace();
if (obstacle !== undefined) console.warn(`Kills in the middle of a commit are not tested: ${obstacle}.`);

/** Only for the embedded engine: the file after a power cut or the end of the process during a commit. */
describe('a commit that is cut', () => {
  let folder: string;
  let dataDir: string;
  let file: string;
  let engine: EmbeddedDatabase;
  let client: MongoClient;

  beforeEach(async () => {
    folder = await temporaryFolder();
    dataDir = join(folder, 'data');
    file = join(dataDir, 'griot.mdb');
    await mkdir(dataDir);
    // Only the transaction writes: the engine does not remove expired documents at the same time.
    engine = await openEmbeddedDatabase({ dataDir, idleSeconds: 0.5, expirySeconds: 600 });
    client = await new MongoClient(engine.uri).connect();
    const words = client.db('t').collection('words');
    await words.createIndex({ n: 1 }, { unique: true }, {});
    await words.createIndex({ tags: 1 }, {}, {});
    const documents = Array.from({ length: 600 }, (_, n) => ({
      _id: n as never,
      n,
      version: 1,
      tags: ['a', n % 7],
      text: 'x'.repeat(n % 50 === 0 ? 6000 : 200),
    }));
    await words.insertMany(documents);
  });
  afterEach(async () => {
    await client.close();
    await engine.close();
    await engineEnd(dataDir);
    // A launcher that has not ended yet may leave a file behind.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** One transaction, and so one commit, which changes, removes and adds documents in all parts of the file. */
  async function commit(): Promise<void> {
    const session = client.startSession();
    session.startTransaction();
    const words = client.db('t').collection('words');
    await words.updateMany({ n: { $lt: 300 } }, { $set: { version: 2, text: 'y'.repeat(300) } }, { session });
    await words.deleteMany({ n: { $gte: 500 } }, { session });
    const added = Array.from({ length: 80 }, (_, n) => ({
      _id: (1000 + n) as never,
      n: 1000 + n,
      version: 2,
    }));
    await words.insertMany(added, { session });
    try {
      await session.commitTransaction();
    } finally {
      await session.endSession();
    }
  }

  const BEFORE = { 1: 600 };
  const AFTER = { 1: 200, 2: 380 };

  const versionsIn = (dataDirOfCut: string): Promise<Document> =>
    inEngine(dataDirOfCut, async (db) => {
      const counts: Record<number, number> = {};
      for (const { version } of await db.collection('words').find().toArray())
        counts[version as number] = (counts[version as number] ?? 0) + 1;
      return counts;
    });

  it('by a power failure has no effect unless its header is on disk, whichever of its pages are', async () => {
    const before = readFileSync(file);
    await commit();
    const after = readFileSync(file);
    const pages = Array.from({ length: after.length / PAGE }, (_, page) => page * PAGE);
    const isChanged = (at: number) =>
      at >= before.length || !before.subarray(at, at + PAGE).equals(after.subarray(at, at + PAGE));
    const [headers, changed] = [pages.slice(0, 2).filter(isChanged), pages.slice(2).filter(isChanged)];
    const numbers = [before, after].map((bytes) =>
      [0, PAGE].map((at) => Number(bytes.readBigUInt64LE(at + TRANSACTION))).sort((a, b) => a - b),
    );
    // The transaction was one commit, which wrote many pages and one header.
    expect(numbers[1]!.at(-1)! - numbers[0]!.at(-1)!).toBe(1);
    expect(headers).toHaveLength(1);
    expect(changed.length).toBeGreaterThan(20);

    const cut = join(folder, 'cut.mdb');
    /** Bytes that reached the disk, from the beginning of each page. */
    const written = fc.array(fc.constantFrom(0, 512, 2048, PAGE), {
      minLength: changed.length,
      maxLength: changed.length,
    });
    const versionsOf = async (lengths: readonly number[], withHeader: boolean): Promise<Document> => {
      const bytes = Buffer.alloc(after.length);
      before.copy(bytes);
      for (const [i, at] of changed.entries()) after.copy(bytes, at, at, at + lengths[i]!);
      if (withHeader) after.copy(bytes, headers[0], headers[0], headers[0]! + PAGE);
      await writeFile(cut, bytes);
      await checkFile(cut);
      const { documents, disagreements } = await checkStoredFile(cut);
      expect(disagreements).toEqual([]);
      return { documents };
    };
    const all = changed.map(() => PAGE);

    await fc.assert(
      fc.asyncProperty(written, async (lengths) => {
        expect(await versionsOf(lengths, false)).toEqual({ documents: 600 });
      }),
      SEEDED,
    );
    expect(await versionsOf(all, false)).toEqual({ documents: 600 });
    expect(await versionsOf(all, true)).toEqual({ documents: 580 });
    // As after a power cut before the file had grown.
    await mkdir(join(folder, 'short'));
    await writeFile(join(folder, 'short', 'griot.mdb'), before);
    expect(await versionsIn(join(folder, 'short'))).toEqual(BEFORE);
  });

  (obstacle === undefined ? it : it.skip).each([
    ['first write', 'pwrite64,pwritev:signal=KILL:when=1'],
    ['header, or a page of its own before it', 'pwrite64:signal=KILL:when=1'],
    ['flush', 'fdatasync:signal=KILL:when=1'],
  ])('by kill -9 at the %s has not happened, or has as a whole', async (_, injection) => {
    const processId = (await engineIds(dataDir)).at(-1)!;
    const rule = `inject=${injection}`;
    const strace = spawn('strace', ['-f', '-o', '/dev/null', '-e', rule, '-p', String(processId)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    strace.stderr.on('data', (chunk) => (output += String(chunk)));
    const ended = once(strace, 'exit');
    await eventually(() => output.includes('attached'));

    await commit().catch(() => undefined);
    await eventually(() => !isRunning(processId));
    await ended;
    await client.close();
    await engine.close();
    await engineEnd(dataDir);

    await checkFile(file);
    expect((await checkStoredFile(file)).disagreements).toEqual([]);
    expect([BEFORE, AFTER]).toContainEqual(await versionsIn(dataDir));
  });
});
