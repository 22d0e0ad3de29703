import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Handler } from '../shared/http';

/** What a caller may choose as an id: it goes into headers, bodies and log lines unchanged. */
const SANE_ID = /^[\w.:-]{1,128}$/;

/** Gives each request an id, the caller's own where it is sane, and tells it in X-Request-Id. */
export const requestId: Handler = (request, response, next) => {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
  // Kept where the caller's would stand, so that all who see only the headers find it too.
  request.headers['x-request-id'] = id;
  response.setHeader('X-Request-Id', id);
  next();
};

/** The id that `requestId` gave to a request. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const id = headers['x-request-id'];
  return typeof id === 'string' ? id : '';
}
