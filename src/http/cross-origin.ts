import cors from 'cors';
import type { Handler } from '../shared/http';
import type { Config } from '../config/load-config';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];

/** Headers of ours that a page may read; a browser hides every other. */
const EXPOSED_HEADERS = [
  'API-Version',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'RateLimit-Limit',
  'RateLimit-Policy',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Ignored-Members',
  'X-Limit-Applied',
  'X-Request-Id',
  'X-Sort-Limit-Applied',
  'X-Total-Count',
  'X-Truncated',
  'X-Work-Policy',
  'X-Work-Remaining',
];

const PREFLIGHT_SECONDS = 600;

/** Lets pages of the configured origins read answers, and answers every preflight request. */
export function crossOrigin({ corsOrigins }: Pick<Config, 'corsOrigins'>): readonly Handler[] {
  if (corsOrigins.length === 0) return [endPreflight];
  const grant = cors({
    origin: corsOrigins === '*' ? '*' : [...corsOrigins],
    methods: METHODS,
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
    preflightContinue: true,
  });
  return [grant, endPreflight];
}

/** Only a preflight ends here: a plain OPTIONS is for the route, which knows its methods. */
const endPreflight: Handler = (request, response, next) => {
  if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
    response.statusCode = 204;
    response.end();
    return;
  }
  next();
};
