import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { open, type RootDatabase } from 'lmdb';
import { Snapshot } from '../../src/store/access';

const ALL = { from: Buffer.from('a'), to: Buffer.from('z') };

let folder: string;
let lmdb: RootDatabase<Buffer, Buffer>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
  lmdb = open({ path: join(folder, 'data.mdb'), noSubdir: true, keyEncoding: 'binary', encoding: 'binary' });
});
afterEach(async () => {
  await lmdb.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['before the write', (begin: () => unknown) => begin()],
  ['after the write', () => undefined],
])('a range that is asked for %s and read after it shows what the snapshot shows', async (_, early) => {
  await lmdb.put(Buffer.from('b'), Buffer.from('old'));
  const snapshot = new Snapshot(
    lmdb,
    { catalogues: new Map(), marks: new Map() },
    { isWriting: () => false, onRelease: () => undefined },
  );
  let range: ReturnType<Snapshot['range']> | undefined;
  const begin = () => (range ??= snapshot.range(ALL));
  early(begin);

  await lmdb.put(Buffer.from('b'), Buffer.from('new'));
  await lmdb.put(Buffer.from('c'), Buffer.from('new'));
  // LMDB sees a commit only in a later tick of the event loop.
  await new Promise((resolve) => setTimeout(resolve, 20));

  expect([...begin()].map(({ value }) => value.toString())).toEqual(['old']);
  snapshot.release();
});
