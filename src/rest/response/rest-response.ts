import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { charged, currentWork } from '../../shared/work';
import { jsonBytes } from '../../shared/json-text';
import { type HttpRequest, isForChatbot, vary } from '../../shared/http';

/** The response to the client. Without a body, the status says everything. */
export interface RestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The text of the body, if that is not JSON. */
  readonly text?: string;
  /** The text of the body, if it is streamed. */
  readonly parts?: AsyncIterable<string | Buffer>;
}

/** The properties of a request that responses need. */
export interface RequestInfo {
  /** Path and query as the client sent them. */
  readonly uri: string;
  /** Chatbot routes return their status as a string, dictionary routes as an integer. */
  readonly saysStatusInText: boolean;
  readonly headers: IncomingHttpHeaders;
  readonly requestId: string;
}

export function requestInfoOf(request: HttpRequest, requestId: string): RequestInfo {
  const saysStatusInText = isForChatbot(request.url);
  return { uri: request.url, saysStatusInText, headers: request.headers, requestId };
}

/** The member `status` of a body. */
export function statusMember({ saysStatusInText }: RequestInfo, status: number): string | number {
  return saysStatusInText ? String(status) : status;
}

/** A serialised response. */
export interface SerialisedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer | undefined;
  /** Replaces `bytes` if the body is streamed. */
  readonly parts?: AsyncIterable<string | Buffer>;
}

/** Serialises the body, once. */
export function serialised({ status, headers, body, text, parts }: RestResponse): SerialisedResponse {
  if (parts !== undefined) return { status, headers, bytes: undefined, parts };
  if (text !== undefined) return { status, headers, bytes: Buffer.from(text) };
  return { status, headers, bytes: body === undefined ? undefined : jsonBytes(body) };
}

/**
 * Sends a response, unless the request has been answered; to a HEAD request only the headers. A streamed response
 * waits for its reader; if it fails, the connection is closed, so that no client mistakes a part for the whole.
 *
 * @throws what reading a further page threw; nothing when the client disconnected
 */
export async function sendResponse(
  request: HttpRequest,
  response: ServerResponse,
  outgoing: SerialisedResponse,
): Promise<void> {
  if (response.headersSent) return;
  const { status, headers, bytes, parts } = outgoing;
  response.statusCode = status;
  response.setHeader('API-Version', '1.0');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // A caller with a token may see more at the same path.
  vary(response, 'X-Access-Token, Authorization');
  if ((bytes ?? parts) !== undefined && !response.hasHeader('Content-Type'))
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (parts !== undefined && request.method !== 'HEAD') return stream(request, response, parts);
  // A HEAD request asks only for the headers.
  if (parts !== undefined) await currentWork()?.endStream();
  if (bytes !== undefined) response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

async function stream(
  request: HttpRequest,
  response: ServerResponse,
  parts: AsyncIterable<string | Buffer>,
): Promise<void> {
  const compressor = request.compressor?.();
  // The first piece may take long: the writer of a table first reads all articles to find its columns.
  response.flushHeaders();
  try {
    const pieces = charged(parts);
    await (compressor ? pipeline(pieces, compressor, response) : pipeline(pieces, response));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
