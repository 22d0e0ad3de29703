import { isUtf8 } from 'node:buffer';

/** Longest request line that is read, in bytes: the URL may have the maximum length before it is encoded. */
const LONGEST_LINE = 16_384 + 20;

/** The start of a request without a body. Other methods are excluded, because their body would be lost. */
const REQUEST_LINE = /^(?:GET|HEAD) \/[\x21-\x7e\x80-\xff]* HTTP\/1\.1$/;

/** Headers that announce more bytes, or another protocol, after the request. */
const SPEAKS_OF_MORE = /\r\n(?:content-length|transfer-encoding|upgrade|expect|trailer)[\t ]*:/i;

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
export function withEncodedTarget(packet: Buffer, failedAt: number): Buffer | undefined {
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
