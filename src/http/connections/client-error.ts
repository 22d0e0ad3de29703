import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { isUtf8 } from 'node:buffer';
import { isForChatbot } from '../../shared/http';
import { isAnswering } from './queued-answers';

/** What is said for errors of the HTTP parser; anything else is a malformed request. */
const SAID_OF: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  HPE_INVALID_URL: [400, 'INVALID_INPUT', 'The address has characters that must be percent-encoded'],
  HPE_INVALID_METHOD: [400, 'INVALID_INPUT', 'The method is not known'],
  HPE_HEADER_OVERFLOW: [431, 'HEADERS_TOO_LARGE', 'The headers of the request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request did not end in time'],
};
const MALFORMED = [400, 'INVALID_INPUT', 'Malformed request'] as const;

/** Bytes of the request in which its target is looked for. */
const LONGEST_START = 20_000;

type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer; readonly bytesParsed?: number };

/** Connections whose parser has failed, while their request is answered by another one. */
const repeated = new WeakSet<Duplex>();

/**
 * What a server does where its parser fails: a request whose address has unescaped letters is read again with these encoded; anything
 * else is answered as what it is.
 */
export function clientErrors(server: Server): (error: ParserError, socket: Duplex) => void {
  return (error, socket) => {
    if (repeated.has(socket)) {
      if (error.code === 'ECONNRESET') socket.destroy();
      return;
    }
    const request = repeatable(error, socket);
    if (request === undefined) answerClientError(error, socket);
    else {
      repeated.add(socket);
      server.emit('connection', new RepeatedRequest(socket as Socket, request));
    }
  };
}

/** The request once more, with its address encoded; `undefined` when there is another mistake, or answers would change places. */
function repeatable({ code, rawPacket, bytesParsed }: ParserError, socket: Duplex): Buffer | undefined {
  if (code !== 'HPE_INVALID_URL' || rawPacket === undefined || bytesParsed === undefined) return undefined;
  if (!(socket instanceof Socket) || !socket.writable || isAnswering(socket)) return undefined;
  return withEncodedTarget(rawPacket, bytesParsed);
}

/** Answers, in the shape of every other error, what is so broken that no request comes of it. */
function answerClientError(error: ParserError, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] = SAID_OF[error.code ?? ''] ?? MALFORMED;
  const start = error.rawPacket?.toString('utf8', 0, LONGEST_START) ?? '';
  const [, uri = ''] = /^\w+ (\S*)/.exec(start) ?? [];
  const said = isForChatbot(uri) ? String(status) : status;
  const body = JSON.stringify({ message, status: said, uri, code, request_id: randomUUID() });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * A connection on which one request comes again, in other words, and whose answer goes to the client. What else the client sends is
 * not read: the connection closes behind the answer.
 */
class RepeatedRequest extends Duplex {
  constructor(
    private readonly socket: Socket,
    request: Buffer,
  ) {
    super();
    this.push(request);
    // The first parser would end the connection for this; the answer decides, as on any other connection.
    socket.removeAllListeners('timeout');
    socket.on('timeout', () => this.emit('timeout'));
    socket.once('close', () => this.destroy());
  }

  get remoteAddress(): string | undefined {
    return this.socket.remoteAddress;
  }

  get remotePort(): number | undefined {
    return this.socket.remotePort;
  }

  setTimeout(milliseconds: number): this {
    this.socket.setTimeout(milliseconds);
    return this;
  }

  override _read(): void {
    // Everything has been pushed.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.socket.write(chunk, done);
  }

  override _final(done: () => void): void {
    // As Node does behind an answer that ends its connection: a client that does not end its side keeps nothing open.
    this.socket.destroySoon();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }
}

/** Longest request line that is read, in bytes: the address may have as many as are served, before it is encoded. */
const LONGEST_LINE = 16_384 + 20;

/** The start of a request without a body. Names of other methods are not taken: what they bring behind it would be lost. */
const REQUEST_LINE = /^(?:GET|HEAD) \/[\x21-\x7e\x80-\xff]* HTTP\/1\.1$/;

/** Headers that speak of more bytes, or of another protocol, behind the request. */
const SPEAKS_OF_MORE = /\r\n(?:content-length|transfer-encoding|upgrade|expect|trailer)[\t ]*:/i;

/** A line that ends otherwise than by CR LF: parsers disagree on what it ends. */
const BARE_END_OF_LINE = /\r(?!\n)|(?<!\r)\n/;

const NOT_ASCII = /[\x80-\xff]/g;

/**
 * The request in a packet whose target holds letters that are not percent-encoded, with these encoded: such requests come from
 * `curl`, and Node's parser takes none of them. Its connection is to close behind it.
 *
 * Whole requests alone, and nothing else, are taken: first line, headers and end in one packet, with no byte behind. So nothing of it
 * can be read as another request.
 *
 * @param packet what came last on the connection
 * @param failedAt where in it the parser stopped: at the first letter, or it was not about the letters
 * @returns undefined when it is anything else
 */
function withEncodedTarget(packet: Buffer, failedAt: number): Buffer | undefined {
  const endOfLine = packet.indexOf('\r\n');
  if (endOfLine < 0 || endOfLine > LONGEST_LINE || !isUtf8(packet.subarray(0, endOfLine))) return undefined;
  const line = packet.toString('latin1', 0, endOfLine);
  const headers = packet.toString('latin1', endOfLine);
  const isWhole = headers.indexOf('\r\n\r\n') === headers.length - 4;
  if (!isWhole || !REQUEST_LINE.test(line) || line.search(NOT_ASCII) !== failedAt) return undefined;
  if (BARE_END_OF_LINE.test(headers) || SPEAKS_OF_MORE.test(headers)) return undefined;
  const encoded = line.replace(NOT_ASCII, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  return Buffer.from(`${encoded}\r\nConnection: close${headers}`, 'latin1');
}
