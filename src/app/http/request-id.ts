import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';

/** What a caller may choose as an id: it goes into headers, bodies and log lines unchanged. */
const SANE_ID = /^[\w.:-]{1,128}$/;

/** Gives each request an id, the caller's own where it is sane, and tells it in X-Request-Id. */
export const requestId: RequestHandler = (request, response, next) => {
  const given = request.get('X-Request-Id');
  const id = given !== undefined && SANE_ID.test(given) ? given : randomUUID();
  response.locals['requestId'] = id;
  response.setHeader('X-Request-Id', id);
  next();
};

/** The id that `requestId` gave to a request. */
export function requestIdOf(request: Request): string {
  const id: unknown = request.res?.locals['requestId'];
  return typeof id === 'string' ? id : '';
}
