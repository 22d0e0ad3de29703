import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collection, MongoClient } from 'mongodb';
import { checkFile } from '../../src/store/file/check-file';
import { dataFileIn } from '../../src/store/file/data-file';
import { CATALOGUE_KEY, countKey, keyspaceRange } from '../../src/store/file/keys';
import { changeRaw } from './raw-file';
import { failureOf, inEngine as inEngineOf, temporaryFolder } from '../support/engines';

const COUNT = 300;
const MAIN = join(__dirname, '../../dist/main.js');

/** Only for the embedded engine: it must detect data that differ from what was written to the disk. */
describe('a damaged data file', () => {
  let dataDir: string;
  let file: string;

  const inEngine = <T>(work: (words: Collection, client: MongoClient) => Promise<T>): Promise<T> =>
    inEngineOf(dataDir, (db, client) => work(db.collection('words'), client));

  interface Check {
    readonly isWhole: boolean;
    readonly output: string;
  }

  const check = (): Promise<Check> =>
    checkFile(file).then(
      () => ({ isWhole: true, output: '' }),
      (error: unknown) => ({ isWhole: false, output: String(error) }),
    );

  /** The same by the command that checks a file. */
  function checkByCommand(): Check {
    const { status, stderr } = spawnSync(process.execPath, [MAIN, '--check', file], { encoding: 'utf8' });
    return { isWhole: status === 0, output: stderr };
  }

  /** The folder with the file that each test damages. */
  let whole: string;

  beforeAll(async () => {
    whole = await temporaryFolder();
    await inEngineOf(whole, async (db) => {
      const words = db.collection('words');
      await words.createIndex({ n: 1 }, {}, {});
      await words.createIndex({ name: 1 }, { unique: true }, {});
      const documents = Array.from({ length: COUNT }, (_, n) => ({
        _id: n as never,
        n,
        name: `name ${n}`,
        text: `text of number ${n}, `.repeat(n % 10 === 7 ? 300 : 3),
      }));
      await words.insertMany(documents);
    });
  });
  afterAll(() => rm(whole, { recursive: true, force: true }));
  beforeEach(async () => {
    dataDir = await temporaryFolder();
    file = dataFileIn(dataDir);
    await copyFile(dataFileIn(whole), file);
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('is reported as undamaged before', async () => {
    expect(await check()).toEqual({ isWhole: true, output: '' });
    expect(checkByCommand()).toEqual({ isWhole: true, output: '' });
  });

  it.each([
    ['a small document', 5],
    ['one on pages of its own', 7],
  ])('with a flipped bit in %s is reported instead of returning another value', async (_, n) => {
    const bytes = readFileSync(file, 'latin1');
    const text = `text of number ${n}, `;
    expect(bytes).toContain(text);
    writeFileSync(file, bytes.replaceAll(text, `text of nember ${n}, `), 'latin1');

    const failures = await inEngine((words) =>
      Promise.all([
        failureOf(words.findOne({ _id: n as never })),
        failureOf(words.findOne({ name: `name ${n}` }, { projection: { text: 1 } })),
        failureOf(words.find().toArray()),
        failureOf(words.updateOne({ n }, { $set: { a: 1 } })),
      ]),
    );
    const another = await inEngine((words) => words.findOne({ _id: 8 as never }));

    for (const { code, message } of failures) {
      expect(code).toBe(302);
      expect(message).toContain('a document of t.words is not as it was written');
    }
    expect(another!['n']).toBe(8);
    const checked = await check();
    expect(checked.isWhole).toBe(false);
    expect(checked.output).toContain('a document of t.words');
  });

  it('that has one document in place of another: is reported', async () => {
    await changeRaw(file, ({ lmdb, collections: [words], entries }) => {
      const [first, second] = entries(keyspaceRange(words!.keyspace));
      lmdb.putSync(first!.key, Buffer.from(second!.value));
    });

    const error = await inEngine((words) => failureOf(words.findOne({ _id: 0 as never })));

    expect(error.code).toBe(302);
  });

  it('that has lost documents: returns no list or count without them', async () => {
    await changeRaw(file, ({ lmdb, collections: [words], entries }) => {
      for (const { key } of entries(keyspaceRange(words!.keyspace)).slice(20, 60)) lmdb.removeSync(key);
    });

    const failures = await inEngine((words) =>
      Promise.all([
        failureOf(words.find().toArray()),
        failureOf(words.find({ text: 'none' }).toArray()),
        failureOf(words.find().sort({ _id: -1 }).toArray()),
        failureOf(words.find({ n: { $gte: 0 } }).toArray()),
        failureOf(words.countDocuments({})),
        failureOf(words.deleteMany({})),
      ]),
    );

    expect(failures.map(({ code }) => code)).toEqual(failures.map(() => 302));
    expect(failures[0].message).toContain('t.words has 260 of 300 documents');
    expect((await check()).output).toContain('t.words has 260 of 300 documents');
  });

  it('that has lost index entries: returns no sorted list without them', async () => {
    await changeRaw(file, ({ lmdb, collections: [words], entries }) => {
      const index = words!.indexes.find(({ name }) => name === 'n_1')!;
      for (const { key } of entries(keyspaceRange(index.keyspace)).slice(20, 60)) lmdb.removeSync(key);
    });

    const [error, unsorted] = await inEngine((words) =>
      Promise.all([failureOf(words.find().sort({ n: 1 }).toArray()), words.find().toArray()]),
    );

    expect([error.code, unsorted.length]).toEqual([302, COUNT]);
    expect(error.message).toContain('t.words has 260 of 300 documents in the index n_1');
    expect(checkByCommand()).toMatchObject({
      isWhole: false,
      output: expect.stringContaining('the index n_1 of t.words lacks an entry') as string,
    });
  });

  it.each([
    ['the list of collections', () => CATALOGUE_KEY],
    ['the number of documents of t.words', (keyspace: number) => countKey(keyspace)],
  ])('with a flipped bit in %s is reported', async (what, keyOf) => {
    await changeRaw(file, ({ lmdb, collections: [words] }) => {
      const key = keyOf(words!.keyspace);
      const value = Buffer.from(lmdb.get(key)!);
      value[value.length - 2]! ^= 4;
      lmdb.putSync(key, value);
    });

    const [read, written] = await inEngine((words) =>
      Promise.all([failureOf(words.find().toArray()), failureOf(words.insertOne({ n: 1, name: 'x' }))]),
    );

    expect([read.code, written.code]).toEqual([302, 302]);
    expect(read.message).toContain(what);
    expect((await check()).output).toContain(what);
  });

  it('counts what transactions, aborted and failed writes leave', async () => {
    await inEngine(async (words, client) => {
      const session = client.startSession();
      session.startTransaction();
      await words.deleteMany({ n: { $lt: 50 } }, { session });
      await words.insertOne({ n: -1, name: 'within' }, { session });
      await words.insertOne({ n: -2, name: 'beside' });
      await session.commitTransaction();
      session.startTransaction();
      await words.insertOne({ n: -3, name: 'aborted' }, { session });
      await session.abortTransaction();
      await session.endSession();
      await failureOf(words.insertMany([{ name: 'new' }, { name: 'beside' }, { name: 'never' }]));
      await words.updateOne({ name: 'upserted' }, { $set: { n: 7 } }, { upsert: true });
      await words.findOneAndDelete({ name: 'name 99' });
      const others = client.db('t').collection('others');
      await others.insertMany([{}, {}]);
      await client.db('t').command({ drop: 'others' });
      await others.insertOne({});
      expect(await words.countDocuments({})).toBe(253);
    });

    expect(await check()).toEqual({ isWhole: true, output: '' });
  });
});
