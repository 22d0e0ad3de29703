import { open, type RootDatabase } from 'lmdb';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { dataFileIn, DataFolderError, padToHeader, probeFolder, readHeader } from './data-file';
import { FILE_FORMAT, FORMAT_KEY, FORMAT_VALUE } from './keys';

export type Lmdb = RootDatabase<Buffer, Buffer>;

/** Address space reserved for the file at first, in bytes; the binding takes more when the file outgrows it. No memory is used for it. */
export const MAP_BYTES = 2 ** 36;
/**
 * Values are copied out of LMDB's own buffer into Node's pool; the binding's copy has a memory allocation of its own for
 * each. The length of its buffer is set by hand, which only indexed access obeys.
 */
const COPYING_ENCODER = {
  encode: (value: Buffer) => value,
  decode: ({ buffer, byteOffset, length }: Buffer) => {
    const copy = Buffer.allocUnsafe(length);
    copy.set(new Uint8Array(buffer, byteOffset, length));
    return copy;
  },
};

/** Snapshots that may be open at the same time: of cursors, transactions, sessions, and reads under way. */
export const MAX_SNAPSHOTS = 3000;

/** Every snapshot that is held may take a slot in LMDB's reader table; without a free one, nothing can be read. */
const MAX_READERS = MAX_SNAPSHOTS + 100;

/**
 * Entries of LMDB's list of free pages. At each commit LMDB checks all that it has in memory, which takes longer than the rest of a
 * small commit where the list is long: so it keeps a short list between transactions, and reads as much of the stored one as a
 * transaction needs. The types of the binding do not know these options; its documentation does.
 */
const FREE_PAGES = { maxFreeSpaceToLoad: 10_000, maxFreeSpaceToRetain: 1000 };

/**
 * Opens the data file of a folder, and creates it when there is none.
 *
 * `overlappingSync` stays off: with it lmdb-js resolves a write before the disk has it. Off, a transaction's promise
 * resolves after LMDB's own order of commit: data pages, `fdatasync`, then the header through an O_DSYNC descriptor.
 * `eventTurnBatching` stays off: the write queue does its work, and its own promise of a commit, which nobody can
 * reach, would end the process when the disk is full.
 *
 * @throws DataFolderError when the folder cannot be written, the disk is full, the file is foreign, torn or newer
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
