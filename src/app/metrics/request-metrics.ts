import type { Request, RequestHandler, Response } from 'express';
import type { Metrics } from './metrics';

/** The faces that are no REST rows, by the beginning of their paths. */
const FACES: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^\/graphql$/, 'graphql'],
  [/^\/(lexicon|chatbot)(\/|$)/, 'rest'],
  [/^\/health\//, 'health'],
  [/^\/assets\//, 'assets'],
  [/^\/docs(\/|$)/, 'docs'],
  [/^\/playground(\/|$)/, 'playground'],
  [/^\/export\//, 'export'],
  [/^\/($|headwords$|dictionaries(\/|$))/, 'reader'],
];

/** Methods that anything here answers; there are thirty more that HTTP allows. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

const OTHER = 'other';

/** Counts every answer. A REST route leaves the id of its row in `response.locals.row`. */
export function requestMetrics(metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const { method, path } = request;
    response.once('close', () => {
      metrics.request({
        route: routeOf(response, path),
        method: METHODS.has(method) ? method : OTHER,
        status: response.statusCode,
        seconds: (performance.now() - started) / 1000,
      });
    });
    next();
  };
}

function routeOf({ locals }: Pick<Response, 'locals'>, path: Request['path']): string {
  const row: unknown = locals['row'];
  if (typeof row === 'string') return row;
  return FACES.find(([pattern]) => pattern.test(path))?.[1] ?? OTHER;
}
