import { EventEmitter, once } from 'node:events';
import { createServer, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Router } from 'express';
import { createHttpApp, expressRoutes } from '../../../../src/http/create-http-app';
import { Deadlines } from '../../../../src/http/admission/deadline';
import { errorHandler } from '../../../../src/http/error-handler';
import { sendJson, type HttpRequest } from '../../../../src/shared/http';
import { Work } from '../../../../src/shared/work';
import { listening, type Listening } from '../../support/listening';
import { memoryLog, type MemoryLog } from '../../support/memory-log';
import { undisturbed } from '../../support/undisturbed';

const LIMIT_MS = 150;
/** Limit of responses that must be in time. */
const LONG_LIMIT_MS = 1_500;

let server: Listening;
let log: MemoryLog;
let isStoring: boolean;

beforeEach(() => start(LIMIT_MS));
afterEach(() => server.close());

/** Routes respond after twice the limit; one of them declares that it takes long. */
async function start(limitMs: number): Promise<void> {
  log = memoryLog();
  isStoring = false;
  const refuse = errorHandler(log.logger);
  const deadlines = new Deadlines({
    refuse,
    limitMs,
    isStoring: () => isStoring,
  });
  const late = Router()
    .all(['/lexicon/long', '/chatbot/long'], async (_request, response) => {
      await sleep(2 * limitMs);
      response.json({});
    })
    .all('/lexicon/lengthy', async (request, response) => {
      deadlines.extend(request);
      await sleep(2 * limitMs);
      response.json({ is: 'done' });
    })
    .all('/lexicon/echo', (request, response) => void response.json(request.body));
  server = await listening(
    createHttpApp({
      config: { trustProxy: false, corsOrigins: '*' },
      logger: log.logger,
      graphql: async (_request, response) => {
        await sleep(2 * limitMs);
        sendJson(response, 200, { data: null });
      },
      rest: expressRoutes(late),
      deadlines,
    }),
  );
}

test.each([
  ['/lexicon/long', { status: 503, code: 'UNAVAILABLE', uri: '/lexicon/long' }],
  ['/chatbot/long', { status: '503', code: 'UNAVAILABLE' }],
  ['/graphql', { errors: [{ extensions: { code: 'UNAVAILABLE' } }] }],
])(
  '%s is answered in time as unavailable, in the shape of its area, and a late result causes no error',
  async (path, body) => {
    const response = await fetch(server.url + path);

    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toMatchObject(body);
    await sleep(2 * LIMIT_MS);
    expect(log.lines().filter(({ level }) => level === 'error')).toEqual([]);
  },
);

test.each([
  ['GET', 'The request timed out'],
  ['POST', 'The request timed out; its changes may still take effect'],
])('a late %s request is told what is known of its changes', async (method, message) => {
  const response = await fetch(`${server.url}/lexicon/long`, { method });

  expect(await response.json()).toMatchObject({ message });
});

test('a request that says that it takes long is waited for', async () => {
  const response = await fetch(`${server.url}/lexicon/lengthy`);

  expect(await response.json()).toEqual({ is: 'done' });
});

test('the time in which a body arrives is not counted', async () => {
  await server.close();
  await start(LONG_LIMIT_MS);
  const body = '{"n":1}';
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const send = () =>
    new Promise((resolve, reject) => {
      const request = httpRequest(`${server.url}/lexicon/echo`, { method: 'POST', headers }, (response) => {
        response.resume().on('end', () => {
          resolve(response.statusCode);
        });
      });
      request.on('error', reject);
      request.write(body.slice(0, 3));
      setTimeout(() => request.end(body.slice(3)), 2 * LONG_LIMIT_MS);
    });

  expect(await undisturbed(LONG_LIMIT_MS / 2, send)).toBe(200);
});

test('does not time a request whose client disconnects while its body arrives', async () => {
  const refuse = jest.fn();
  const deadlines = new Deadlines({ refuse, limitMs: LIMIT_MS });
  const request = {} as HttpRequest;
  const response = new EventEmitter();
  deadlines.begin(request, response as ServerResponse, () => undefined);

  const reading = deadlines.outside(request, () => {
    response.emit('close');
    return Promise.reject(new Error('broken'));
  });

  await expect(reading).rejects.toThrow('broken');
  await sleep(2 * LIMIT_MS);
  expect(refuse).not.toHaveBeenCalled();
});

test('a request that is queued after other writes is answered when it has run', async () => {
  isStoring = true;

  expect((await fetch(`${server.url}/lexicon/long`)).status).toBe(200);
});

test('does not refuse a stored write because its response is late', async () => {
  const plain = createServer((incoming, response) => {
    const request = incoming as HttpRequest;
    request.work = new Work('a');
    new Deadlines({ refuse: errorHandler(log.logger), limitMs: LIMIT_MS }).begin(request, response, () => {
      request.work?.markStored();
      setTimeout(() => response.end('stored'), 4 * LIMIT_MS);
    });
  }).listen(0);
  await once(plain, 'listening');
  const { port } = plain.address() as AddressInfo;

  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('stored');
  plain.close();
});
