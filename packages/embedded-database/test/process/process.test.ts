import { execFile } from 'node:child_process';
import { readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../../src/client/launch';
import { engineEnd, engineIds, eventually, failureOf, isRunning, temporaryFolder } from '../support/engines';

/** Only for the embedded engine: its process, its lock and its socket. MONGODB_URI has no effect in this file. */
describe('the engine process', () => {
  let dataDir: string;
  const open: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    dataDir = await temporaryFolder();
  });
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
    await engineEnd(dataDir).catch(() => undefined);
    await rm(dataDir, { recursive: true, force: true });
  });

  async function start(
    options: Partial<Parameters<typeof openEmbeddedDatabase>[0]> = {},
  ): Promise<EmbeddedDatabase> {
    const engine = await openEmbeddedDatabase({ dataDir, idleSeconds: 1, ...options });
    open.push(engine.close);
    return engine;
  }

  async function client(uri: string): Promise<MongoClient> {
    const connected = await new MongoClient(uri).connect();
    open.push(() => connected.close());
    return connected;
  }

  it('starts on demand and protects its socket and its data from other users', async () => {
    const { uri } = await start();
    await (await client(uri)).db('t').collection('c').insertOne({ n: 1 });

    expect(await engineIds(dataDir)).toHaveLength(1);
    expect((await stat(join(dataDir, 'run'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataDir, 'griot.mdb'))).mode & 0o077).toBe(0);
  });

  it('is shared', async () => {
    const [first, second] = [await start(), await start()];

    await (await client(first.uri)).db('t').collection('c').insertOne({ n: 1 });

    expect(await (await client(second.uri)).db('t').collection('c').countDocuments()).toBe(1);
    expect(await engineIds(dataDir)).toHaveLength(1);
  });

  it('is shared by processes that start it at the same time', async () => {
    const engines = await Promise.all(Array.from({ length: 5 }, () => start()));

    const clients = await Promise.all(engines.map(({ uri }) => client(uri)));
    await Promise.all(clients.map((each, n) => each.db('t').collection('c').insertOne({ n })));

    expect(await clients[0]!.db('t').collection('c').countDocuments()).toBe(5);
    expect(await engineIds(dataDir)).toHaveLength(1);
  });

  it('ends after its last client, and keeps the data', async () => {
    const engine = await start();
    const connected = await new MongoClient(engine.uri).connect();
    await connected.db('t').collection('c').insertOne({ n: 1 });
    const [id] = await engineIds(dataDir);

    await connected.close();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const isRunningForLease = isRunning(id!);
    await engine.close();
    await eventually(() => !isRunning(id!));
    const restarted = await start();

    expect(isRunningForLease).toBe(true);
    expect(await (await client(restarted.uri)).db('t').collection('c').countDocuments()).toBe(1);
    expect(await engineIds(dataDir)).toHaveLength(2);
  });

  it('is restarted after kill -9, and the client continues', async () => {
    const restarts: (Error | undefined)[] = [];
    const { uri } = await start({ onRestart: (error) => restarts.push(error) });
    const words = (await client(uri)).db('t').collection('c');
    await words.insertOne({ n: 1 });

    for (let round = 1; round <= 3; round++) {
      process.kill((await engineIds(dataDir)).at(-1)!, 'SIGKILL');
      await eventually(() => restarts.length === round);
      await words.findOne({}).catch(() => undefined); // the connection that broke may be told here
      await words.insertOne({ n: round + 1 });
    }

    expect(await words.countDocuments()).toBe(4);
    expect(restarts).toEqual([undefined, undefined, undefined]);
  });

  it('reports to a second start by hand that the folder is in use, and ends even if process.exit hangs', async () => {
    await start();
    const main = join(__dirname, '../../dist/main.js');
    // A native module once had an exit handler that did not end.
    const hanging =
      "process.on('exit', () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))";
    const args = [
      '--import',
      `data:text/javascript,${encodeURIComponent(hanging)}`,
      main,
      '--dataDir',
      dataDir,
    ];

    const { output, isStopped } = await new Promise<{ output: string; isStopped: boolean }>((resolve) => {
      const limits = { timeout: 120_000, killSignal: 'SIGKILL' } as const;
      execFile(process.execPath, args, limits, (error, out, log) => {
        resolve({ output: out + log, isStopped: error?.killed === true });
      });
    });

    expect(isStopped).toBe(false);
    expect(output).toContain('{"started":false}');
    expect(output).toContain(`another engine owns ${dataDir}`);
  });

  it('remembers after kill -9 that a transaction was committed', async () => {
    const { uri } = await start();
    const connected = await client(uri);
    await connected.db('t').createCollection('c');
    const session = connected.startSession();
    session.startTransaction();
    await connected.db('t').collection('c').insertOne({ n: 1 }, { session });
    await session.commitTransaction();

    process.kill((await engineIds(dataDir)).at(-1)!, 'SIGKILL');
    await eventually(async () => (await engineIds(dataDir)).length === 2);
    await connected
      .db('t')
      .command({ hello: 1 })
      .catch(() => undefined);
    await session.commitTransaction();

    expect(await connected.db('t').collection('c').countDocuments()).toBe(1);
    await session.endSession();
  });

  it('does not start where its socket would have too long a path', async () => {
    const long = join(dataDir, 'x'.repeat(90));

    const error = await failureOf(openEmbeddedDatabase({ dataDir: long }));

    expect(error.message).toContain(long);
    expect(error.message).toContain('107');
  });

  it('does not start on a file of another program', async () => {
    await writeFile(join(dataDir, 'griot.mdb'), 'Dear diary, '.repeat(1000));

    const error = await failureOf(start());

    expect(error.message).toContain('griot.mdb is not a file of the embedded database');
    expect(await readFile(join(dataDir, 'griot.mdb'), 'utf8')).toMatch(/^Dear diary/);
  });

  it('does not start on a file with a missing part, and leaves the file unchanged', async () => {
    const { uri } = await start();
    const connected = await client(uri);
    await connected
      .db('t')
      .collection('c')
      .insertMany(Array.from({ length: 2000 }, (_, n) => ({ n, text: 'x'.repeat(500) })));
    for (const close of open.splice(0).reverse()) await close();
    await engineEnd(dataDir);
    const file = join(dataDir, 'griot.mdb');
    const half = Math.floor((await stat(file)).size / 8192) * 4096;
    await truncate(file, half);

    const error = await failureOf(start());

    expect(error.message).toContain('is torn');
    expect((await stat(file)).size).toBe(half);
  });

  it('does not start where it may not write', async () => {
    const error = await failureOf(openEmbeddedDatabase({ dataDir: '/sys/griot' }));

    expect(error.message).toContain('The data folder /sys/griot cannot be used');
  });

  it('does not start on a file in the place of the folder', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');

    const error = await failureOf(openEmbeddedDatabase({ dataDir: file }));

    expect(error.message).toContain(`The data folder ${file} cannot be used`);
  });
});
