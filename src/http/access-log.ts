import { pathOf, type Handler, type Incoming } from '../shared/http';
import { type Logger, HIDDEN } from '../observability/logger';
import { requestIdOf } from './headers';

/** A token that was put into the path, where it does not belong: three parts of base64url. */
const TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g;

/** The path of a request, without what nobody should read. */
export function loggedPath(request: Incoming): string {
  return pathOf(request).replace(TOKEN, HIDDEN);
}

/** One line for each answer, without query and body: both can hold what nobody should read. */
export function accessLog(logger: Logger): Handler {
  return (request, response, next) => {
    const started = performance.now();
    const { method } = request;
    const path = loggedPath(request);
    response.once('close', () => {
      const level = response.statusCode >= 500 ? 'warn' : 'info';
      logger[level](
        {
          method,
          path,
          status: response.statusCode,
          ms: Math.round((performance.now() - started) * 100) / 100,
          requestId: requestIdOf(request),
          ...(response.writableFinished ? {} : { aborted: true }),
        },
        'request',
      );
    });
    next();
  };
}
