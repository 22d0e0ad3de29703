import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { DumpedCollection } from '../../domain/imports/dump';
import { DamagedDumpError, framesIn } from './dump-frames';
import { collectionFrom, type DumpEnd, endFrom, type DumpHeader, headerFrom } from './dump-header';

/**
 * Size of the chunks that are read and decompressed, in bytes. It is large because a document that spans several chunks is reassembled
 * with each.
 */
const CHUNK_BYTES = 256 * 1024;

/** A frame of a dump, in the order of the file. */
export type DumpPart =
  | { readonly kind: 'header'; readonly header: DumpHeader }
  | { readonly kind: 'collection'; readonly collection: DumpedCollection }
  | { readonly kind: 'document'; readonly bytes: Buffer }
  | { readonly kind: 'end'; readonly end: DumpEnd };

/** Result of checking a complete and undamaged dump. */
export interface CheckedDump {
  readonly header: DumpHeader;
  readonly collections: readonly DumpedCollection[];
  readonly end: DumpEnd;
}

/** @param onRead receives the number of bytes read so far */
export async function checkDump(file: string, onRead: (bytes: number) => void): Promise<CheckedDump> {
  const collections: DumpedCollection[] = [];
  let header: DumpHeader | undefined;
  let end: DumpEnd | undefined;
  for await (const part of readDump(file, onRead)) {
    if (part.kind === 'header') header = part.header;
    if (part.kind === 'collection') collections.push(part.collection);
    if (part.kind === 'end') end = part.end;
  }
  if (!header || !end) throw new Error(`${file}: it has no end.`);
  return { header, collections, end };
}

/**
 * Reads the parts of a dump. The dump is complete only if the last part is the end.
 *
 * @throws Error with a sentence that names the file, if it cannot be read, is damaged, is incomplete or is too new
 */
export async function* readDump(
  file: string,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<DumpPart> {
  const bytes = createReadStream(file, { highWaterMark: CHUNK_BYTES });
  const unzipped = createGunzip({ chunkSize: CHUNK_BYTES });
  // An error of the file also ends the decompressed stream.
  bytes.once('error', (error) => unzipped.destroy(error));
  bytes.on('data', () => {
    onRead(bytes.bytesRead);
  });
  try {
    yield* partsIn(bytes.pipe(unzipped));
  } catch (error) {
    throw readable(file, error);
  } finally {
    bytes.destroy();
    unzipped.destroy();
  }
}

async function* partsIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<DumpPart> {
  const digest = createHash('sha256');
  const counts = new Map<string, number>();
  let state: 'begin' | 'inside' | 'end' = 'begin';
  let current: string | undefined;
  for await (const { kind, content } of framesIn(chunks, digest)) {
    if ((kind === 'header') !== (state === 'begin')) throw new DamagedDumpError('its parts are out of order');
    if (state === 'end') throw new DamagedDumpError('data follows its end marker');
    state = kind === 'end' ? 'end' : 'inside';
    if (kind === 'header') yield { kind, header: headerFrom(content) };
    else if (kind === 'collection') {
      const collection = collectionFrom(content);
      current = collection.name;
      counts.set(current, 0);
      yield { kind, collection };
    } else if (kind === 'document') {
      if (current === undefined) throw new DamagedDumpError('its parts are out of order');
      counts.set(current, (counts.get(current) ?? 0) + 1);
      yield { kind, bytes: content };
    } else yield { kind, end: verified(endFrom(content), { counts, digest: digest.copy().digest('hex') }) };
  }
  if (state !== 'end') throw new DamagedDumpError('it ends too early');
}

function verified(end: DumpEnd, actual: DumpEnd): DumpEnd {
  const isSame =
    end.digest === actual.digest && JSON.stringify([...end.counts]) === JSON.stringify([...actual.counts]);
  if (!isSame) throw new DamagedDumpError('its checksum is wrong');
  return end;
}

/** zlib error codes of truncated and damaged files. */
const DAMAGES: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: 'it ends too early',
  Z_DATA_ERROR: 'it is not a dump of Griot, or was changed after it was written',
};

function readable(file: string, error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const damage =
    error instanceof DamagedDumpError ? error.message : DAMAGES['code' in error ? String(error.code) : ''];
  if (damage !== undefined) return new Error(`${file} is damaged: ${damage}.`, { cause: error });
  return new Error(`${file} cannot be read: ${error.message}.`, { cause: error });
}
