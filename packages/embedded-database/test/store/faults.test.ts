import { rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { open } from 'lmdb';
import { MongoClient } from 'mongodb';
import { openEmbeddedDatabase } from '../../src/client/launch';
import { FORMAT_KEY } from '../../src/store/file/keys';
import { CAN_MOUNT, diskFolder, mountAt } from '../support/disk';
import { checkStoredFile } from './stored-file';
import { engineEnd, engineIds, failureOf, temporaryFolder } from '../support/engines';

/** Only for the embedded engine: its errors for unusable data and disks, and what still works. */
describe('a data file that the engine does not understand', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await temporaryFolder();
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  /** Creates a data file with one document by the engine. */
  async function makeData(): Promise<void> {
    const engine = await openEmbeddedDatabase({ dataDir, idleSeconds: 0.2 });
    const client = await new MongoClient(engine.uri).connect();
    await client.db('t').collection('c').insertOne({ n: 1 });
    await client.close();
    await engine.close();
    await engineEnd(dataDir);
  }

  async function putInto(file: string, key: Buffer, value: string): Promise<void> {
    const lmdb = open<Buffer, Buffer>({
      path: file,
      noSubdir: true,
      keyEncoding: 'binary',
      encoding: 'binary',
    });
    await lmdb.put(key, Buffer.from(value));
    await lmdb.close();
  }

  it('because its format is newer gives an error that names both versions', async () => {
    await makeData();
    await putInto(join(dataDir, 'griot.mdb'), FORMAT_KEY, 'griot 7');

    const error = await failureOf(openEmbeddedDatabase({ dataDir }));

    expect(error.message).toMatch(/griot\.mdb has data format 7; this engine knows formats up to \d+/);
  });

  it('because another program wrote it remains unchanged', async () => {
    const file = join(dataDir, 'griot.mdb');
    await putInto(file, Buffer.from('key'), 'value');

    const error = await failureOf(openEmbeddedDatabase({ dataDir }));

    expect(error.message).toContain(`${file} is not a file of the embedded database`);
  });

  it('that ends within its header: is reported as truncated', async () => {
    await makeData();
    await truncate(join(dataDir, 'griot.mdb'), 5000);

    const error = await failureOf(openEmbeddedDatabase({ dataDir }));

    expect(error.message).toContain('is torn');
    expect(error.message).toContain('restore it from a backup');
  });

  it('that disappears while it is in use: writes fail and reads continue, until it is back', async () => {
    const file = join(dataDir, 'griot.mdb');
    const engine = await openEmbeddedDatabase({ dataDir, idleSeconds: 0.2 });
    const client = await new MongoClient(engine.uri).connect();
    const words = client.db('t').collection<{ n: number }>('words');
    await words.insertOne({ n: 1 });
    const numbers = async () => (await words.find().sort({ n: 1 }).toArray()).map(({ n }) => n);

    await rename(file, `${file}.away`);
    const missingFileError = await failureOf(words.insertOne({ n: 2 }));
    await writeFile(file, '');
    const other = await failureOf(words.insertOne({ n: 3 }));
    const readMeanwhile = await numbers();
    await rename(`${file}.away`, file);
    await words.insertOne({ n: 4 });
    const readAfterwards = await numbers();

    expect([missingFileError.code, other.code]).toEqual([29, 29]);
    expect(missingFileError.message).toContain('griot.mdb was deleted');
    expect(other.message).toContain('griot.mdb was replaced');
    expect([readMeanwhile, readAfterwards]).toEqual([[1], [1, 4]]);
    expect(await engineIds(dataDir)).toHaveLength(1);
    await client.close();
    await engine.close();
    await engineEnd(dataDir);
  });
});

if (!CAN_MOUNT) console.warn('Read-only and full disks are not tested: nothing can be mounted here.');

(CAN_MOUNT ? describe : describe.skip)('a disk', () => {
  let disk: string;
  let remove: () => Promise<void>;

  beforeEach(async () => {
    [disk, remove] = await diskFolder();
  });
  afterEach(() => remove());

  it('that is read-only: is reported as such', async () => {
    mountAt(disk, 'ro');

    const error = await failureOf(openEmbeddedDatabase({ dataDir: disk }));

    expect(error.message).toBe(`The data folder ${disk} cannot be used: it is on a read-only file system`);
  });

  it('that is full at the start: is reported as full', async () => {
    mountAt(disk, 'size=1m');
    await writeFile(join(disk, 'ballast'), Buffer.alloc(900_000));

    const error = await failureOf(openEmbeddedDatabase({ dataDir: disk }));

    expect(error.message).toBe(`The data folder ${disk} cannot be used: the disk is full`);
  });

  it('that becomes full: writes fail and reads continue, until there is space again; no acknowledged write is lost', async () => {
    mountAt(disk, 'size=12m');
    await writeFile(join(disk, 'ballast'), Buffer.alloc(4_000_000));
    const engine = await openEmbeddedDatabase({ dataDir: disk, idleSeconds: 0.2 });
    const client = await new MongoClient(engine.uri).connect();
    const words = client.db('t').collection('words');
    await words.createIndex({ n: 1 }, { unique: true }, {});
    const acknowledged: number[] = [];
    const insert = async (n: number): Promise<void> => {
      await words.insertOne({ n, text: 'x'.repeat(50_000) });
      acknowledged.push(n);
    };

    const full = await failureOf(
      (async () => {
        for (let n = 0; n < 1000; n++) await insert(n);
      })(),
    );
    // So often that there is no space for the log of the engine either.
    const errorCodes = new Set<unknown>();
    for (let n = 2000; n < 2040; n++) errorCodes.add((await failureOf(insert(n))).code);
    const readWhileFull = await words.find().toArray();
    await rm(join(disk, 'ballast'));
    for (let n = 3000; n < 3020; n++) await insert(n);
    const readAfterwards = await words.find().sort({ n: 1 }).toArray();
    const file = await checkStoredFile(join(disk, 'griot.mdb'));

    expect([full.code, ...errorCodes]).toEqual([14031, 14031]);
    expect(full.message).toContain('The data could not be written');
    expect(readWhileFull.map(({ n }) => Number(n))).toEqual(acknowledged.filter((n) => n < 1000));
    expect(readAfterwards.map(({ n }) => Number(n))).toEqual(acknowledged);
    expect(file.disagreements).toEqual([]);
    expect(await engineIds(disk)).toHaveLength(1);
    await client.close();
    await engine.close();
    await engineEnd(disk);
  });
});
