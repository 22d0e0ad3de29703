import { Router } from 'express';
import { createHealth } from '../../../../src/server/lifecycle/health';
import { createHttpApp, expressRoutes } from '../../../../src/http/create-http-app';
import { requestLimit } from '../../../../src/http/admission/request-work';
import { sendJson } from '../../../../src/shared/http';
import { listening, type Listening } from '../../support/listening';
import { memoryLog } from '../../support/memory-log';

const LIMIT = { points: 3, duration: 300 };

const health = createHealth({ probe: () => Promise.resolve(), lifecycle: { isDraining: () => false } });

let server: Listening;
let taken: number;

/** Three requests are allowed, whoever asks; a caller who is not counted is sent on. */
async function start({ isCounted }: { readonly isCounted: boolean }): Promise<void> {
  taken = 0;
  const limit = requestLimit(() => {
    taken++;
    const state = { limit: LIMIT, isAllowed: taken <= 3, remaining: Math.max(0, 3 - taken), resetsAfter: 17 };
    return Promise.resolve(isCounted ? state : undefined);
  });
  server = await listening(
    createHttpApp({
      config: { trustProxy: false, corsOrigins: '*' },
      logger: memoryLog().logger,
      graphql: (_request, response) => {
        sendJson(response, 200, { data: null });
      },
      rest: expressRoutes(Router().all('/lexicon/echo', (_request, response) => void response.json({}))),
      health,
      limit,
    }),
  );
}
afterEach(() => server.close());

test('every response has the limit, the remaining amount and the time of the reset', async () => {
  await start({ isCounted: true });

  const { status, headers } = await fetch(`${server.url}/lexicon/echo`);

  expect(status).toBe(200);
  expect(headers.get('ratelimit-limit')).toBe('3');
  expect(headers.get('ratelimit-policy')).toBe('3;w=300');
  expect(headers.get('ratelimit-remaining')).toBe('2');
  expect(headers.get('ratelimit-reset')).toBe('17');
});

test.each([
  ['/lexicon/echo', { status: 429, code: 'RATE_LIMITED' }],
  ['/chatbot/nowhere', { status: '429', code: 'RATE_LIMITED' }],
  ['/graphql', { errors: [{ extensions: { code: 'RATE_LIMITED' } }] }],
  ['/', { status: 429, code: 'RATE_LIMITED' }],
])('beyond the limit, %s is 429 in the shape of its area, with Retry-After', async (path, body) => {
  await start({ isCounted: true });
  for (let n = 0; n < 3; n++) await fetch(`${server.url}/lexicon/echo`);

  // A body that is no JSON would be 400: a refused request is not read.
  const refused = await fetch(server.url + path, {
    method: 'POST',
    body: '{',
    headers: { Origin: 'https://a.org' },
  });

  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject(body);
  expect(refused.headers.get('retry-after')).toBe('17');
  expect(refused.headers.get('ratelimit-remaining')).toBe('0');
  expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After');
});

test('health and preflight requests are not counted', async () => {
  await start({ isCounted: true });

  await fetch(`${server.url}/health/live`);
  const headers = { Origin: 'https://a.org', 'Access-Control-Request-Method': 'POST' };
  await fetch(`${server.url}/graphql`, { method: 'OPTIONS', headers });

  expect(taken).toBe(0);
});

test('an uncounted caller gets no such headers', async () => {
  await start({ isCounted: false });

  const { headers } = await fetch(`${server.url}/lexicon/echo`);

  expect(headers.get('ratelimit-limit')).toBeNull();
});
