import { open } from 'lmdb';

/** Values up to this length may be keys and stand inside a page of their own; longer ones are documents. */
const MAX_KEY_BYTES = 1978;

/**
 * Reads every key and value of a data file.
 *
 * @throws Error when a part of it is missing; LMDB may also end the process then
 */
export function checkFile(path: string): void {
  const lmdb = open<Buffer, Buffer>({
    path,
    noSubdir: true,
    readOnly: true,
    keyEncoding: 'binary',
    encoding: 'binary',
  });
  for (const { value } of lmdb.getRange({ start: Buffer.from([0]) })) {
    if (value.length > MAX_KEY_BYTES && value.readInt32LE(0) !== value.length)
      throw new Error('a document is missing');
  }
}
