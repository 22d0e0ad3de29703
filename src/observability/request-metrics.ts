import { pathOf, type Handler, type Incoming } from '../shared/http';
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

/** Counts every answer. A REST route leaves the id of its row in `request.row`. */
export function requestMetrics(metrics: Metrics): Handler {
  return (request, response, next) => {
    const started = performance.now();
    const { method } = request;
    response.once('close', () => {
      metrics.request({
        route: routeOf(request),
        method: METHODS.has(method) ? method : OTHER,
        status: response.statusCode,
        seconds: (performance.now() - started) / 1000,
      });
    });
    next();
  };
}

function routeOf(request: Incoming): string {
  if (request.row !== undefined) return request.row;
  const path = pathOf(request);
  return FACES.find(([pattern]) => pattern.test(path))?.[1] ?? OTHER;
}
