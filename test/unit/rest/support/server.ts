import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import express from 'express';
import { restRouter, type RestOptions } from '../../../../src/rest/adapter/router';
import { fileWritersWith } from '../../../../src/server/file-writers';
import { PATIENT_SERVER } from '../../../support/patient';
import { dictionarySchema, executorOver, type Article } from './dictionary-schema';

/** The documents of the project. */
export const OPERATIONS = join(__dirname, '..', '..', '..', '..', 'schema', 'operations');

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** A real HTTP server on a free port with the routes over some articles. */
export async function serve(
  articles: readonly Article[],
  options: Partial<RestOptions> & { countsAll?: boolean } = {},
) {
  const { executor, calls } = executorOver(articles, options);
  const reported: unknown[] = [];
  const app = express().use(express.json(), (request, _response, next) => {
    const body: unknown = request.body;
    Object.assign(request, { readBody: () => Promise.resolve(body) });
    next();
  });
  app.use(
    restRouter({
      schema: dictionarySchema,
      operationsFolder: OPERATIONS,
      execute: executor,
      contextOf: () => Promise.resolve({}),
      requestIdOf: () => 'request-1',
      report: (error) => reported.push(error),
      writers: fileWritersWith({ contentOf: () => Readable.from([]) }),
      ...options,
    }),
  );
  app.use((_request, response) => {
    response.status(418).end('passed on');
  });
  const server = createServer(PATIENT_SERVER, app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const closed: Promise<unknown>[] = [];
  server.on('request', (_request, response) => closed.push(once(response, 'close')));

  const call = async (path: string, init: RequestInit = {}): Promise<Reply> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const body = text.startsWith('{') && isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: response.status, headers: response.headers, text, body };
  };
  return {
    url: `http://127.0.0.1:${port}`,
    /** Resolves when all responses have been sent or given up. */
    closed: () => Promise.all(closed),
    get: (path: string, headers: Record<string, string> = {}) => call(path, { headers }),
    call,
    /** Sends a request target unchanged, and returns the whole response. */
    sendRaw: async (target: string): Promise<string> => {
      const socket = connect(port, '127.0.0.1');
      socket.end(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, 'utf8');
      const chunks: Buffer[] = [];
      for await (const chunk of socket) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks).toString('utf8');
    },
    calls,
    reported,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export type Server = Awaited<ReturnType<typeof serve>>;
