import type { ServerResponse } from 'node:http';
import type { ApolloServerErrorCode } from '@apollo/server/errors';
import {
  type DocumentNode,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  type ValidationRule,
} from 'graphql';
import Negotiator from 'negotiator';
import { createHandler, type OperationArgs } from 'graphql-sse';
import type { LiveService } from '../../services/live/live.service';
import { FairQueue } from '../../shared/fair-queue';
import { Failure } from '../../shared/failure';
import type { Handler, HttpRequest } from '../../shared/http';
import { operationCost } from '../apollo/operation-cost';
import { formatError, MAX_REPORTED_ERRORS } from '../apollo/format-error';
import { fragmentsOf, MAX_COST, PARSE_OPTIONS, tooCostly } from '../apollo/query-limits';
import type { PersistedDocuments } from '../apollo/persisted-documents';
import type { Context } from '../context';
import { EventStream, type EventStreamParts, STREAM_TYPE } from './event-stream';

/** Maximum number of open streams of one caller, and of all callers of a process. Each keeps a connection open. */
const MAX_STREAMS_PER_CALLER = 50;
const MAX_STREAMS = 2000;

/** Label of streams among the counted routes. */
const STREAM_LABEL = 'stream';

/**
 * Maximum number of events that are resolved at once, for all callers and for one. Each may have as many fields as a
 * request.
 */
const EVENTS_AT_ONCE = { max: 8, maxPerCaller: 2 };

export interface LiveParts {
  readonly live: LiveService;
  /** Creates a new context for a request; the sender is read again. */
  readonly freshContext: (request: HttpRequest) => Promise<Context>;
  /** Has a function called when the server shuts down. */
  readonly onDrain: (listener: () => void) => void;
  /** Called when a stream is opened (1) or closed (-1). */
  readonly observe?: ((change: 1 | -1) => void) | undefined;
}

interface LiveHandlerParts extends LiveParts {
  readonly schema: GraphQLSchema;
  readonly documents: PersistedDocuments;
  readonly rules: readonly ValidationRule[];
  readonly report: (error: unknown, request: HttpRequest) => void;
  /** Called with the operation of a request before it is executed; it may make the request wait. */
  readonly admit?: ((request: HttpRequest, operation: unknown) => Promise<void>) | undefined;
}

const NO_OPERATION = new GraphQLError('operationName must name an operation of the query');

const NO_STREAM = new GraphQLError(
  'Only subscriptions are streams; send other operations with Accept: application/json',
);

/** Response types of /graphql, preferred ones first. Some clients accept streams with every request, as a last choice. */
const RESPONSE_TYPES = ['application/graphql-response+json', 'application/json', STREAM_TYPE];

/** Whether a request is for a stream of events. The first test avoids content negotiation for most clients. */
export function wantsStream({ headers }: Pick<HttpRequest, 'headers'>): boolean {
  const { accept = ANY_TYPE } = headers;
  if (accept === ANY_TYPE || !/text|\*/i.test(accept)) return false;
  return new Negotiator({ headers }).mediaType(RESPONSE_TYPES) === STREAM_TYPE;
}

const ANY_TYPE = '*/*';

/** Answers subscriptions by the protocol of graphql-sse, each on a separate connection. */
export function liveHandler(parts: LiveHandlerParts): Handler {
  const open = new Set<EventStream>();
  const eventQueue = new FairQueue(EVENTS_AT_ONCE);
  parts.onDrain(() => {
    for (const stream of open) stream.cut();
  });
  const handle = createHandler<EventStream, undefined, SubscriptionContext>({
    // Stream tokens (single connection mode) are not supported, because they would be valid in one process only.
    authenticate: () => null,
    // This module validates documents itself, with the limits of this server.
    validate: () => [],
    onSubscribe: ({ raw }, { query, variables, operationName }) =>
      argumentsOf(parts, raw, { query, variables: variables ?? {}, operationName }),
    subscribe: (args) => args.contextValue.eventStream.results(args),
  });
  return async (request, response) => {
    const { method, url } = request;
    if (method !== 'GET' && method !== 'POST') {
      response.setHeader('Allow', 'GET, POST');
      throw new Failure('INVALID_INPUT', 'A stream must be requested by GET or POST');
    }
    const sent = method === 'POST' ? await request.readBody?.() : undefined;
    const search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    const received = parts.documents.resolve({ body: sent, search });
    await parts.admit?.(
      request,
      received.body ?? { query: new URLSearchParams(received.search).get('query') },
    );
    refuseTooManyStreams(open, request);
    const stream = openStream(open, { request, response }, { ...parts, eventQueue });
    const [body, init] = await handle({
      method,
      url: `/graphql${received.search}`,
      headers: { get: (name) => (name === 'accept' ? STREAM_TYPE : String(request.headers[name] ?? '')) },
      body: received.body as never,
      raw: stream,
      context: undefined,
    });
    if (typeof body === 'object' && body !== null) await stream.send(body);
    else refuseRequest(init.status, body);
  };
}

