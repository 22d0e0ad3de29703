import { isUtf8 } from 'node:buffer';

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
