import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Handler } from '../shared/http';
import helmet from 'helmet';
import type { Config } from '../config/load-config';
import cors from 'cors';

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

/** A year: browsers then use TLS for this host alone. */
const HSTS_SECONDS = 31_536_000;

/** Headers that tell a browser to do nothing with an answer beyond what it is for. */
export function securityHeaders({
  hstsSubdomains = false,
}: Partial<Pick<Config, 'hstsSubdomains'>>): Handler {
  const headers = headersSetBy({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
      },
    },
    // Other hosts below this name belong to others, who may have no TLS yet: only the operator can include them.
    strictTransportSecurity: { maxAge: HSTS_SECONDS, includeSubDomains: hstsSubdomains },
    // The application does not send this one in the first place.
    xPoweredBy: false,
    // Dictionaries are there to be read from other sites too; CORS_ORIGINS decides who may.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // These four speak to software that no longer exists and would only lengthen each answer.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/** They are the same for every answer, so they are asked for once. */
function headersSetBy(
  options: Parameters<typeof helmet>[0],
): readonly (readonly [name: string, value: string])[] {
  const headers = new Map<string, string>();
  const collecting = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  const none = {} as Parameters<ReturnType<typeof helmet>>[0];
  helmet(options)(none, collecting as unknown as ServerResponse, () => undefined);
  return [...headers];
}

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
