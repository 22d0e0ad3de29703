import { open } from 'lmdb';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownFolder } from '../../process/owner';
import { socketPaths } from '../../process/socket-paths';
import { Snapshot } from '../access';
import { catalogueOf } from '../catalogue';
import { checkFile } from './check-file';
import { dataFileIn, DataFolderError, folderError, probeFolder, readHeader } from './data-file';
import { MAP_BYTES, type Lmdb } from './environment';
import { FORMAT_KEY, FORMAT_VALUE, sharedEntryValue, UPGRADE_KEY } from './keys';

/** Size of the data file, in bytes. */
export interface Compacted {
  readonly before: number;
  readonly after: number;
}

/** Maximum number of bytes that one commit of the copy writes. */
const COMMIT_BYTES = 16 * 1024 * 1024;

/** An engine ends after its idle time of 5 s once its last client has disconnected. Each probe restarts that time, so the code probes only twice. */
const OWNER_PATIENCE_MS = 6000;

const BINARY_OPTIONS = { noSubdir: true, keyEncoding: 'binary', encoding: 'binary' } as const;

/**
 * Rewrites the data file of a folder in the order of the keys and without free pages. Pages that were split while data
 * arrived in any order are half full; pages that are written in order are full. The new file replaces the old one when
 * it is checked and flushed. Until then, an interruption leaves the old file unchanged.
 *
 * @param folder absolute path
 * @throws DataFolderError if the folder has no data or is in use, or the disk is full
 */
export async function compactFolder(folder: string): Promise<Compacted> {
  const file = dataFileIn(folder);
  if (!existsSync(file) || !readHeader(file)) throw new DataFolderError(`${folder} has no data file`);
  const server = await owned(folder);
  const copy = `${file}.compact`;
  try {
    discard(copy);
    probeFolder(folder);
    await copyInOrder(file, copy);
    await checkFile(copy);
    const sizes = { before: statSync(file).size, after: statSync(copy).size };
    flush(copy);
    renameSync(copy, file);
    flush(folder);
    return sizes;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === undefined ? error : folderError(folder, error);
  } finally {
    discard(copy);
    server.close();
  }
}

/** Prevents an engine from starting, because it finds the folder in use. */
async function owned(folder: string): Promise<Server> {
  const paths = socketPaths(folder);
  mkdirSync(paths.folder, { recursive: true, mode: 0o700 });
  for (const patience of [OWNER_PATIENCE_MS, undefined]) {
    const server = createServer((socket) => socket.destroy());
    if (await ownFolder(paths, server)) return server;
    server.close();
    if (patience !== undefined) await sleep(patience);
  }
  throw new DataFolderError(`${folder} is in use; stop every gateway and command that uses it first`);
}

async function copyInOrder(from: string, to: string): Promise<void> {
  const source: Lmdb = open<Buffer, Buffer>({ ...BINARY_OPTIONS, path: from, readOnly: true });
  const target: Lmdb = open<Buffer, Buffer>({
    ...BINARY_OPTIONS,
    path: to,
    mapSize: MAP_BYTES,
    overlappingSync: false,
  });
  try {
    const inFormat = rewriting(source);
    let start = Buffer.from([0]);
    let isEnd = false;
    while (!isEnd) {
      isEnd = true;
      target.transactionSync(() => {
        let bytes = 0;
        for (const { key, value } of source.getRange({ start })) {
          if (bytes > COMMIT_BYTES) {
            start = Buffer.from(key);
            isEnd = false;
            break;
          }
          target.putSync(key, inFormat(key, value), { append: true });
          bytes += key.length + value.length;
        }
      });
    }
    await target.flushed;
    const [was, is] = [source, target].map((lmdb) => lmdb.getKeysCount({ start: Buffer.from([0]) }));
    if (was !== is) throw new Error(`the copy has ${is} entries instead of ${was}`);
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

/** Converts values to the current format, if that only makes them smaller. */
function rewriting(source: Lmdb): (key: Buffer, value: Buffer) => Buffer {
  const isSealed = source.get(FORMAT_KEY)?.toString() !== 'griot 1' && !source.get(UPGRADE_KEY);
  if (!isSealed) return (_, value) => value;
  const snapshot = new Snapshot(source, { catalogues: new Map(), marks: new Map() });
  const indexes = [...catalogueOf(snapshot).collections.values()].flatMap(({ indexes, building }) => [
    ...indexes,
    ...building,
  ]);
  snapshot.release();
  const shared = new Set(indexes.filter(({ isUnique }) => !isUnique).map(({ keyspace }) => keyspace));
  return (key, value) => {
    if (shared.has(key.readUInt32BE())) return sharedEntryValue(value);
    return FORMAT_KEY.equals(key) ? FORMAT_VALUE : value;
  };
}

function flush(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function discard(copy: string): void {
  for (const path of [copy, `${copy}-lock`]) rmSync(path, { force: true });
}
