import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Headers that tell a browser to do nothing with an answer beyond what it is for. */
export function securityHeaders(): RequestHandler {
  return helmet({
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
}
