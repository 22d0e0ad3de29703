import { Failure, type FailureReason, STATUS_OF, RETRY_AFTER_SECONDS } from '../shared/failure';
import type { ServerResponse } from 'node:http';
import { isForChatbot, isForGraphql, sendJson, type Incoming } from '../shared/http';
import type { Logger } from '../observability/logger';
import { requestIdOf } from './headers';

/** What an answer says of an error. */
export interface Problem {
  readonly status: number;
  readonly code: FailureReason | 'INTERNAL_SERVER_ERROR';
  readonly message: string;
  /** Seconds after which the same request may be tried again, where that is known. */
  readonly retryAfter?: number | undefined;
}

/** Turns whatever was thrown into what the caller may know of it. */
function problemOf(error: unknown): Problem {
  const failure = error instanceof Failure ? error : failureOfLibrary(error);
  if (!failure) return { status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Internal error' };
  const { kind, reason: code, message, details } = failure;
  return { status: STATUS_OF[kind], code, message, retryAfter: details.retryAfter };
}

/** Libraries mark the caller's mistakes with a status below 500; everything else is ours. */
function failureOfLibrary(error: unknown): Failure | undefined {
  const { status }: { readonly status?: unknown } = typeof error === 'object' && error !== null ? error : {};
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined;
  return status === 404
    ? new Failure('NOT_FOUND', 'Not found')
    : new Failure('INVALID_INPUT', 'Malformed request');
}

/** Why a request failed that no route took. */
export function notFound(): Failure {
  return new Failure('NOT_FOUND', 'Not found');
}

/** What failed while a server ends, by its log. */
const ENDING = new WeakMap<Logger, { count: number; first?: unknown }>();

/** Logs what nobody meant to happen, under the id that the caller was told. */
export function reportTo(logger: Logger): (error: unknown, request: Incoming) => void {
  return (error, request) => {
    const ending = ENDING.get(logger);
    if (ending === undefined) {
      logger.error({ err: error, requestId: requestIdOf(request) }, 'A request failed');
      return;
    }
    if (ending.count++ === 0) ending.first = error;
  };
}

/**
 * From now on failures are counted, since a server that ends lets all that still runs fail in the same way.
 *
 * @returns logs in one line how many there were, and the first of them; nothing where there was none
 */
export function countFailures(logger: Logger): () => void {
  const ending: { count: number; first?: unknown } = { count: 0 };
  ENDING.set(logger, ending);
  return () => {
    const { count, first } = ending;
    if (count > 0) logger.error({ count, err: first }, 'Requests failed while the server was ending');
  };
}

/** Answers a request that failed. */
export type AnswerError = (error: unknown, request: Incoming, response: ServerResponse) => void;

/** JSON for every error, nothing of its inside shown, and only our own mistakes logged. */
export function errorHandler(logger: Logger): AnswerError {
  const report = reportTo(logger);
  return (error, request, response) => {
    // It was answered when its time was up; what is late finds nobody who waits.
    if (response.writableEnded) return;
    const problem = problemOf(error);
    if (problem.status === 500) report(error, request);
    if (response.headersSent) {
      // Half an answer cannot be mended: a broken connection is how the caller learns of it.
      response.destroy();
      return;
    }
    reply(request, response, problem);
  };
}

function reply(request: Incoming, response: ServerResponse, problem: Problem): void {
  const retryAfter = problem.retryAfter ?? (problem.status === 503 ? RETRY_AFTER_SECONDS : undefined);
  if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
  response.setHeader('API-Version', '1.0').setHeader('Cache-Control', 'no-store');
  sendJson(response, problem.status, bodyOf(request, problem));
}

/** Each area has its own shape: errors of GraphQL, and for applications a status that is a string. */
function bodyOf(request: Incoming, { status, code, message }: Problem): object {
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
