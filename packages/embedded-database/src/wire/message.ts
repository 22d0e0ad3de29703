/** Maximum size of a message in bytes. `hello` announces it as maxMessageSizeBytes, like MongoDB. */
export const MAX_MESSAGE_BYTES = 48_000_000;

const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
const MORE_TO_COME = 2;
/** A receiver must refuse those of these flag bits that it does not know, such as checksums. */
const REQUIRED_BITS = 0xffff;

/** A request: the command document and its document sequences, as raw BSON. */
export interface Request {
  readonly id: number;
  readonly body: Buffer;
  readonly sequences: ReadonlyMap<string, readonly Buffer[]>;
  /** Whether the client expects no reply (for an unacknowledged write). */
  readonly noReply: boolean;
  /** Whether the request is an OP_QUERY, which is answered with OP_REPLY. */
  readonly legacy: boolean;
}

/** The bytes are not a message of the protocol. The connection is closed, because its position is unknown. */
export class MalformedMessage extends Error {}

/**
 * Parses a complete message.
 *
 * @param message a whole message with its header
 * @throws MalformedMessage if it is not a valid OP_MSG or OP_QUERY
 */
export function parseMessage(message: Buffer): Request {
  const opcode = message.readInt32LE(12);
  const id = message.readInt32LE(4);
  if (opcode === OP_MSG) return parseOpMsg(id, message);
  if (opcode === OP_QUERY) return parseOpQuery(id, message);
  throw new MalformedMessage(`opcode ${opcode} is not served`);
}

function parseOpMsg(id: number, message: Buffer): Request {
  if (message.length < HEADER_BYTES + 9) throw new MalformedMessage('OP_MSG is too short');
  const flags = message.readUInt32LE(HEADER_BYTES);
  if ((flags & REQUIRED_BITS & ~MORE_TO_COME) !== 0) {
    throw new MalformedMessage(`OP_MSG has unknown required flag bits: ${flags}`);
  }
  const { body, sequences } = parseSections(message, HEADER_BYTES + 4);
  return { id, body, sequences, noReply: (flags & MORE_TO_COME) !== 0, legacy: false };
}

function parseSections(message: Buffer, start: number): Pick<Request, 'body' | 'sequences'> {
  const sequences = new Map<string, readonly Buffer[]>();
  let body: Buffer | undefined;
  for (let at = start; at < message.length;) {
    const kind = message[at];
    if (kind === 0 && body === undefined) {
      body = documentAt(message, at + 1);
      at += 1 + body.length;
    } else if (kind === 1) {
      const [name, documents, end] = sequenceAt(message, at + 1);
      if (sequences.has(name)) throw new MalformedMessage(`two document sequences are named ${name}`);
      sequences.set(name, documents);
      at = end;
    } else {
      throw new MalformedMessage(`section of kind ${kind ?? 'none'} is not expected`);
    }
  }
  if (body === undefined) throw new MalformedMessage('OP_MSG has no body');
  return { body, sequences };
}

function sequenceAt(message: Buffer, start: number): [string, Buffer[], number] {
  const size = start + 4 <= message.length ? message.readInt32LE(start) : -1;
  const end = start + size;
  if (size < 5 || end > message.length) throw new MalformedMessage('document sequence has a wrong size');
  const nameEnd = message.indexOf(0, start + 4);
  if (nameEnd === -1 || nameEnd >= end) throw new MalformedMessage('document sequence has no name');
  const documents: Buffer[] = [];
  for (let at = nameEnd + 1; at < end;) {
    const document = documentAt(message.subarray(0, end), at);
    documents.push(document);
    at += document.length;
  }
  return [message.toString('utf8', start + 4, nameEnd), documents, end];
}

function documentAt(message: Buffer, at: number): Buffer {
  const size = at + 4 <= message.length ? message.readInt32LE(at) : -1;
  if (size < 5 || at + size > message.length || message[at + size - 1] !== 0) {
    throw new MalformedMessage('a document has a wrong size');
  }
  return message.subarray(at, at + size);
}

function parseOpQuery(id: number, message: Buffer): Request {
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4);
  if (nameEnd === -1) throw new MalformedMessage('OP_QUERY has no collection name');
  const name = message.toString('utf8', HEADER_BYTES + 4, nameEnd);
  if (!name.endsWith('.$cmd')) throw new MalformedMessage(`OP_QUERY on ${name} is not served`);
  const body = documentAt(message, nameEnd + 1 + 8);
  return { id, body, sequences: new Map(), noReply: false, legacy: true };
}
