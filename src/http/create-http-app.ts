import express, { type Router } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import proxyAddr from 'proxy-addr';
import {
  type Handler,
  isForGraphql,
  isForHealth,
  isForMedia,
  isForOfflineFile,
  isForPage,
  isForUploads,
  handlerFor,
  originForm,
  type HttpRequest,
  type Next,
} from '../shared/http';
import type { Config } from '../config/load-config';
import type { Logger } from '../observability/logger';
import { accessLog } from './access-log';
import { BufferBudget, slowReaders, trackPipelined } from './connections/unsent-responses';
import { compression } from './connections/compression';
import { crossOrigin, requestId, securityHeaders } from './headers';
import type { Deadlines } from './admission/deadline';
import { errorHandler, notFound } from './error-handler';
import type { AdmissionControl } from './admission/admission';
import { jsonBody } from './request-body';
import { Failure } from '../shared/failure';

/**
 * Combines handlers: each runs when the previous one calls next(). What they throw, synchronously or later, is passed
 * on as an error.
 */
function chained(...handlers: readonly Handler[]): Handler {
  return (request, response, next) => {
    const run = (index: number): void => {
      const handler = handlers[index];
      if (handler === undefined) {
        next();
        return;
      }
      try {
        const running: unknown = handler(request, response, (error?: unknown) => {
          if (error === undefined) run(index + 1);
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

/**
 * Combines routers of express into one handler. Express takes longer for a request than GraphQL, so nothing
 * time-critical belongs here.
 */
export function expressRoutes(...routers: readonly Router[]): Handler {
  const app = express();
  app.disable('x-powered-by');
  // The routes know the revision of what they send; hashing every body would only cost time.
  app.set('etag', false);
  // Query values are plain strings: brackets have no meaning, and the last value of a repeated key counts.
  app.set('query parser', (text: string | null) => Object.fromEntries(new URLSearchParams(text ?? '')));
  for (const router of routers) app.use(router);
  return app;
}

export interface HttpParts {
  readonly config: Pick<Config, 'trustProxy' | 'corsOrigins'> & Partial<Pick<Config, 'hstsSubdomains'>>;
  readonly logger: Logger;
  /** Observes every request and its response, for metrics. */
  readonly observe?: Handler;
  /** Answers /graphql, every method. */
  readonly graphql: Handler;
  /** Answers the REST paths; calls next() for any other. */
  readonly rest: Handler;
  /** Receives files, at paths of its own. */
  readonly uploads?: Handler;
  /** Sends files of copies of dictionaries, at paths of their own. */
  readonly offlineFiles?: Handler;
  /** Sends recordings and pictures, at paths of their own. */
  readonly mediaFiles?: Handler;
  /** Answers other paths, such as pages; calls next() for unknown paths. */
  readonly others?: Handler;
  /** Refuses requests under overload. Without it, none is refused. */
  readonly admission?: Pick<AdmissionControl, 'begin' | 'outside'>;
  /** Gives every request its work and refuses callers whose budget is used up. */
  readonly work?: Handler;
  /** Enforces deadlines. Without it, there are none. */
  readonly deadlines?: Pick<Deadlines, 'begin' | 'extend' | 'outside'>;
  /** Whether a request may write many objects and so send a larger body. Without it, none may. */
  readonly writesMany?: (request: HttpRequest) => Promise<boolean>;
  /** Refuses requests beyond the rate limit. Without it, none is refused. */
  readonly limit?: Handler;
  /** Answers the health paths. */
  readonly health?: Handler;
  /** Milliseconds in which a client must take some of its response. Defaults to the usual limit. */
  readonly stalledMs?: number;
  /** Maximum number of buffered bytes. Defaults to the usual limit. */
  readonly maxBufferedBytes?: number;
}

/** Most guards and streamed responses add a listener for the end of a response. */
const MAX_LISTENERS = 20;

/** Answers all requests in a separate server, or those for its paths if a host such as Express passes `next`. */
export type HttpApp = (request: IncomingMessage, response: ServerResponse, next?: Next) => void;

/** The complete HTTP handler: guards, routes and error handling. */
export function createHttpApp(parts: HttpParts): HttpApp {
  const { uploads, offlineFiles, mediaFiles } = parts;
  const routes = [
    handlerFor(isForGraphql, parts.graphql),
    offlineFiles && handlerFor(isForOfflineFile, offlineFiles),
    mediaFiles && handlerFor(isForMedia, mediaFiles),
    parts.rest,
    uploads && handlerFor(isForUploads, uploads),
    parts.others,
  ];
  const handle = chained(...[...guardsOf(parts), ...routes].filter((handler) => handler !== undefined));
  const sendError = errorHandler(parts.logger);
  return (request, response, next) => {
    // Node sets both method and target of a request that a server receives.
    const incoming = request as HttpRequest;
    if (!incoming.url.startsWith('/')) incoming.url = originForm(incoming.url);
    response.setMaxListeners(MAX_LISTENERS);
    handle(incoming, response, (error) => {
      if (error === undefined && incoming.urlFailure === undefined && next !== undefined) next();
      else sendError(error ?? incoming.urlFailure ?? notFound(), incoming, response);
    });
  };
}

/** The handlers that every request passes. Refusals under overload come before costly steps. */
function guardsOf(parts: HttpParts): readonly (Handler | undefined)[] {
  const { config, logger, observe, health, admission, deadlines, limit } = parts;
  const bufferBudget = new BufferBudget(parts.maxBufferedBytes);
  const body = jsonBody({
    bufferBudget,
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
    trackPipelined,
    slowReaders({ bufferBudget, stalledMs: parts.stalledMs }),
    observe,
    requestId,
    securityHeaders(config),
    ...crossOrigin(config),
    clientAddress(config),
    parts.work,
    admission?.begin,
    accessLog(logger),
    compression,
    checkedHost,
    checkedUrl,
    health && handlerFor(isForHealth, health),
    deadlines?.begin,
    limit,
    body,
  ];
}

/** Refuses what RFC 9112 (3.2) refuses: no header Host, except in HTTP/1.0, or several. Node would answer without a body. */
const checkedHost: Handler = (request, _response, next) => {
  const { rawHeaders, httpVersion } = request;
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === 'host') hosts++;
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    throw new Failure('INVALID_INPUT', 'A request must have one header Host');
  next();
};

/** Maximum length of a URL (path and query), in bytes. */
const MAX_URL_LENGTH = 16_384;

/** Refuses URLs that are too long or whose percent-encoding is not UTF-8. A browser that requests a page gets one that says so. */
const checkedUrl: Handler = (request, _response, next) => {
  const failure = urlFailure(request.url);
  if (failure !== undefined) {
    if (!isForPage(request)) throw failure;
    request.urlFailure = failure;
  }
  next();
};

function urlFailure(url: string): Failure | undefined {
  if (url.length > MAX_URL_LENGTH) return new Failure('URI_TOO_LONG', 'The request URL is too long');
  if (!url.includes('%') || isDecodable(url)) return undefined;
  return new Failure('INVALID_INPUT', 'The percent-encoding of the URL is malformed');
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

/** Maximum number of client addresses that are remembered, and maximum length of their keys, in characters. */
const MAX_CACHED_ADDRESSES = 1000;
const MAX_ADDRESS_KEY_LENGTH = 200;

type Trust = (address: string, hop: number) => boolean;

/** Determines the address of a client. Values from proxies count only if the proxies are trusted. */
function clientAddress({ trustProxy }: Pick<Config, 'trustProxy'>): Handler {
  const trust = trustOf(trustProxy);
  // By what it depends on: all requests of a client have the same.
  const cache = new LRUCache<string, string>({ max: MAX_CACHED_ADDRESSES });
  return (request, _response, next) => {
    const { 'x-forwarded-for': forwarded = '' } = request.headers;
    const key = `${request.socket.remoteAddress ?? ''} ${String(forwarded)}`;
    const address = cache.get(key) ?? proxyAddr(request, trust);
    if (key.length <= MAX_ADDRESS_KEY_LENGTH) cache.set(key, address);
    request.address = address;
    next();
  };
}

function trustOf(trustProxy: Config['trustProxy']): Trust {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return proxyAddr.compile([...trustProxy]);
}
