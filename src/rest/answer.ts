import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { jsonOf } from '../shared/json-text';
import { type Incoming, isForChatbot, vary } from '../shared/http';

/** What goes back to the client. Without a body, the status says all. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
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
}

/** Serialises the body, once. */
export function serialised({ status, headers, body }: Answer): Outgoing {
  return { status, headers, bytes: body === undefined ? undefined : Buffer.from(jsonOf(body)) };
}

/** Sends all at once, unless the request was answered meanwhile; to a HEAD request, Node sends the headers alone. */
export function send(response: ServerResponse, { status, headers, bytes }: Outgoing): void {
  if (response.headersSent) return;
  response.statusCode = status;
  response.setHeader('API-Version', '1.0');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  // A caller with a token may see more at the same path.
  vary(response, 'X-Access-Token, Authorization');
  if (bytes !== undefined) {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', bytes.length);
  }
  response.end(bytes);
}