/** Counts a stream as open until its connection closes. */
function openStream(
  open: Set<EventStream>,
  { request, response }: { readonly request: HttpRequest; readonly response: ServerResponse },
  parts: LiveHandlerParts & Pick<EventStreamParts, 'eventQueue'>,
): EventStream {
  const stream = new EventStream(request, response, parts);
  open.add(stream);
  // The duration of a stream is not a response time.
  request.routeId = STREAM_LABEL;
  parts.observe?.(1);
  response.once('close', () => {
    open.delete(stream);
    parts.observe?.(-1);
    stream.end();
  });
  return stream;
}

/** Reports requests that the library refuses with the errors of this server. */
function refuseRequest(status: number, body: string | null): never {
  if (status === 415) throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/json');
  const { errors } = JSON.parse(body ?? '{}') as {
    readonly errors?: readonly { readonly message: string }[];
  };
  throw new Failure('INVALID_INPUT', errors?.[0]?.message ?? 'The request is malformed');
}

function refuseTooManyStreams(open: ReadonlySet<EventStream>, { work }: HttpRequest): void {
  const ofCaller = [...open].filter(({ caller }) => caller === work?.caller).length;
  if (open.size >= MAX_STREAMS || (work?.caller !== undefined && ofCaller >= MAX_STREAMS_PER_CALLER))
    throw new Failure('UNAVAILABLE', 'Too many streams are open at once; close some, or try again later.', {
      retryAfter: 30,
    });
}

interface StreamRequest {
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly operationName: string | null | undefined;
}

/** The context that the library passes on. */
type SubscriptionContext = Context & Record<PropertyKey, unknown> & { readonly eventStream: EventStream };

/**
 * The errors of a request that is refused before it is executed. The library recognises results by a member `data`,
 * which is never sent.
 */
interface Refused {
  readonly data: null;
  readonly errors: readonly GraphQLError[];
}

/** The execution of a valid subscription, or the errors of its document, which the stream sends. */
async function argumentsOf(
  { schema, rules, freshContext, live }: LiveHandlerParts,
  stream: EventStream,
  { query, variables, operationName }: StreamRequest,
): Promise<OperationArgs<SubscriptionContext> | Refused> {
  const document = documentIn(query);
  if ('errors' in document) return document;
  const faults = validate(schema, document, [...specifiedRules, ...rules]);
  if (faults.length > 0) return refusedStream('GRAPHQL_VALIDATION_FAILED', faults);
  const operation = getOperationAST(document, operationName);
  if (!operation) return refusedStream('OPERATION_RESOLUTION_FAILURE', [NO_OPERATION]);
  if (operation.operation !== OperationTypeNode.SUBSCRIPTION)
    return refusedStream('BAD_REQUEST', [NO_STREAM]);
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
    maxErrors: MAX_REPORTED_ERRORS,
  });
  if (errors) return refusedStream('BAD_USER_INPUT', errors);
  const cost = operationCost({ schema, operation, fragments: fragmentsOf(document), variables });
  if (cost > MAX_COST) return refusedStream('GRAPHQL_VALIDATION_FAILED', [tooCostly(cost)]);
  const context = await freshContext(stream.request);
  stream.begin(context);
  const { signal, lastEventId: after } = stream;
  const contextValue = Object.assign(context, { eventStream: stream, stream: { live, after, signal } });
  return {
    schema,
    document,
    variableValues: variables,
    operationName,
    contextValue,
  } as unknown as OperationArgs<SubscriptionContext>;
}

function documentIn(query: string): DocumentNode | Refused {
  try {
    return parse(query, PARSE_OPTIONS);
  } catch (error) {
    if (error instanceof GraphQLError) return refusedStream('GRAPHQL_PARSE_FAILED', [error]);
    throw error;
  }
}

/** The refusal, with the codes that the same request gets without a stream. */
function refusedStream(code: keyof typeof ApolloServerErrorCode, errors: readonly GraphQLError[]): Refused {
  const formatted = errors.map((error) => formatError({ ...error.toJSON(), extensions: { code } }, error));
  return { data: undefined as unknown as null, errors: formatted as GraphQLError[] };
}
