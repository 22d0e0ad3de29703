import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Statuses for what the HTTP parser refuses; anything else is a malformed request. */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers, in the shape of every other error, what is so broken that no request comes of it. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUSES[error.code ?? ''] ?? 400;
  const message = STATUS_CODES[status] ?? '';
  const body = JSON.stringify({ message, status, code: message.toUpperCase().replaceAll(' ', '_') });
  const head = [
    `HTTP/1.1 ${status} ${message}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
