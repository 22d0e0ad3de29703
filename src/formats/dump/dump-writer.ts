import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { DumpSource } from '../../domain/imports/dump';
import { frameOf } from './dump-frames';
import { collectionContent, endContent, type DumpHeader, headerContent } from './dump-header';
import { newFile } from '../new-file';

/** Bytes that are gathered before they are compressed together. */
const CHUNK_BYTES = 256 * 1024;

export interface DumpWish {
  readonly header: DumpHeader;
  /** Whether a file of that name is replaced. */
  readonly isForced: boolean;
  readonly signal: AbortSignal;
  /** Gets the collection that is read, and how many documents of all are written. */
  readonly onWritten: (collection: string, documents: number) => void;
}

/**
 * Writes a database to one file, readable by its owner alone. The file has its name only when it is complete and on disk.
 *
 * @returns documents of each collection
 * @throws Error with a sentence when the file is there already or cannot be written
 */
export async function writeDump(
  file: string,
  source: DumpSource,
  wish: DumpWish,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  await newFile(file, wish, (stream) =>
    pipeline(
      Readable.from(gathered(framesOf(source, wish, counts)), { objectMode: true, highWaterMark: 2 }),
      createGzip({ chunkSize: CHUNK_BYTES }),
      stream,
      { signal: wish.signal },
    ),
  );
  return counts;
}

async function* framesOf(
  source: DumpSource,
  { header, onWritten }: DumpWish,
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
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const frame of frames) {
    held.push(frame);
    bytes += frame.length;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(held);
    [held, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(held);
}
