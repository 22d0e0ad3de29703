import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Logger } from '../logger';
import { HttpProblem } from './http-problem';
import { problemOf, type Problem } from './problem-of';
import { requestIdOf } from './request-id';

/** A caller that meets an overload or an outage may try again after this many seconds. */
const RETRY_AFTER_SECONDS = 1;

/** Answers every request that no route took. */
export const notFound: RequestHandler = () => {
  throw new HttpProblem(404);
};

/** Logs what nobody meant to happen, under the id that the caller was told. */
export function reportTo(logger: Logger): (error: unknown, request: Request) => void {
  return (error, request) => {
    logger.error({ err: error, requestId: requestIdOf(request) }, 'A request failed');
  };
}

/** The last handler: JSON for every error, nothing of its inside shown, and only our own mistakes logged. */
export function errorHandler(logger: Logger): ErrorRequestHandler {
  const report = reportTo(logger);
  return (error: unknown, request, response, next) => {
    if (response.writableEnded) {
      // It was answered when its time was up; what is late finds nobody who waits.
      next('router');
      return;
    }
    const problem = problemOf(error);
    if (problem.status === 500) report(error, request);
    if (response.headersSent) {
      // Half an answer cannot be mended: a broken connection is how the caller learns of it.
      response.destroy();
      next('router');
      return;
    }
    reply(request, response, problem);
  };
}

function reply(request: Request, response: Response, problem: Problem): void {
  response.set({ 'API-Version': '1.0', 'Cache-Control': 'no-store' });
  const retryAfter = problem.retryAfter ?? (problem.status === 503 ? RETRY_AFTER_SECONDS : undefined);
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
  response.status(problem.status).json(bodyOf(request, problem, requestIdOf(request)));
}

/** Each area has its own shape: errors of GraphQL, and for applications a status that is a string. */
function bodyOf({ originalUrl, path }: Request, problem: Problem, id: string): object {
  const { status, code, message } = problem;
  if (path === '/graphql') return { errors: [{ message, extensions: { code, request_id: id } }] };
  const isChatbot = path === '/chatbot' || path.startsWith('/chatbot/');
  return { message, status: isChatbot ? String(status) : status, uri: originalUrl, code, request_id: id };
}
