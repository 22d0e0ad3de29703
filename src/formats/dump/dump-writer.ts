import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createWriteStream, existsSync, type WriteStream } from 'node:fs';
import { link, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { DumpSource } from '../../domain/imports/dump';
import { frameOf } from './dump-frames';
import { collectionContent, endContent, type DumpHeader, headerContent } from './dump-header';
import { messageOf } from '../../shared/failure';

/** Number of bytes that are buffered and compressed together. */
const CHUNK_BYTES = 256 * 1024;

export interface DumpRequest {
  readonly header: DumpHeader;
  /** Whether an existing file is replaced. */
  readonly isForced: boolean;
  readonly signal: AbortSignal;
  /** Receives the collection that is being read, and the total number of documents written. */
  readonly onWritten: (collection: string, documents: number) => void;
}

/**
 * Writes a database to a file that only its owner can read. The file gets its name after it is complete and on disk.
 *
 * @returns the number of documents of each collection
 * @throws Error with a sentence if the file exists or cannot be written
 */
export async function writeDump(
  file: string,
  source: DumpSource,
  request: DumpRequest,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  await newFile(file, request, (stream) =>
    pipeline(
      Readable.from(gathered(framesOf(source, request, counts)), { objectMode: true, highWaterMark: 2 }),
      createGzip({ chunkSize: CHUNK_BYTES }),
      stream,
      { signal: request.signal },
    ),
  );
  return counts;
}

async function* framesOf(
  source: DumpSource,
  { header, onWritten }: DumpRequest,
  counts: Map<string, number>,
): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  const hashed = (frame: Buffer): Buffer => {
    digest.update(frame);
    return frame;
  };
  let written = 0;
  yield hashed(frameOf('header', headerContent(header)));
  for (const collection of source.collections) {
    yield hashed(frameOf('collection', collectionContent(collection)));
    counts.set(collection.name, 0);
    for await (const document of source.documents(collection.name)) {
      yield hashed(frameOf('document', document));
      counts.set(collection.name, (counts.get(collection.name) ?? 0) + 1);
      onWritten(collection.name, ++written);
    }
  }
  yield frameOf('end', endContent({ counts, digest: digest.digest('hex') }));
}

async function* gathered(frames: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let buffered: Buffer[] = [];
  let bytes = 0;
  for await (const frame of frames) {
    buffered.push(frame);
    bytes += frame.length;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(buffered);
    [buffered, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(buffered);
}

/**
 * Writes a file of mode 0600 under a temporary name, flushes it to disk and renames it. Leaves no file if this fails.
 *
 * @param isForced whether an existing file is replaced; otherwise it is kept, even if it appears during the dump
 * @throws Error with a sentence that names the file
 */
async function newFile(
  file: string,
  { isForced, signal }: { readonly isForced: boolean; readonly signal: AbortSignal },
  write: (stream: WriteStream) => Promise<void>,
): Promise<void> {
  if (!isForced && existsSync(file)) throw fileExists(file);
  await removeLeft(file);
  const partial = `${file}.${process.pid}.partial`;
  // `flush` writes the data to disk before the file is closed, and so before it is renamed.
  const stream = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
  let problem: unknown;
  stream.once('error', (error) => (problem = error));
  try {
    await write(stream);
    await name(partial, file, isForced);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(partial, { force: true });
    if (signal.aborted) throw signal.reason;
    throw error === problem ? unwritable(file, error) : error;
  }
}

/** Removes the incomplete files of dumps to the same file whose process was killed: they contain password hashes. */
async function removeLeft(file: string): Promise<void> {
  const folder = dirname(file);
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names) {
    const [, pid] = /\.(\d{1,10})\.partial$/u.exec(name) ?? [];
    const isOwn = pid !== undefined && name === `${basename(file)}.${pid}.partial`;
    if (isOwn && !isRunning(Number(pid))) await rm(join(folder, name), { force: true });
  }
}

/** Whether another process has the number. In a container, each dump may have the same. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user may not be signalled.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

async function name(partial: string, file: string, isForced: boolean): Promise<void> {
  if (!isForced && (await isLinked(partial, file))) return;
  // File systems of removable disks have no links. No file had the name when the dump began.
  await rename(partial, file).catch((error: unknown) => {
    throw unwritable(file, error);
  });
}

/** Names a file by a link, since a link, unlike a rename, never replaces another file. Returns false if the file system has no links. */
async function isLinked(partial: string, file: string): Promise<boolean> {
  try {
    await link(partial, file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw fileExists(file);
    return false;
  }
  await rm(partial);
  return true;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function fileExists(file: string): Error {
  return new Error(`${file} already exists; --force replaces it.`);
}

function unwritable(file: string, error: unknown): Error {
  return new Error(`${file} cannot be written: ${messageOf(error)}.`, {
    cause: error,
  });
}
