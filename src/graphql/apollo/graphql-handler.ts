import type { ServerResponse } from 'node:http';
import { type ApolloServer, type BaseContext, HeaderMap, type HTTPGraphQLResponse } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { Failure, STATUS_OF } from '../../shared/failure';
import { reportTo } from '../../http/error-handler';
import {
  type Handler,
  type HttpRequest,
  vary,
  idempotentHeaders,
  idempotencyKeyOf,
  type StoredResponse,
  type ExecuteOnce,
} from '../../shared/http';
import type { Logger } from '../../observability/logger';
import { retryAfterOf } from './format-error';
import type { PersistedDocuments, GraphqlRequest } from './persisted-documents';

export interface HandlerParts<C extends BaseContext> {
  readonly server: ApolloServer<C>;
  readonly logger: Logger;
  readonly documents: PersistedDocuments;
  readonly contextOf: (request: HttpRequest) => Promise<C>;
  /** Called with the operation of a request before it is executed; it may make the request wait. */
  readonly admit?: ((request: HttpRequest, operation: unknown) => Promise<void>) | undefined;
  /** Executes requests with an `Idempotency-Key` once. Without it, the header is ignored. */
  readonly once?: ExecuteOnce | undefined;
}

/** Methods that Apollo answers. It would refuse other methods with its own messages. */
const APOLLO_METHODS: readonly string[] = ['GET', 'POST'];

/** The HTTP handler of Apollo Server. */
export function graphqlHandler<C extends BaseContext>({
  server,
  logger,
  documents,
  contextOf,
  admit,
  once,
}: HandlerParts<C>): Handler {
  const report = reportTo(logger);
  const contextFor = (request: HttpRequest): Promise<C> =>
    contextOf(request).catch((error: unknown) => {
      if (!(error instanceof Failure)) report(error, request);
      throw error instanceof Failure ? graphqlErrorOf(error) : error;
    });
  return async (request, response) => {
    const { method, url } = request;
    if (!APOLLO_METHODS.includes(method)) {
      sendGraphqlResponse(response, refusedMethod(method));
      return;
    }
    const sent = await request.readBody?.();
    const search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    const received = resolvedRequest(documents, { body: sent, search });
    const { body } = received;
    await admit?.(request, body ?? { query: new URLSearchParams(received.search).get('query') });
    const headers = apolloHeaders(request, { hasBody: sent !== undefined });
    const httpGraphQLRequest = { method, headers, search: received.search, body };
    // Apollo formats what the context throws as it does other errors.
    const context = () =>
      received.failure ? Promise.reject(graphqlErrorOf(received.failure)) : contextFor(request);
    const execute = () => server.executeHTTPGraphQLRequest({ httpGraphQLRequest, context }).then(responseOf);
    if (!once || idempotencyKeyOf(request) === undefined) {
      sendGraphqlResponse(response, await execute());
      return;
    }
    const repeatable = await once(request, JSON.stringify(body), async () => {
      const response = await execute();
      return { ...response, body: response.body.toString() };
    });
    sendGraphqlResponse(response, { ...repeatable.response, headers: idempotentHeaders(repeatable) });
  };
}

/** The request with the text of the persisted document that it names, or the failure to find one. */
function resolvedRequest(
  documents: PersistedDocuments,
  received: GraphqlRequest,
): GraphqlRequest & { readonly failure?: Failure } {
  try {
    return documents.resolve(received);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return { ...received, failure };
  }
}

/** The media type that only GraphQL clients accept. No link, form, script or image of a page can send it. */
const GRAPHQL_TYPE = 'application/graphql-response+json';

/** A header that no form of a page can send, by which Apollo recognises requests of programs. */
const PREFLIGHT_HEADER = 'apollo-require-preflight';

/** The headers as Apollo needs them: it parses its own types again at each request, to compare them with `Accept` and `Content-Type`. */
function apolloHeaders(
  request: Pick<HttpRequest, 'headers' | 'method'>,
  { hasBody }: { readonly hasBody: boolean },
): HeaderMap {
  const headers = new HeaderMap();
  for (const name in request.headers) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, typeof value === 'string' ? value : value.join(', '));
  }
  const accept = headers.get('accept') ?? '*/*';
  // Apollo treats a client without `Accept` like one that accepts any type.
  if (accept === '*/*') headers.set('accept', '');
  // A body of another type than JSON has been refused before. urql sends queries by GET, without Apollo's preflight
  // header.
  if (hasBody || (request.method === 'GET' && accept.includes(GRAPHQL_TYPE)))
    headers.set(PREFLIGHT_HEADER, 'true');
  if (hasBody) headers.delete('content-type');
  return headers;
}

type GraphqlResponse = Omit<StoredResponse, 'body'> & { readonly body: string | Buffer };

/** The response to other methods. OPTIONS returns the allowed methods. */
function refusedMethod(method: string): GraphqlResponse {
  const headers = { allow: [...APOLLO_METHODS, 'OPTIONS'].join(', ') };
  if (method === 'OPTIONS') return { status: 204, headers, body: '' };
  const error = {
    message: `${method} is not allowed for this path`,
    extensions: { code: 'METHOD_NOT_ALLOWED' },
  };
  const type = { 'content-type': 'application/json; charset=utf-8' };
  return { status: 405, headers: { ...headers, ...type }, body: JSON.stringify({ errors: [error] }) };
}

/** The response of Apollo. Results are bytes although Apollo declares them as text; its own errors are texts. */
function responseOf({ status = 200, headers, body }: HTTPGraphQLResponse): GraphqlResponse {
  if (body.kind !== 'complete') throw new Error('Incremental delivery is not supported');
  return { status, headers: Object.fromEntries(headers), body: body.string };
}

/** Sends the whole response, unless the request was answered in the meantime. */
function sendGraphqlResponse(response: ServerResponse, { status, headers, body }: GraphqlResponse): void {
  if (response.headersSent) return;
  response.statusCode = status;
  // Responses can contain tokens and data for this caller only. `publicCaching` marks those that anyone may see.
  response.setHeader('Cache-Control', 'no-store');
  vary(response, 'Accept, X-Access-Token, Authorization');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (status !== 204) response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

/** The GraphQL error of a failure that prevents any result. It determines the HTTP status. */
export function graphqlErrorOf(failure: Failure): GraphQLError {
  const retryAfter = retryAfterOf(failure);
  const headers = new HeaderMap(retryAfter === undefined ? [] : [['retry-after', retryAfter]]);
  const http = { status: STATUS_OF[failure.kind], headers };
  return new GraphQLError(failure.message, {
    originalError: failure,
    extensions: { code: failure.reason, http },
  });
}
