import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { pathOf, loggedStatus, type Handler, type HttpRequest } from '../shared/http';
import type { BaseContext, GraphQLRequestContextWillSendResponse } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { Kind, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import { readDocuments } from '../shared/documents';
import { Failure } from '../shared/failure';
import type { Work } from '../shared/work';

/** Upper bounds of the time that a request takes, in seconds. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** The same for one command of the database, which the driver measures in whole milliseconds. */
const COMMAND_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5];

export interface RequestEnd {
  /** A route of the REST interface or the name of another transport; never a path. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

export interface OperationEnd {
  /** `query` or `mutation`; `none` for what could not be read. */
  readonly type: string;
  readonly name: string;
  readonly outcome: 'ok' | 'refused' | 'failed';
}

export interface CommandEnd {
  readonly name: string;
  readonly isDone: boolean;
  readonly seconds: number;
}

export interface LoginEnd {
  readonly account: 'user' | 'application';
  /** `success`, or the reason of the refusal. */
  readonly outcome: string;
}

/**
 * Counters for the operator. The values of every label come from a short fixed list: nothing that
 * a client sends becomes a label value.
 */
export class Metrics {
  readonly registry = new Registry();

  private readonly requests = new Counter({
    name: 'griot_http_requests_total',
    help: 'HTTP responses by route, method and status.',
    labelNames: ['route', 'method', 'status'] as const,
    registers: [this.registry],
  });

  private readonly requestSeconds = new Histogram({
    name: 'griot_http_request_seconds',
    help: 'Time from the headers of a request to the end of its response, by route.',
    labelNames: ['route'] as const,
    buckets: REQUEST_SECONDS,
    registers: [this.registry],
  });

  private readonly operations = new Counter({
    name: 'griot_graphql_operations_total',
    help: 'Operations at /graphql by type, name (if known) and outcome.',
    labelNames: ['type', 'name', 'outcome'] as const,
    registers: [this.registry],
  });

  private readonly commands = new Histogram({
    name: 'griot_database_command_seconds',
    help: 'Duration of database commands by command and outcome.',
    labelNames: ['command', 'outcome'] as const,
    buckets: COMMAND_SECONDS,
    registers: [this.registry],
  });

  private readonly logins = new Counter({
    name: 'griot_logins_total',
    help: 'Login attempts by kind of account and outcome.',
    labelNames: ['account', 'outcome'] as const,
    registers: [this.registry],
  });

  private readonly streams = new Gauge({
    name: 'griot_streams',
    help: 'Streams of events that are open.',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  request({ route, method, status, seconds }: RequestEnd): void {
    this.requests.inc({ route, method, status: String(status) });
    this.requestSeconds.observe({ route }, seconds);
  }

  operation({ type, name, outcome }: OperationEnd): void {
    this.operations.inc({ type, name, outcome });
  }

  command({ name, isDone, seconds }: CommandEnd): void {
    this.commands.observe({ command: name, outcome: isDone ? 'done' : 'failed' }, seconds);
  }

  /** A stream was opened (1) or closed (-1). */
  stream(change: 1 | -1): void {
    this.streams.inc(change);
  }

  login({ account, outcome }: LoginEnd): void {
    this.logins.inc({ account, outcome });
  }
}

/** Labels of requests that no REST route answers, by the beginning of their path. */
const OTHER_PATHS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^\/graphql$/, 'graphql'],
  [/^\/(lexicon|chatbot|export)(\/|$)/, 'rest'],
  [/^\/health\//, 'health'],
  [/^\/assets\//, 'assets'],
  [/^\/offline\//, 'offline'],
  [/^(\/desk)?\/media\//, 'media'],
  [/^\/(import|desk)\/uploads(\/|$)/, 'uploads'],
  [/^\/(docs(\/|$)|schema\.graphql$)/, 'docs'],
  [/^\/playground(\/|$)/, 'playground'],
  [/^\/($|headwords$|dictionaries(\/|$)|cards\/|shell$|worker\.js$|manifest\.|sitemap|robots\.)/, 'reader'],
  [/^\/desk(\/|$)/, 'desk'],
];

/** Methods that the server answers. HTTP has thirty others. */
const LABELLED_METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

const OTHER_REQUEST = 'other';

/** Counts every response. A REST route leaves the id of its route in `request.routeId`, and a stream of events its kind. */
export function requestMetrics(metrics: Metrics): Handler {
  return (request, response, next) => {
    const started = performance.now();
    const { method } = request;
    response.once('close', () => {
      metrics.request({
        route: routeOf(request),
        method: LABELLED_METHODS.has(method) ? method : OTHER_REQUEST,
        status: loggedStatus(response),
        seconds: (performance.now() - started) / 1000,
      });
    });
    next();
  };
}

function routeOf(request: HttpRequest): string {
  if (request.routeId !== undefined) return request.routeId;
  const path = pathOf(request);
  return OTHER_PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? OTHER_REQUEST;
}

/** The label of all names that this server does not know. */
const OTHER_OPERATION = 'other';

interface OperationMetrics {
  readonly willSendResponse: (at: GraphQLRequestContextWillSendResponse<BaseContext>) => void;
}

/** Counts operations. Clients choose operation names, so only known names become labels. */
export function operationMetrics(metrics: Metrics, known: ReadonlySet<string>): OperationMetrics {
  return {
    willSendResponse: ({ contextValue, operation, operationName, response: { body } }) => {
      const errors = body.kind === 'single' ? body.singleResult.errors : undefined;
      const { work } = contextValue as { readonly work?: Work };
      metrics.operation({
        type: operation?.operation ?? 'none',
        name: operationName != null && known.has(operationName) ? operationName : OTHER_OPERATION,
        outcome: operationOutcome(errors, work?.hasUserErrors),
      });
    },
  };
}

/** Names of the stored documents, and of the examples in the playground, which are the root fields with a capital. */
export function knownOperations(schema: GraphQLSchema, operationsFolder: string): ReadonlySet<string> {
  const documents = [...readDocuments(operationsFolder).values()];
  const stored = documents.flatMap(({ definitions }) =>
    definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION && definition.name ? [definition.name.value] : [],
    ),
  );
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const fields = roots.flatMap((type) => Object.keys(type?.getFields() ?? {}));
  return new Set([...stored, ...fields.map((name) => name.charAt(0).toUpperCase() + name.slice(1))]);
}

function operationOutcome(
  errors: readonly GraphQLFormattedError[] | undefined,
  hasUserErrors = false,
): OperationEnd['outcome'] {
  if (errors === undefined || errors.length === 0) return hasUserErrors ? 'refused' : 'ok';
  const isInternal = errors.some(
    ({ extensions }) => extensions?.['code'] === ApolloServerErrorCode.INTERNAL_SERVER_ERROR,
  );
  return isInternal ? 'failed' : 'refused';
}

/** Counts how each login ended: `success`, the reason of a refusal, or `failed`. */
export function watchedLogins(
  metrics: Metrics,
  account: LoginEnd['account'],
): <Result>(logIn: () => Promise<Result>) => Promise<Result> {
  return async (logIn) => {
    try {
      const result = await logIn();
      metrics.login({ account, outcome: 'success' });
      return result;
    } catch (error) {
      metrics.login({ account, outcome: error instanceof Failure ? error.reason : 'failed' });
      throw error;
    }
  };
}
