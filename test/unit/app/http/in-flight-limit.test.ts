import { Router } from 'express';
import { createHttpApp } from '../../../../src/app/http/create-http-app';
import { inFlightLimit } from '../../../../src/app/http/in-flight-limit';
import { listening, type Listening } from '../support/listening';
import { memoryLog } from '../support/memory-log';

let server: Listening;
let release: () => void;

/** Two requests at once are taken; those to `/lexicon/waits` are answered when they are released. */
beforeEach(async () => {
  const released = new Promise<void>((resolve) => (release = resolve));
  server = await listening(
    createHttpApp({
      config: { trustProxy: false, corsOrigins: '*' },
      logger: memoryLog().logger,
      graphql: (_request, response) => void response.json({ data: null }),
      rest: Router().all('/lexicon/waits', (_request, response) => released.then(() => response.json({}))),
      health: Router().get('/health/live', (_request, response) => void response.json({})),
      overload: inFlightLimit(2),
    }),
  );
});
afterEach(() => server.close());

test('beyond the limit a request is 503 with Retry-After at once, health is answered, and the others are not disturbed', async () => {
  const taken = [fetch(`${server.url}/lexicon/waits`), fetch(`${server.url}/lexicon/waits`)];
  // A third one could otherwise come first.
  let refused = await fetch(`${server.url}/graphql`);
  while (refused.status !== 503) refused = await fetch(`${server.url}/graphql`);
  const health = await fetch(`${server.url}/health/live`);
  release();

  expect(refused.headers.get('retry-after')).toBe('1');
  expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE' } }] });
  expect(health.status).toBe(200);
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await fetch(`${server.url}/lexicon/waits`)).status).toBe(200);
});

test('a client that goes away makes room', async () => {
  const leaving = new AbortController();
  const { signal } = leaving;
  const lost = [0, 1].map(() => fetch(`${server.url}/lexicon/waits`, { signal }).catch(() => 'gone'));
  while ((await fetch(`${server.url}/graphql`)).status !== 503);
  leaving.abort();
  await Promise.all(lost);

  let { status } = await fetch(`${server.url}/graphql`);
  while (status === 503) ({ status } = await fetch(`${server.url}/graphql`));

  expect(status).toBe(200);
});
