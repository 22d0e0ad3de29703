import { rm } from 'node:fs/promises';
import { MongoClient } from 'mongodb';
import { openEmbeddedDatabase } from '../../src/embedded/launch';
import { engineEnd, engineIds, eventually, temporaryFolder } from './support';

const ROUNDS = 4;
const WRITERS = 16;

/** For the embedded engine only, since it kills the engine's process. */
describe('kill -9 under concurrent writers', () => {
  it('loses no acknowledged write, and leaves documents and indexes agreeing', async () => {
    const dataDir = await temporaryFolder();
    let restarts = 0;
    const engine = await openEmbeddedDatabase({
      dataDir,
      idleSeconds: 1,
      onRestart: (error) => {
        if (!error) restarts++;
      },
    });
    const client = await new MongoClient(engine.uri, { maxPoolSize: WRITERS }).connect();
    const words = client.db('t').collection('words');
    await words.createIndex({ writer: 1, n: 1 }, { unique: true }, {});
    const acknowledged: [number, number][] = [];
    let isOver = false;

    const write = async (writer: number): Promise<void> => {
      for (let n = 0; !isOver; n++) {
        const isStored = await words.insertOne({ writer, n }).then(
          () => true,
          () => false, // told that it failed, or not told: nothing was promised
        );
        if (isStored) acknowledged.push([writer, n]);
      }
    };
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
    for (let round = 1; round <= ROUNDS; round++) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      process.kill((await engineIds(dataDir)).at(-1)!, 'SIGKILL');
      await eventually(() => restarts === round);
    }
    isOver = true;
    await Promise.all(writers);
    const stored = await words.find({}, { projection: { _id: 0 } }).toArray();
    const byIndex = await words
      .find({}, { projection: { _id: 0 } })
      .sort({ writer: 1, n: 1 })
      .toArray();

    const known = new Set(stored.map(({ writer, n }) => `${String(writer)}/${String(n)}`));
    expect(acknowledged.length).toBeGreaterThan(100);
    expect(acknowledged.filter(([writer, n]) => !known.has(`${writer}/${n}`))).toEqual([]);
    expect(byIndex).toHaveLength(stored.length);

    await client.close();
    await engine.close();
    await engineEnd(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }, 60_000);
});
