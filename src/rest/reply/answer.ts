import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { charged } from '../../shared/work';
import { jsonOf } from '../../shared/json';
import { type Incoming, isForChatbot, vary } from '../../shared/http';

/** What goes back to the client. Without a body, the status says all. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The text of the body, where it is streamed. */
  readonly parts?: AsyncIterable<string>;
}

/** What every answer may need to know of its request. */
export interface Caller {
  /** Path and query as the client sent them. */
  readonly uri: string;
  /** Chatbot routes say their status in a string, dictionary routes in an integer. */
  readonly saysStatusInText: boolean;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
}

export function callerOf(request: Incoming, requestId: string): Caller {
  const saysStatusInText = isForChatbot(request.url);
  return { uri: request.url, saysStatusInText, headers: request.headers, requestId };
}

/** The member `status` of a body. */
export function statusMember({ saysStatusInText }: Caller, status: number): string | number {
  return saysStatusInText ? String(status) : status;
}

/** An answer in bytes. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer | undefined;
  /** In place of `bytes` where the body is streamed. */
  readonly parts?: AsyncIterable<string>;
}

/** Serialises the body, once. */
export function serialised({ status, headers, body, parts }: Answer): Outgoing {
  if (parts !== undefined) return { status, headers, bytes: undefined, parts };
  return { status, headers, bytes: body === undefined ? undefined : Buffer.from(jsonOf(body)) };
}

/**
 * Sends an answer, unless the request was answered meanwhile; to a HEAD request the headers alone. A streamed one waits for its
 * reader; where it fails its connection is broken, so that nobody takes a part for the whole.
 *
 * @throws what reading a further page threw; nothing when the reader went away
 */
export async function send(request: Incoming, response: ServerResponse, outgoing: Outgoing): Promise<void> {
  if (response.headersSent) return;
  const { status, headers, bytes, parts } = outgoing;
  response.statusCode = status;
  response.setHeader('API-Version', '1.0');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // A caller with a token may see more at the same path.
  vary(response, 'X-Access-Token, Authorization');
  if ((bytes ?? parts) !== undefined) response.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (parts !== undefined && request.method !== 'HEAD') return stream(request, response, parts);
  if (bytes !== undefined) response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

async function stream(
  request: Incoming,
  response: ServerResponse,
  parts: AsyncIterable<string>,
): Promise<void> {
  const compressor = request.compressor?.();
  try {
    const pieces = charged(parts);
    await (compressor ? pipeline(pieces, compressor, response) : pipeline(pieces, response));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
