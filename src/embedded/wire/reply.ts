import { encode } from '../query/encode';
import type { Document } from '../query/value';

const OP_REPLY = 1;
const OP_MSG = 2013;
const OBJECT = 3;
const ARRAY = 4;

/** What a command answers. A batch of documents stays the stored bytes; it is never decoded on its way out. */
export interface Reply {
  readonly fields: Document;
  readonly cursor?: {
    readonly id: Document;
    readonly batchName: 'firstBatch' | 'nextBatch';
    readonly batch: readonly Buffer[];
  };
}

/** The bytes of an answer to the message `responseTo`: an OP_MSG, or the OP_REPLY that OP_QUERY awaits. */
export function replyMessage(reply: Reply, responseTo: number, legacy: boolean): Buffer {
  const body = bodyOf(reply);
  const head = legacy ? legacyHead() : Buffer.alloc(16 + 4 + 1);
  head.writeInt32LE(head.length + byteLength(body), 0);
  head.writeInt32LE(responseTo, 8);
  head.writeInt32LE(legacy ? OP_REPLY : OP_MSG, 12);
  return Buffer.concat([head, ...body]);
}

function legacyHead(): Buffer {
  const head = Buffer.alloc(16 + 20);
  head.writeInt32LE(8, 16); // AwaitCapable, as every server since 1.6 answers
  head.writeInt32LE(1, 32); // one document
  return head;
}

function bodyOf({ fields, cursor }: Reply): Buffer[] {
  if (!cursor) return [encode(fields)];
  const inner = document([element(ARRAY, cursor.batchName, arrayOf(cursor.batch)), elementsOf(cursor.id)]);
  return document([element(OBJECT, 'cursor', inner), elementsOf(fields)]);
}

/** The elements of a document without its length and its end, to be joined with others. */
function elementsOf(fields: Document): Buffer[] {
  return [encode(fields).subarray(4, -1)];
}

function arrayOf(documents: readonly Buffer[]): Buffer[] {
  return document(documents.map((raw, index) => [Buffer.from(`\x03${index}\0`, 'latin1'), raw]));
}

function element(type: number, name: string, value: readonly Buffer[]): Buffer[] {
  return [Buffer.from(`${String.fromCharCode(type)}${name}\0`, 'latin1'), ...value];
}

function document(elements: readonly (readonly Buffer[])[]): Buffer[] {
  const parts = elements.flat();
  const head = Buffer.alloc(4);
  head.writeInt32LE(4 + byteLength(parts) + 1, 0);
  return [head, ...parts, Buffer.alloc(1)];
}

function byteLength(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}
