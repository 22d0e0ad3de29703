import { encode } from '../query/encode';
import type { Document } from '../query/value';

const OP_REPLY = 1;
const OP_MSG = 2013;

/** The reply of a command. A batch of documents consists of stored bytes, which are not decoded. */
export interface Reply {
  readonly fields: Document;
  readonly cursor?: {
    readonly id: Document;
    readonly batchName: 'firstBatch' | 'nextBatch';
    readonly batch: readonly Buffer[];
  };
}

/** The bytes of a reply to the message `responseTo`: an OP_MSG, or an OP_REPLY to an OP_QUERY. */
export function replyMessage(
  reply: Reply,
  { responseTo, legacy }: { readonly responseTo: number; readonly legacy: boolean },
): Buffer {
  const { frame, batch } = encodedReply(reply);
  const start = legacy ? 36 : 21;
  const bytes = Buffer.allocUnsafe(start + frame.length + batchSizeOf(batch));
  bytes.fill(0, 0, start);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(responseTo, 8);
  bytes.writeInt32LE(legacy ? OP_REPLY : OP_MSG, 12);
  if (legacy) {
    bytes.writeInt32LE(8, 16); // AwaitCapable, as every server since 1.6 answers
    bytes.writeInt32LE(1, 32); // one document
  }
  // The batch precedes the three zeros that end the array, the cursor and the reply.
  let at = start + frame.copy(bytes, start, 0, frame.length - TERMINATOR_BYTES);
  for (const [index, document] of batch.entries()) {
    at += bytes.write(`\x03${index}\0`, at, 'latin1');
    at += document.copy(bytes, at);
  }
  frame.copy(bytes, at, frame.length - TERMINATOR_BYTES);
  return bytes;
}

const TERMINATOR_BYTES = 3;
const NO_BATCH: readonly Buffer[] = [];

/** The reply with an empty batch, but with the lengths of the whole reply. */
function encodedReply({ fields, cursor }: Reply): {
  readonly frame: Buffer;
  readonly batch: readonly Buffer[];
} {
  if (!cursor) return { frame: encode(fields), batch: NO_BATCH };
  const { id, batchName, batch } = cursor;
  const inner = new Map([...id, [batchName, []]]);
  const frame = encode(new Map([...fields, ['cursor', inner]]));
  const added = batchSizeOf(batch);
  const cursorAt = encode(fields).length - 1 + '_cursor_'.length;
  for (const at of [0, cursorAt, frame.length - 2 - 5]) frame.writeInt32LE(frame.readInt32LE(at) + added, at);
  return { frame, batch };
}

/** Each with its type byte and its name, which is its index. */
function batchSizeOf(batch: readonly Buffer[]): number {
  let size = 0;
  for (const [index, document] of batch.entries()) size += 2 + String(index).length + document.length;
  return size;
}
