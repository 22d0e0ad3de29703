import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Handler } from '../shared/http';
import helmet from 'helmet';
import type { Config } from '../config/load-config';
import cors from 'cors';

/** Request ids that a caller may choose: they appear in headers, bodies and log lines unchanged. */
const VALID_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Gives each request an id, the caller's own if it is valid, and returns it in X-Request-Id. */
export const requestId: Handler = (request, response, next) => {
  const callerId = request.headers['x-request-id'];
  const id = typeof callerId === 'string' && VALID_REQUEST_ID.test(callerId) ? callerId : randomUUID();
  // Stored in the request headers, so that code that sees only the headers finds it too.
  request.headers['x-request-id'] = id;
  response.setHeader('X-Request-Id', id);
  next();
};

/** The id that `requestId` assigned to a request. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const id = headers['x-request-id'];
  return typeof id === 'string' ? id : '';
}

/** A year: browsers then use TLS for this host only. */
const HSTS_SECONDS = 31_536_000;

/** Headers that prevent browsers from using a response for anything but its purpose. */
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
    // Hosts below this name may have no TLS yet: only the operator can include them.
    strictTransportSecurity: { maxAge: HSTS_SECONDS, includeSubDomains: hstsSubdomains },
    // The application does not send this one in the first place.
    xPoweredBy: false,
    // Pages of other sites may read dictionaries; CORS_ORIGINS decides which.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    // These four address obsolete software and would only lengthen each response.
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

/** The headers that helmet sets. They are the same for every response, so they are computed once. */
function headersSetBy(
  options: Parameters<typeof helmet>[0],
): readonly (readonly [name: string, value: string])[] {
  const headers = new Map<string, string>();
  const collecting = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  const noRequest = {} as Parameters<ReturnType<typeof helmet>>[0];
  helmet(options)(noRequest, collecting as unknown as ServerResponse, () => undefined);
  return [...headers];
}

const CORS_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];

/** Response headers that a page may read; browsers hide all others. */
const EXPOSED_HEADERS = [
  'API-Version',
  'ETag',
  'Idempotency-Replayed',
  'Last-Modified',
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

/** Headers and the method by which clients of tus in pages continue an upload. */
const UPLOAD_HEADERS = [
  'Tus-Checksum-Algorithm',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Offset',
];
const UPLOAD_METHODS = [...CORS_METHODS, 'PATCH'];

const PREFLIGHT_SECONDS = 600;

/** Path of the files of the build. Each page loads several, and no page reads their headers. */
const ASSETS_PATH = '/assets/';

const UPLOADS_PATH = '/import/uploads';

/** Lets pages of the configured origins read responses, and answers every preflight request. */
export function crossOrigin({ corsOrigins }: Pick<Config, 'corsOrigins'>): readonly Handler[] {
  if (corsOrigins.length === 0) return [endPreflight];
  const granting = (exposedHeaders: string[], methods = CORS_METHODS): Handler =>
    cors({
      origin: corsOrigins === '*' ? '*' : [...corsOrigins],
      methods,
      exposedHeaders,
      maxAge: PREFLIGHT_SECONDS,
      preflightContinue: true,
    });
  const grant = granting(EXPOSED_HEADERS);
  const grants = [
    [ASSETS_PATH, granting([])],
    [UPLOADS_PATH, granting([...EXPOSED_HEADERS, ...UPLOAD_HEADERS], UPLOAD_METHODS)],
  ] as const;
  const grantAny: Handler = (request, response, next) => {
    const [, special] = grants.find(([path]) => request.url.startsWith(path)) ?? [];
    (special ?? grant)(request, response, next);
  };
  return [grantAny, endPreflight];
}

/** Only a preflight ends here: the route answers a plain OPTIONS, because it knows its methods. */
const endPreflight: Handler = (request, response, next) => {
  if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
    response.statusCode = 204;
    response.end();
    return;
  }
  next();
};
