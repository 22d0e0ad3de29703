import { open, type RootDatabase } from 'lmdb';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { dataFileIn, DataFolderError, padToHeader, probeFolder, readHeader } from './data-file';
import { FILE_FORMAT, FORMAT_KEY, FORMAT_VALUE } from './keys';

export type Lmdb = RootDatabase<Buffer, Buffer>;

/**
 * Address space that is initially reserved for the file, in bytes. The binding reserves more when the file grows. It
 * uses no memory.
 */
export const MAP_BYTES = 2 ** 36;
/**
 * Values are copied from LMDB's buffer into Node's pool, because the binding would allocate memory for each copy. The
 * length of the buffer is set by hand, so only indexed access respects it.
 */
const COPYING_ENCODER = {
  encode: (value: Buffer) => value,
  decode: ({ buffer, byteOffset, length }: Buffer) => {
    const copy = Buffer.allocUnsafe(length);
    copy.set(new Uint8Array(buffer, byteOffset, length));
    return copy;
  },
};

/** Maximum number of open snapshots: of cursors, transactions, sessions and running reads. */
export const MAX_SNAPSHOTS = 3000;

/** Every held snapshot may occupy a slot in LMDB's reader table. Without a free slot, nothing can be read. */
const MAX_READERS = MAX_SNAPSHOTS + 100;

/**
 * Entries of LMDB's list of free pages. At each commit, LMDB checks the whole list in memory. If it is long, this takes
 * longer than the rest of a small commit. So LMDB keeps a short list between transactions, and reads as much of the
 * stored list as a transaction needs. The binding documents these options, but its types lack them.
 */
const FREE_PAGES = { maxFreeSpaceToLoad: 10_000, maxFreeSpaceToRetain: 1000 };

/**
 * Opens the data file of a folder, and creates it if there is none.
 *
 * `overlappingSync` is off, because with it lmdb-js resolves a write before it is on disk. Without it, a transaction's
 * promise resolves after the whole commit: data pages, `fdatasync`, then the header through an O_DSYNC descriptor.
 * `eventTurnBatching` is off, because the write queue does the same, and its promise of a commit, which no code can
 * reach, would end the process if the disk is full.
 *
 * @throws DataFolderError if the folder is not writable, the disk is full, or the file has another format, is
 *   incomplete or newer
 */
export async function openEnvironment(folder: string): Promise<Lmdb> {
  const file = dataFileIn(folder);
  probeFolder(folder);
  const header = readHeader(file);
  if (header) padToHeader(file, header, isReadable);
  const lmdb = open<Buffer, Buffer>({
    path: file,
    noSubdir: true,
    overlappingSync: false,
    eventTurnBatching: false,
    keyEncoding: 'binary',
    encoder: COPYING_ENCODER,
    mapSize: MAP_BYTES,
    maxReaders: MAX_READERS,
    ...FREE_PAGES,
  });
  try {
    await checkFormat(lmdb, file);
    return lmdb;
  } catch (error) {
    await lmdb.close();
    throw error;
  }
}

/**
 * Reads the whole file in a separate process, because LMDB ends the process if it reads a missing page.
 */
function isReadable(file: string): boolean {
  return spawnSync(process.execPath, [join(__dirname, '../../main.js'), '--read', file]).status === 0;
}

async function checkFormat(lmdb: Lmdb, file: string): Promise<void> {
  const stored = lmdb.get(FORMAT_KEY)?.toString('utf8');
  if (stored === undefined) {
    if (lmdb.getKeysCount({ start: Buffer.from([0]), limit: 1 }) > 0) {
      throw new DataFolderError(`${file} is not a file of the embedded database`);
    }
    await lmdb.put(FORMAT_KEY, FORMAT_VALUE);
    return;
  }
  const version = Number(/^griot (\d+)$/.exec(stored)?.[1]);
  if (Number.isNaN(version)) throw new DataFolderError(`${file} is not a file of the embedded database`);
  if (version > FILE_FORMAT) {
    throw new DataFolderError(
      `${file} has data format ${version}; this engine knows formats up to ${FILE_FORMAT}. Start a newer version.`,
    );
  }
}
