import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isForChatbot } from '../../shared/http';
import { isAnswering } from './queued-answers';
import { RepeatedRequest } from './repeated-request';
import { withEncodedTarget } from './unescaped-target';

/** Responses for errors of the HTTP parser; any other error is a malformed request. */
const SAID_OF: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  HPE_INVALID_URL: [400, 'INVALID_INPUT', 'The URL contains characters that must be percent-encoded'],
  HPE_INVALID_METHOD: [400, 'INVALID_INPUT', 'The request method is unknown'],
  HPE_HEADER_OVERFLOW: [431, 'HEADERS_TOO_LARGE', 'The request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request was not received in time'],
};
const MALFORMED = [400, 'INVALID_INPUT', 'Malformed request'] as const;

/** Number of bytes of a request in which its target is searched. */
const LONGEST_START = 20_000;

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
    if (request === undefined) answerClientError(error, socket);
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
  if (!(socket instanceof Socket) || !socket.writable || isAnswering(socket)) return undefined;
  return withEncodedTarget(rawPacket, bytesParsed);
}

/** Answers a request that cannot be parsed, in the shape of all other errors. */
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
