import type { Hash } from 'node:crypto';

/**
 * A dump is a sequence of frames: a letter for the kind, the length of the content in four bytes (little-endian), the content. The first
 * frame is the header. Each collection precedes its documents. The last frame is the end. Documents are BSON, all other contents JSON.
 */
export const FRAME_KINDS = { header: 'H', collection: 'C', document: 'D', end: 'E' } as const;

export type FrameKind = keyof typeof FRAME_KINDS;

export interface DumpFrame {
  readonly kind: FrameKind;
  readonly content: Buffer;
}

/** The file is not a dump or is damaged. The message is a sentence without the name of the file. */
export class DamagedDumpError extends Error {}

const HEAD_BYTES = 5;
/** Maximum length of a content, in bytes: above the 16 MB of a document, so that a corrupt length is detected. */
const MAX_FRAME_SIZE = 32 * 1024 * 1024;

const KIND_OF = new Map(
  Object.entries(FRAME_KINDS).map(([kind, letter]) => [letter.charCodeAt(0), kind as FrameKind]),
);

export function frameOf(kind: FrameKind, content: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(FRAME_KINDS[kind], 'latin1');
  head.writeUInt32LE(content.length, 1);
  return Buffer.concat([head, content]);
}

/**
 * Reads the frames of a byte stream. All frames except the end are added to `digest`.
 *
 * @throws DamagedDumpError if the bytes are not frames or end within one
 */
export async function* framesIn(chunks: AsyncIterable<Buffer>, digest: Hash): AsyncGenerator<DumpFrame> {
  let buffered: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk]);
    let at = 0;
    for (let end = frameEnd(buffered, at); end <= buffered.length; end = frameEnd(buffered, at)) {
      const frame = { kind: kindAt(buffered, at), content: buffered.subarray(at + HEAD_BYTES, end) };
      if (frame.kind !== 'end') digest.update(buffered.subarray(at, end));
      yield frame;
      at = end;
    }
    buffered = buffered.subarray(at);
  }
  if (buffered.length > 0) throw new DamagedDumpError('it ends within a document');
}

/** Returns the end of the frame that begins at `at`; Infinity while its header is incomplete. */
function frameEnd(bytes: Buffer, at: number): number {
  if (at < bytes.length) kindAt(bytes, at);
  if (bytes.length - at < HEAD_BYTES) return Infinity;
  const length = bytes.readUInt32LE(at + 1);
  if (length > MAX_FRAME_SIZE) throw new DamagedDumpError('it contains an impossible length');
  return at + HEAD_BYTES + length;
}

function kindAt(bytes: Buffer, at: number): FrameKind {
  const kind = KIND_OF.get(bytes[at] ?? 0);
  if (kind === undefined) throw new DamagedDumpError('it is not a dump of Griot');
  return kind;
}
