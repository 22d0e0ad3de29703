import type { ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Handler } from '../shared/http';
import type { Config } from '../config/load-config';

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
