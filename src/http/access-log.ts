import { pathOf, type Handler, type Incoming } from '../shared/http';
import { type Logger, HIDDEN } from '../observability/logger';
import { requestIdOf } from './headers';

/** Matches a token in a path, where it does not belong: three parts of base64url. */
const TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]+/g;

/** The path of a request without secrets. */
export function loggedPath(request: Incoming): string {
  return pathOf(request).replace(TOKEN, HIDDEN);
}

/** Logs one line per response, without query and body, which can contain secrets. */
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
