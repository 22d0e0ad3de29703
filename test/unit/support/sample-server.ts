import { Router } from 'express';
import { createHttpApp, type HttpParts, expressRoutes } from '../../../src/http/create-http-app';
import { Failure } from '../../../src/shared/failure';
import { sendJson, type HttpRequest } from '../../../src/shared/http';
import { listening, type Listening } from './listening';
import { memoryLog, type MemoryLog } from './memory-log';

export interface SampleServer extends Listening {
  readonly log: MemoryLog;
  /** Sends a body as it is. */
  readonly post: (path: string, body: NonNullable<RequestInit['body']>, type?: string) => Promise<Response>;
}

/** Serves the HTTP face over routes that show what reaches them, and some that fail. */
export async function sampleServer(config: Partial<HttpParts['config']> = {}): Promise<SampleServer> {
  const log = memoryLog();
  const app = createHttpApp({
    config: { trustProxy: false, corsOrigins: '*', ...config },
    logger: log.logger,
    graphql: async (request, response) => {
      await request.readBody?.();
      sendJson(response, 200, { data: null });
    },
    rest: expressRoutes(sampleRoutes()),
  });
  const server = await listening(app);
  const post: SampleServer['post'] = (path, body, type = 'application/json') =>
    fetch(server.url + path, { method: 'POST', body, headers: { 'Content-Type': type } });
  return { ...server, log, post };
}

function sampleRoutes(): Router {
  const routes = Router();
  routes.all('/lexicon/echo', async (request, response) => {
    const { readBody, address } = request as unknown as HttpRequest;
    response.json({
      query: request.query,
      body: (await readBody?.()) ?? null,
      ip: address,
    });
  });
  routes.get('/lexicon/broken', () => {
    throw new Error('the password is hush');
  });
  routes.get('/lexicon/rejected', () => Promise.reject(new Error('hush')));
  routes.get('/lexicon/busy', () => {
    throw new Failure('UNAVAILABLE', 'Try again soon');
  });
  routes.get('/lexicon/taken', () => {
    throw new Failure('CONFLICT', 'The name is taken');
  });
  routes.get('/lexicon/half', (_request, response) => {
    response.write('half');
    throw new Error('too late');
  });
  return routes;
}
