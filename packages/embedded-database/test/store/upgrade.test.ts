import { copyFile, rm } from 'node:fs/promises';
import type { Db, MongoClient } from 'mongodb';
import { openEmbeddedDatabase } from '../../src/client/launch';
import { dataFileIn } from '../../src/store/file/data-file';
import { openEnvironment } from '../../src/store/file/environment';
import { compactData } from '../../src/client/spawn-engine';
import { checkFile } from '../../src/store/file/check-file';
import { keyspaceRange } from '../../src/store/file/keys';
import { Store } from '../../src/store/store';
import { upgradeFile } from '../../src/store/file/upgrade';
import { changeRaw, makeFormatOne, makeFormatTwo } from './raw-file';
import { failureOf, inEngine as inEngineOf, temporaryFolder } from '../support/engines';

const COUNT = 2500;

/** Only for the embedded engine: data folders of older engines. */
describe('a data file of an older format', () => {
  let dataDir: string;
  let file: string;
  let session: object;

  const inEngine = <T>(work: (db: Db, client: MongoClient) => Promise<T>): Promise<T> =>
    inEngineOf(dataDir, work);

  const everything = (db: Db) =>
    Promise.all([
      db.collection('words').find().sort({ n: 1 }).toArray(),
      db.collection('words').indexes(),
      db.collection('empty').indexes(),
      db.collection('tags').find({ tags: 'b' }).toArray(),
    ]);
  type Everything = Awaited<ReturnType<typeof everything>>;
  let before: Everything;

  /** A folder with the data in the current format, from which every test begins. */
  let filled: string;

  beforeAll(async () => {
    filled = dataDir = await temporaryFolder();
    before = await inEngine(async (db, client) => {
      await db.collection('words').createIndex({ n: 1 }, { unique: true }, {});
      await db.createCollection('empty');
      await db.collection('tags').createIndex({ tags: 1 }, {}, {});
      await db.collection('tags').insertMany([{ tags: ['a', 'b'] }, { tags: 'b' }, { tags: [] }]);
      const documents = Array.from({ length: COUNT }, (_, n) => ({
        n,
        text: 'x'.repeat(n % 100 === 0 ? 9000 : 20),
      }));
      await db.collection('words').insertMany(documents);
      const clientSession = client.startSession();
      clientSession.startTransaction();
      await db.collection('words').insertOne({ n: -1 }, { session: clientSession });
      await clientSession.commitTransaction();
      session = clientSession.id!;
      return everything(db);
    });
  });
  afterAll(() => rm(filled, { recursive: true, force: true }));
  beforeEach(async () => {
    dataDir = await temporaryFolder();
    file = dataFileIn(dataDir);
    await copyFile(dataFileIn(filled), file);
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  async function commitAgain(client: MongoClient): Promise<object> {
    const same = client.startSession();
    Object.assign(same.serverSession, { id: session, txnNumber: 1 });
    const command = { commitTransaction: 1, autocommit: false };
    return client.db('admin').command(command, { session: same });
  }

  async function expectWhole(): Promise<void> {
    const [after, repeated] = await inEngine(async (db, client) => [
      await everything(db),
      await commitAgain(client),
    ]);
    const [duplicate, count] = await inEngine(async (db) => [
      await failureOf(db.collection('words').insertOne({ n: 7 })),
      await db.collection('words').countDocuments({}),
    ]);

    expect(after).toEqual(before);
    expect(repeated).toMatchObject({ ok: 1 });
    expect([duplicate.code, count]).toEqual([11000, COUNT + 1]);
    await checkFile(file);
  }

  it.each([
    ['format 1', makeFormatOne],
    ['format 2', makeFormatTwo],
  ])('of %s opens with all its data, and is complete in the new format', async (_, make) => {
    await make(file);

    await expectWhole();
  });

  it('of format 2 works with old and new entries together, and a compaction rewrites all', async () => {
    await makeFormatTwo(file);
    const tagged = (db: Db) => db.collection('tags').find({ tags: 'b' }).sort({ tags: 1, _id: 1 }).toArray();

    const found = await inEngine(async (db) => {
      const tags = db.collection('tags');
      await tags.insertOne({ tags: ['b', 'c'] });
      await tags.updateOne({ tags: 'a' }, { $set: { tags: ['a', 'd'] } });
      await tags.deleteOne({ tags: 'b' });
      return tagged(db);
    });
    const sizes = await sizesOfEntries();
    await compactData(dataDir);
    const compacted = await sizesOfEntries();

    // Of the old entries, the 'a' of the first document and the one of the empty list remain.
    expect(sizes).toEqual([0, 0, 0, 13, 13]);
    expect(compacted).toEqual([0, 0, 0, 0, 0]);
    expect(found.map(({ tags }) => tags as unknown)).toEqual([['b', 'c']]);
    expect(await inEngine(tagged)).toEqual(found);
    await checkFile(file);
  });

  /** Bytes of the values of the index on the tags. */
  async function sizesOfEntries(): Promise<number[]> {
    let sizes: number[] = [];
    await changeRaw(file, ({ collections, entries }) => {
      const [index] = collections.find(({ namespace }) => namespace === 't.tags')!.indexes;
      sizes = entries(keyspaceRange(index!.keyspace)).map(({ value }) => value.length);
    });
    return sizes.sort((a, b) => a - b);
  }

  it.each([1, 2, 3])(
    'of format 1 continues its upgrade after an engine was stopped after %i commits',
    async (commits) => {
      await makeFormatOne(file);
      const lmdb = await openEnvironment(dataDir);
      const store = new Store(
        lmdb,
        () => undefined,
        () => undefined,
      );
      let remaining = commits;
      const stopped = {
        current: store.current,
        write: (work: Parameters<Store['write']>[0]) =>
          remaining-- > 0 ? store.write(work) : Promise.reject(new Error('stopped')),
      } as unknown as Store;
      await expect(upgradeFile(stopped)).rejects.toThrow('stopped');
      await store.close();

      await expectWhole();
    },
  );

  it('of format 1 with an invalid document is refused with an error that names the collection', async () => {
    await rm(dataDir, { recursive: true });
    dataDir = await temporaryFolder();
    file = dataFileIn(dataDir);
    await inEngine((db) => db.collection('words').insertOne({ n: 1 }));
    await makeFormatOne(file, true);

    const error = await failureOf(openEmbeddedDatabase({ dataDir }));

    expect(error.message).toContain('the length of a document of t.words is wrong');
  });
});
