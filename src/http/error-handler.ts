import { Failure, type FailureReason, STATUS_OF, RETRY_AFTER_SECONDS } from '../shared/failure';
import type { ServerResponse } from 'node:http';
import { isForChatbot, isForGraphql, sendJson, type HttpRequest } from '../shared/http';
import type { Logger } from '../observability/logger';
import { requestIdOf } from './headers';

/** The content of an error response. */
export interface Problem {
  readonly status: number;
  readonly code: FailureReason | 'INTERNAL_SERVER_ERROR';
  readonly message: string;
  /** Seconds after which the request may be retried, if known. */
  readonly retryAfter?: number | undefined;
}

/** Converts anything thrown to the information that the caller may get. */
function problemFor(error: unknown): Problem {
  const failure = error instanceof Failure ? error : failureOfLibrary(error);
  if (!failure) return { status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Internal error' };
  const { kind, reason: code, message, details } = failure;
  return { status: STATUS_OF[kind], code, message, retryAfter: details.retryAfter };
}

/** Libraries mark client errors with a status below 500; all others are internal. */
function failureOfLibrary(error: unknown): Failure | undefined {
  const { status }: { readonly status?: unknown } = typeof error === 'object' && error !== null ? error : {};
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  return status === 404
    ? new Failure('NOT_FOUND', 'Not found')
    : new Failure('INVALID_INPUT', 'Malformed request');
}

/** The error of a request that no route handled. */
export function notFound(): Failure {
  return new Failure('NOT_FOUND', 'Not found');
}

/** Failures during shutdown, by logger. */
const SHUTDOWN_ERRORS = new WeakMap<Logger, { count: number; first?: unknown }>();

/** Logs unexpected errors with the request id of the response. */
export function reportTo(logger: Logger): (error: unknown, request: HttpRequest) => void {
  return (error, request) => {
    const ending = SHUTDOWN_ERRORS.get(logger);
    if (ending === undefined) {
      logger.error({ err: error, requestId: requestIdOf(request) }, 'A request failed');
      return;
    }
    if (ending.count++ === 0) ending.first = error;
  };
}

/**
 * Counts failures from now on instead of logging each: during shutdown all running requests fail in the same way.
 *
 * @returns a function that logs their number and the first of them in one line, or nothing if there was none
 */
export function countFailures(logger: Logger): () => void {
  const ending: { count: number; first?: unknown } = { count: 0 };
  SHUTDOWN_ERRORS.set(logger, ending);
  return () => {
    const { count, first } = ending;
    if (count > 0) logger.error({ count, err: first }, 'Requests failed while the server was ending');
  };
}

/** Sends the response of a failed request. */
export type SendError = (error: unknown, request: HttpRequest, response: ServerResponse) => void;

/** Sends JSON for every error, without internals, and logs only unexpected errors. */
export function errorHandler(logger: Logger): SendError {
  const report = reportTo(logger);
  return (error, request, response) => {
    // The deadline has already answered this request; nobody waits for a late result.
    if (response.writableEnded) return;
    const problem = problemFor(error);
    if (problem.status === 500) report(error, request);
    if (response.headersSent) {
      // A partly sent response cannot be repaired: closing the connection shows the caller that it is incomplete.
      response.destroy();
      return;
    }
    sendProblem(request, response, problem);
  };
}

function sendProblem(request: HttpRequest, response: ServerResponse, problem: Problem): void {
  const retryAfter = problem.retryAfter ?? (problem.status === 503 ? RETRY_AFTER_SECONDS : undefined);
  if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
  response.setHeader('API-Version', '1.0').setHeader('Cache-Control', 'no-store');
  sendJson(response, problem.status, errorBody(request, problem));
}

/** Each area has its own format: GraphQL errors, and a string status for applications. */
function errorBody(request: HttpRequest, { status, code, message }: Problem): object {
  const id = requestIdOf(request);
  if (isForGraphql(request)) return { errors: [{ message, extensions: { code, request_id: id } }] };
  return {
    message,
    status: isForChatbot(request.url) ? String(status) : status,
    uri: request.url,
    code,
    request_id: id,
  };
}
