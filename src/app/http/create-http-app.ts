import express, { type Express, type Request, type RequestHandler, type Router } from 'express';
import type { Config } from '../config/load-config';
import type { Logger } from '../logger';
import { accessLog } from './access-log';
import { checkedUrl } from './checked-url';
import { compression } from './compression';
import { crossOrigin } from './cross-origin';
import type { Deadlines } from './deadline';
import { errorHandler, notFound } from './error-handler';
import { jsonBody } from './json-body';
import { parseQuery } from './parse-query';
import { requestId } from './request-id';
import { securityHeaders } from './security-headers';

export interface HttpParts {
  readonly config: Pick<Config, 'trustProxy' | 'corsOrigins'>;
  readonly logger: Logger;
  /** Sees every request and its answer, where anyone counts them. */
  readonly observe?: RequestHandler;
  /** Answers /graphql, every method. */
  readonly graphql: RequestHandler;
  /** Answers the REST paths; calls next() for any other. */
  readonly rest: Router;
  /** Answers what is streamed, where there is any; calls next() for any other path. */
  readonly exports?: Router;
  /** Refuses what comes while there is too much to do already; nothing is refused when absent. */
  readonly overload?: RequestHandler;
  /** See that every request is answered in time; none is when absent. */
  readonly deadlines?: Pick<Deadlines, 'begin' | 'pause' | 'resume'>;
  /** Whether a request has a good token, for what accounts may send; nobody has one when absent. */
  readonly hasAccount?: (request: Request) => Promise<boolean>;
  /** Refuses what comes too often; nothing is refused when absent. */
  readonly limit?: RequestHandler;
  /** Answers the pages for people, where there are any; calls next() for any other path. */
  readonly pages?: Router;
  /** Answers the health paths, before anything reads a body. */
  readonly health: Router;
}

/** The whole HTTP face, ready for a server: guards, routes, and an answer to everything that goes wrong. */
export function createHttpApp(parts: HttpParts): Express {
  const { config, logger, graphql, rest, exports, pages, health, limit, overload, deadlines } = parts;
  const app = bareApp(config);
  if (parts.observe) app.use(parts.observe);
  app.use(requestId, accessLog(logger), compression, securityHeaders(), ...crossOrigin(config), checkedUrl);
  app.use(health);
  if (overload) app.use(overload);
  if (deadlines) app.use(deadlines.begin);
  if (limit) app.use(limit);
  const body = jsonBody(parts.hasAccount ?? (() => Promise.resolve(false)));
  app.use(...(deadlines ? [deadlines.pause, body, deadlines.resume] : [body]));
  app.all('/graphql', graphql);
  app.use(rest);
  if (exports) app.use(exports);
  if (pages) app.use(pages);
  app.use(notFound);
  app.use(errorHandler(logger));
  return app;
}

function bareApp({ trustProxy }: Pick<Config, 'trustProxy'>): Express {
  const app = express();
  app.disable('x-powered-by');
  // The routes know the revision of what they send; hashing every body would only cost time.
  app.set('etag', false);
  app.set('trust proxy', typeof trustProxy === 'object' ? [...trustProxy] : trustProxy);
  app.set('query parser', parseQuery);
  return app;
}
