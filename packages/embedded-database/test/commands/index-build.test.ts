import { copyFile, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient, type Collection } from 'mongodb';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../../src/client/launch';
import { checkFile } from '../../src/store/file/check-file';
import { dataFileIn } from '../../src/store/file/data-file';
import { engineEnd, engineIds, eventually, failureOf, temporaryFolder } from '../support/engines';

const MANY = 8000;

interface Word {
  readonly _id: number;
  readonly name: string;
  readonly serial: number;
  readonly tags: readonly string[];
  readonly times?: number;
}

const word = (n: number): Word => ({
  _id: n,
  name: `word ${String(n % 977)}`,
  serial: n,
  tags: [0, 1, 2, 3, 4].map((k) => `tag ${String((n * 7 + k) % 500)}`),
});

/** Number of times an index is built again if the build ended before the test could act. */
const ATTEMPTS = 10;

/** Only for the embedded engine: building an index shares one thread with all commands. */
describe('while indexes of a large collection are built', () => {
  let dataDir: string;
  let engine: EmbeddedDatabase;
  let client: MongoClient;
  let other: MongoClient;
  let words: Collection<Word>;
  let others: Collection<Word>;

  /** A folder with the collection, from which every test begins. */
  let filled: string;

  const open = async () => {
    engine = await openEmbeddedDatabase({ dataDir, idleSeconds: 1, transactionSeconds: 600 });
    client = await new MongoClient(engine.uri).connect();
    words = client.db('t').collection<Word>('words');
  };
  beforeAll(async () => {
    filled = dataDir = await temporaryFolder();
    await open();
    await fill();
    await client.close();
    await engine.close();
    await engineEnd(filled);
  });
  afterAll(() => rm(filled, { recursive: true, force: true }));
  beforeEach(async () => {
    dataDir = await temporaryFolder();
    await copyFile(dataFileIn(filled), dataFileIn(dataDir));
    await open();
    other = await new MongoClient(engine.uri).connect();
    others = other.db('t').collection<Word>('words');
  });
  afterEach(async () => {
    await client.close();
    await other.close();
    await engine.close();
    await engineEnd(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  const fill = () => words.insertMany(Array.from({ length: MANY }, (_, n) => word(n)));

  /** Restores the collection without indexes. */
  const recreate = async () => {
    await words.drop();
    await fill();
  };

  /** Repeats an action until the indexes are built. Returns the number of repetitions, and the maximum time of one in milliseconds. */
  async function meanwhile(build: Promise<unknown>, doing: (n: number) => Promise<unknown>) {
    const state = { isBuilt: false };
    const built = build.finally(() => (state.isBuilt = true));
    let [times, longest] = [0, 0];
    for (let n = 0; !state.isBuilt; n++) {
      const startedAt = performance.now();
      await doing(n);
      longest = Math.max(longest, performance.now() - startedAt);
      times = n;
    }
    await built;
    return { times, longest };
  }

  const build = () =>
    words.createIndexes([
      { key: { tags: 1, name: 1 }, name: 'by_tag' },
      { key: { name: 1, _id: 1 }, name: 'by_name', unique: true },
    ]);

  const atRest = async () => {
    await client.close();
    await other.close();
    await engine.close();
    await engineEnd(dataDir);
    await checkFile(dataFileIn(dataDir));
  };

  test('blocks other commands only for one part of the build at a time', async () => {
    // Times are only valid if the system suspends neither process.
    let share = 1;
    for (let attempt = 0; attempt < ATTEMPTS && share > 1 / 4; attempt++) {
      if (attempt > 0) await recreate();
      const startedAt = performance.now();
      const { times, longest } = await meanwhile(build(), async (n) => {
        expect(await others.findOne({ _id: n })).toMatchObject({ name: word(n).name });
      });
      if (times > 10) share = longest / (performance.now() - startedAt);
    }

    expect(share).toBeLessThanOrEqual(1 / 4);
  });

  test('no write of other clients is lost', async () => {
    const { times } = await meanwhile(build(), async (n) => {
      await others.insertOne({ ...word(MANY + n), name: 'new' });
      await others.updateOne({ _id: MANY - 1 - n }, { $set: { name: 'changed' } });
      await others.updateOne({ _id: n }, { $set: { name: 'changed' } });
      await others.deleteOne({ _id: MANY / 2 + n });
    });
    const named = (name: string) => words.find({ name }).sort({ _id: 1 }).toArray();

    // One round of writes is enough, because their number depends on the load of the machine.
    expect(times).toBeGreaterThan(0);
    expect(await named('new')).toHaveLength(await words.countDocuments({ _id: { $gte: MANY } }));
    expect((await named('changed')).length).toBeGreaterThanOrEqual(2 * times);
    await atRest();
  });

  test.each(['committed', 'aborted'])(
    'waits for a value that an open transaction has written (%s)',
    async (end) => {
      const session = other.startSession();
      const begin = async () => {
        const index = words.createIndexes([
          { key: { tags: 1, name: 1 }, name: 'by_tag' },
          { key: { serial: 1 }, name: 'by_serial', unique: true },
        ]);
        const outcome = index.then(
          () => 0,
          (error: unknown) => (error as { readonly code: number }).code,
        );
        await sleep(50);
        await others.insertOne(word(3 * MANY));
        session.startTransaction();
        const insertion = others.insertOne({ ...word(2 * MANY), serial: MANY - 1 }, { session });
        return { outcome, isTaken: await insertion.then(Boolean, () => false) };
      };
      let { outcome, isTaken } = await begin();
      for (let attempt = 1; attempt < ATTEMPTS && !isTaken; attempt++) {
        await session.abortTransaction();
        await outcome;
        await recreate();
        ({ outcome, isTaken } = await begin());
      }
      const isBuilt = await Promise.race([outcome, sleep(6000, 'not yet')]);
      await (end === 'committed' ? session.commitTransaction() : session.abortTransaction());
      await session.endSession();

      expect(isBuilt).toBe('not yet');
      expect(await outcome).toBe(end === 'committed' ? 11_000 : 0);
      await atRest();
    },
  );

  test('a duplicate value leaves no index', async () => {
    await words.insertOne({ ...word(MANY + 1), name: 'word 7', times: 1 });
    const failed = await failureOf(
      words.createIndexes([
        { key: { tags: 1 }, name: 'by_tag' },
        { key: { name: 1 }, name: 'by_name', unique: true },
      ]),
    );

    expect(failed.code).toBe(11_000);
    expect((await words.indexes()).map(({ name }) => name)).toEqual(['_id_']);
    await words.createIndex({ name: 1 }, { name: 'by_name' }, {});
    expect(await words.countDocuments({ name: 'word 7' })).toBe(Math.ceil((MANY - 7) / 977) + 1);
    await atRest();
  });

  test('ends at the time limit of the command and leaves nothing behind', async () => {
    const failed = await failureOf(words.createIndex({ tags: 1, name: 1 }, {}, { maxTimeMS: 20 }));

    expect(failed.code).toBe(50);
    expect(await words.indexes()).toHaveLength(1);
    await atRest();
  });

  test('a concurrent request for the same index succeeds too', async () => {
    const second = others.createIndex({ tags: 1, name: 1 }, { name: 'by_tag' }, {});
    await Promise.all([build(), second, others.createIndex({ times: 1 }, {}, {})]);

    expect(await words.indexes()).toHaveLength(4);
    await atRest();
  });

  test('ends when the collection is dropped', async () => {
    let code: unknown = 'built';
    for (let attempt = 0; attempt < ATTEMPTS && code === 'built'; attempt++) {
      if (attempt > 0) await fill();
      const outcome = build().then(
        () => 'built',
        (error: unknown) => (error as { readonly code: number }).code,
      );
      await others.findOne({ _id: 1 });
      await others.drop();
      code = await outcome;
    }

    expect(code).toBe(276);
    await atRest();
  });

  test('an engine that is killed leaves nothing of them', async () => {
    let isBuilt = true;
    for (let attempt = 0; attempt < ATTEMPTS && isBuilt; attempt++) {
      if (attempt > 0) await recreate();
      const building = build().then(
        () => true,
        () => false,
      );
      for (let n = 0; n < 10; n++) await others.findOne({ _id: n });
      process.kill((await engineIds(dataDir)).at(-1) ?? 0, 'SIGKILL');
      isBuilt = await building;
      if (isBuilt) await eventually(() => words.findOne({}).then(Boolean, () => false));
    }
    // An engine that is starting may not answer a connection; a new connection gets an answer.
    const client = new MongoClient(engine.uri, { socketTimeoutMS: 2000, serverSelectionTimeoutMS: 2000 });
    const counted = () => client.db('t').collection('words').countDocuments({});
    await eventually(async () => (await counted().catch(() => 0)) === MANY);
    await client.close();

    expect((await words.indexes()).length).toBe(1);
    await build();
    expect(await words.countDocuments({ tags: 'tag 3' })).toBe(MANY / 100);
    await atRest();
  });
});
