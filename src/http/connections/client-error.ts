import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { isUtf8 } from 'node:buffer';
import { isForChatbot } from '../../shared/http';
import { isResponding } from './unsent-responses';

/** Responses for errors of the HTTP parser; any other error is a malformed request. */
const RESPONSE_TO: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  HPE_INVALID_URL: [400, 'INVALID_INPUT', 'The URL contains characters that must be percent-encoded'],
  HPE_INVALID_METHOD: [400, 'INVALID_INPUT', 'The request method is unknown'],
  HPE_HEADER_OVERFLOW: [431, 'HEADERS_TOO_LARGE', 'The request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request was not received in time'],
};
const MALFORMED = [400, 'INVALID_INPUT', 'Malformed request'] as const;

/** Number of bytes of a request in which its target is searched. */
const SEARCHED_BYTES = 20_000;

type ParserError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer; readonly bytesParsed?: number };

/** Connections whose parser has failed and whose request is handled by another parser. */
const repeated = new WeakSet<Duplex>();

/**
 * Handles parser errors: a request whose URL contains unescaped letters is parsed again with these encoded; any other
 * error is answered with its status.
 */
export function clientErrors(server: Server): (error: ParserError, socket: Duplex) => void {
  return (error, socket) => {
    if (repeated.has(socket)) {
      if (error.code === 'ECONNRESET') socket.destroy();
      return;
    }
    const request = repeatable(error, socket);
    if (request === undefined) sendClientError(error, socket);
    else {
      repeated.add(socket);
      server.emit('connection', new RepeatedRequest(socket as Socket, request));
    }
  };
}

/**
 * The request with its URL encoded; `undefined` if there is another error, or if responses would change their order.
 */
function repeatable({ code, rawPacket, bytesParsed }: ParserError, socket: Duplex): Buffer | undefined {
  if (code !== 'HPE_INVALID_URL' || rawPacket === undefined || bytesParsed === undefined) return undefined;
  if (!(socket instanceof Socket) || !socket.writable || isResponding(socket)) return undefined;
  return withEncodedTarget(rawPacket, bytesParsed);
}

/** Answers a request that cannot be parsed, in the shape of all other errors. */
function sendClientError(error: ParserError, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] = RESPONSE_TO[error.code ?? ''] ?? MALFORMED;
  const start = error.rawPacket?.toString('utf8', 0, SEARCHED_BYTES) ?? '';
  const [, uri = ''] = /^\w+ (\S*)/.exec(start) ?? [];
  const shownStatus = isForChatbot(uri) ? String(status) : status;
  const body = JSON.stringify({ message, status: shownStatus, uri, code, request_id: randomUUID() });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * A connection that delivers one rewritten request and sends its response to the client. It reads nothing else from
 * the client and closes after the response.
 */
class RepeatedRequest extends Duplex {
  constructor(
    private readonly socket: Socket,
    request: Buffer,
  ) {
    super();
    this.push(request);
    // The first parser would end the connection here; the response decides, as on any other connection.
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
    // Like Node after a response that ends its connection: a client that does not close its side keeps nothing open.
    this.socket.destroySoon();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }
}

/** Longest request line that is read, in bytes: the URL may have the maximum length before it is encoded. */
const MAX_REQUEST_LINE_LENGTH = 16_384 + 20;

/** The start of a request without a body. Other methods are excluded, because their body would be lost. */
const REQUEST_LINE = /^(?:GET|HEAD) \/[\x21-\x7e\x80-\xff]* HTTP\/1\.1$/;

/** Headers that announce more bytes, or another protocol, after the request. */
const ANNOUNCES_MORE = /\r\n(?:content-length|transfer-encoding|upgrade|expect|trailer)[\t ]*:/i;

/** A line that does not end with CR LF. Parsers disagree on where it ends. */
const BARE_END_OF_LINE = /\r(?!\n)|(?<!\r)\n/;

const NOT_ASCII = /[\x80-\xff]/g;

/**
 * The request in a packet with the unescaped letters of its target percent-encoded. `curl` sends such requests, and
 * Node's parser refuses them. The connection must close after the response.
 * Accepts only whole requests: first line, headers and end in one packet, with no further bytes. So nothing in it can
 * be interpreted as another request.
 *
 * @param packet the latest packet of the connection
 * @param failedAt position at which the parser stopped: the first such letter, otherwise the error has another cause
 * @returns undefined for anything else
 */
function withEncodedTarget(packet: Buffer, failedAt: number): Buffer | undefined {
  const endOfLine = packet.indexOf('\r\n');
  if (endOfLine < 0 || endOfLine > MAX_REQUEST_LINE_LENGTH || !isUtf8(packet.subarray(0, endOfLine)))
    return undefined;
  const line = packet.toString('latin1', 0, endOfLine);
  const headers = packet.toString('latin1', endOfLine);
  const isWhole = headers.indexOf('\r\n\r\n') === headers.length - 4;
  if (!isWhole || !REQUEST_LINE.test(line) || line.search(NOT_ASCII) !== failedAt) return undefined;
  if (BARE_END_OF_LINE.test(headers) || ANNOUNCES_MORE.test(headers)) return undefined;
  const encoded = line.replace(NOT_ASCII, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  return Buffer.from(`${encoded}\r\nConnection: close${headers}`, 'latin1');
}
