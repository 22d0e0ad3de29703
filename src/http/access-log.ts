import { pathOf, RESET_PATH, loggedStatus, type Handler, type HttpRequest } from '../shared/http';
import { type Logger, HIDDEN } from '../observability/logger';
import { requestIdOf } from './headers';

/** Matches a token or an API key in a path, where neither belongs, and the secret of a link for a new password. */
const SECRETS = new RegExp(
  `eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+|griot_\\d+_[\\w-]{20,}|(?<=${RESET_PATH}/).+`,
  'gi',
);

/** The path of a request without secrets. */
export function loggedPath(request: HttpRequest): string {
  return pathOf(request).replace(SECRETS, HIDDEN);
}

/** Logs one line per response, without query and body, which can contain secrets. */
export function accessLog(logger: Logger): Handler {
  return (request, response, next) => {
    const started = performance.now();
    const { method } = request;
    const path = loggedPath(request);
    response.once('close', () => {
      const status = loggedStatus(response);
      const level = status >= 500 ? 'warn' : 'info';
      logger[level](
        {
          method,
          path,
          status,
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
