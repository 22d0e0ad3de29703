import { once } from 'node:events';
import { request } from 'node:http';
import { mismatchesOf } from './openapi';

/** A response over HTTP; `body` is empty where there is no JSON. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Sends a request, and throws if the response of a REST route differs from the OpenAPI document. */
export async function call(url: string, init: RequestInit = {}): Promise<HttpResponse> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json') && text !== '';
  const { method = 'GET' } = init;
  if (isJson) refuseMisfit(method, url, response.status, text);
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}

function refuseMisfit(method: string, url: string, status: number, text: string): void {
  if (method === 'HEAD' || method === 'OPTIONS') return;
  const { pathname } = new URL(url);
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  const mismatches = mismatchesOf(method, pathname, { status, body });
  if (mismatches.length > 0)
    throw new Error(`${method} ${url} (${String(status)}): ${mismatches.join('; ')}\n${text}`);
}

export interface GraphQLResponse {
  readonly status: number;
  readonly data: unknown;
  readonly errors: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

export async function graphql(url: string, query: string, variables: object = {}): Promise<GraphQLResponse> {
  const { status, body } = await call(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return { status, data: body['data'], errors: (body['errors'] ?? []) as GraphQLResponse['errors'] };
}

/** Sends the headers of a request with a body, and breaks the connection when the server waits for the body. */
export async function cutOff(url: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json', 'Content-Length': '9', Expect: '100-continue' };
  const sent = request(url, { method: 'POST', headers }).on('error', () => undefined);
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.destroy();
}
