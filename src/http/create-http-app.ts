import express, { type Router } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import proxyAddr from 'proxy-addr';
import { type Handler, isForGraphql, originForm, type Incoming, type Next } from '../shared/http';
import type { Config } from '../config/load-config';
import type { Logger } from '../observability/logger';
import { accessLog } from './access-log';
import { Backlog, slowReaders } from './connections/buffer-budget';
import { compression } from './connections/compression';
import { crossOrigin, requestId, securityHeaders } from './headers';
import type { Deadlines } from './admission/deadline';
import { errorHandler, notFound } from './error-handler';
import type { AdmissionControl } from './admission/admission';
import { jsonBody } from './json-body';
import { queuedAnswers } from './connections/queued-answers';
import { Failure } from '../shared/failure';

/** One handler of many: each runs when the one before it goes on. What they throw, at once or later, goes on as an error. */
function inOrder(...handlers: readonly Handler[]): Handler {
  return (request, response, next) => {
    const run = (place: number): void => {
      const handler = handlers[place];
      if (handler === undefined) {
        next();
        return;
      }
      try {
        const running: unknown = handler(request, response, (error?: unknown) => {
          if (error === undefined) run(place + 1);
          else next(error);
        });
        if (running instanceof Promise) running.catch(next);
      } catch (error) {
        next(error);
      }
    };
    run(0);
  };
}

/** Routers of express as one handler. Express takes longer for a request than GraphQL does: nothing that must be quick stands here. */
export function expressRoutes(...routers: readonly Router[]): Handler {
  const app = express();
  app.disable('x-powered-by');
  // The routes know the revision of what they send; hashing every body would only cost time.
  app.set('etag', false);
  // Plain texts: brackets have no meaning, and of a repeated key the last one counts.
  app.set('query parser', (text: string | null) => Object.fromEntries(new URLSearchParams(text ?? '')));
  for (const router of routers) app.use(router);
  return app;
}

export interface HttpParts {
  readonly config: Pick<Config, 'trustProxy' | 'corsOrigins'> & Partial<Pick<Config, 'hstsSubdomains'>>;
  readonly logger: Logger;
  /** Sees every request and its answer, where anyone counts them. */
  readonly observe?: Handler;
  /** Answers /graphql, every method. */
  readonly graphql: Handler;
  /** Answers the REST paths; calls next() for any other. */
  readonly rest: Handler;
  /** Answers what else there is, such as the pages for people; calls next() for any other path. */
  readonly others?: Handler;
  /** Refuses what comes while there is too much to do already; nothing is refused when absent. */
  readonly admission?: Pick<AdmissionControl, 'begin' | 'outside'>;
  /** Gives every request its work, and refuses callers whose budget is used up. */
  readonly work?: Handler;
  /** See that every request is answered in time; none is when absent. */
  readonly deadlines?: Pick<Deadlines, 'begin' | 'extend' | 'outside'>;
  /** Whether a request may write many objects at once, and so send more; none may when absent. */
  readonly writesMany?: (request: Incoming) => Promise<boolean>;
  /** Refuses what comes too often; nothing is refused when absent. */
  readonly limit?: Handler;
  /** Answers the health paths. */
  readonly health?: Handler;
  /** Milliseconds in which something of an answer must be taken; the usual limit when absent. */
  readonly stalledMs?: number;
  /** Bytes that are kept for slow lines at most; the usual limit when absent. */
  readonly mostKept?: number;
}

/** Most of the guards wait for the end of an answer, and so does a stream that is written into it, at several places. */
const MOST_LISTENERS = 20;

/**
 * What answers requests: all of them in a server of its own, those for its paths where a host such as express gives `next`.
 */
export type HttpApp = (request: IncomingMessage, response: ServerResponse, next?: Next) => void;

/** The whole HTTP face: guards, routes, and an answer to everything that goes wrong. */
export function createHttpApp(parts: HttpParts): HttpApp {
  const routes = [atGraphql(parts.graphql), parts.rest, parts.others];
  const answer = inOrder(...[...guardsOf(parts), ...routes].filter((handler) => handler !== undefined));
  const answerError = errorHandler(parts.logger);
  return (request, response, next) => {
    // Of a request that a server receives, Node knows both its method and its target.
    const incoming = request as Incoming;
    if (!incoming.url.startsWith('/')) incoming.url = originForm(incoming.url);
    response.setMaxListeners(MOST_LISTENERS);
    answer(incoming, response, (error) => {
      if (error === undefined && next !== undefined) next();
      else answerError(error ?? notFound(), incoming, response);
    });
  };
}

/** What every request goes through. What is refused for overload costs little before it is. */
function guardsOf(parts: HttpParts): readonly (Handler | undefined)[] {
  const { config, logger, observe, health, admission, deadlines, limit } = parts;
  const backlog = new Backlog(parts.mostKept);
  const body = jsonBody({
    backlog,
    writesMany: parts.writesMany ?? (() => Promise.resolve(false)),
    expectLarge: (request) => {
      if (request.work) request.work.isLarge = true;
      deadlines?.extend(request);
    },
    outside: (request, read) => {
      const untimed = () => deadlines?.outside(request, read) ?? read();
      return admission?.outside(request, untimed) ?? untimed();
    },
  });
  return [
    ...[queuedAnswers, slowReaders({ backlog, stalledMs: parts.stalledMs }), observe, requestId],
    ...[securityHeaders(config), ...crossOrigin(config), clientAddress(config), parts.work],
    ...[admission?.begin, accessLog(logger), compression, checkedUrl, health],
    ...[deadlines?.begin, limit, body],
  ];
}

function atGraphql(graphql: Handler): Handler {
  return (request, response, next) => {
    if (isForGraphql(request)) return graphql(request, response, next);
    next();
    return undefined;
  };
}

/** Longest address that is served, path and query together, in bytes. */
const LONGEST_URL = 16_384;

/** Refuses addresses that are too long, or whose percent-encoding is no UTF-8 text. */
const checkedUrl: Handler = (request, _response, next) => {
  const { url } = request;
  if (url.length > LONGEST_URL) throw new Failure('URI_TOO_LONG', 'The request address is too long');
  if (url.includes('%') && !isDecodable(url)) {
    throw new Failure('INVALID_INPUT', 'The percent-encoding of the address is malformed');
  }
  next();
};

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

type Trust = (address: string, hop: number) => boolean;

/** Tells where a request comes from: what proxies say of it counts as far as they are trusted. */
function clientAddress({ trustProxy }: Pick<Config, 'trustProxy'>): Handler {
  const trust = trustOf(trustProxy);
  return (request, _response, next) => {
    request.address = proxyAddr(request, trust);
    next();
  };
}

function trustOf(trustProxy: Config['trustProxy']): Trust {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return proxyAddr.compile([...trustProxy]);
}
