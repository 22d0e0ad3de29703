import { createWriteStream, existsSync, type WriteStream } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf } from '../shared/failure';

/**
 * Writes a file of mode 0600 under another name, puts it on disk and then gives it its own. When that fails, nothing is left.
 *
 * @param isForced whether a file of that name is replaced; otherwise it is kept, even one that appears meanwhile
 * @throws Error with a sentence that names the file
 */
export async function newFile(
  file: string,
  { isForced, signal }: { readonly isForced: boolean; readonly signal: AbortSignal },
  write: (stream: WriteStream) => Promise<void>,
): Promise<void> {
  if (!isForced && existsSync(file)) throw taken(file);
  const partial = `${file}.${process.pid}.partial`;
  // `flush`: what is written is on disk before the file is closed, and so before it has its name.
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

async function name(partial: string, file: string, isForced: boolean): Promise<void> {
  if (!isForced && (await isLinked(partial, file))) return;
  // File systems of removable disks have no links. The name was free when the dump began.
  await rename(partial, file).catch((error: unknown) => {
    throw unwritable(file, error);
  });
}

/** Names a file by a link, which, unlike a renaming, never takes the place of another; false where there are no links. */
async function isLinked(partial: string, file: string): Promise<boolean> {
  try {
    await link(partial, file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw taken(file);
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

function taken(file: string): Error {
  return new Error(`${file} is there already; --force replaces it.`);
}

function unwritable(file: string, error: unknown): Error {
  return new Error(`${file} cannot be written: ${messageOf(error)}.`, {
    cause: error,
  });
}
