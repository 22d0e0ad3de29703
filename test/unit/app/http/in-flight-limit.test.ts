import { Router } from 'express';
import { createHealth } from '../../../../src/app/health';
import { createHttpApp } from '../../../../src/app/http/create-http-app';
import { errorHandler } from '../../../../src/app/http/error-handler';
import { inFlightLimit } from '../../../../src/app/http/in-flight-limit';
import { expressRoutes } from '../../../../src/app/http/express-routes';
import { sendJson } from '../../../../src/shared/http';
import { listening, type Listening } from '../support/listening';
import { memoryLog } from '../support/memory-log';

const health = createHealth({ probe: () => Promise.resolve(), lifecycle: { isDraining: () => false } });

let server: Listening;
let release: () => void;
let clock: number;
let reports: number[];

/** Two requests at once are taken; those to `/lexicon/waits` are answered when they are released. */
beforeEach(async () => {
  clock = 0;
  reports = [];
  const { logger } = memoryLog();
  const released = new Promise<void>((resolve) => (release = resolve));
  server = await listening(
    createHttpApp({
      config: { trustProxy: false, corsOrigins: '*' },
      logger,
      graphql: (_request, response) => {
        sendJson(response, 200, { data: null });
      },
      rest: expressRoutes(
        Router().all('/lexicon/waits', (_request, response) => released.then(() => response.json({}))),
      ),
      health,
      overload: inFlightLimit({
        most: 2,
        now: () => clock,
        refuse: errorHandler(logger),
        report: (count) => reports.push(count),
      }),
    }),
  );
});
afterEach(() => server.close());

const waits = (signal?: AbortSignal) =>
  fetch(`${server.url}/lexicon/waits`, signal ? { signal } : {}).catch(() => ({ status: 0 }));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a burst beyond the limit waits for its turn, and health does not', async () => {
  const burst = Array.from({ length: 40 }, () => waits());
  await pause(200);
  const health = await fetch(`${server.url}/health/live`);
  release();

  expect(health.status).toBe(200);
  expect((await Promise.all(burst)).map(({ status }) => status)).toEqual(Array.from(burst, () => 200));
});

test('where the line does not get shorter, a request is soon 503 with Retry-After, and those that were taken are not disturbed', async () => {
  const taken = [waits(), waits()];
  const late: Promise<{ status: number }>[] = [];
  for (clock = 0; clock <= 600; clock += 200) {
    late.push(waits());
    await pause(50);
  }

  const asked = performance.now();
  const refused = await fetch(`${server.url}/graphql`);
  // Those of a burst wait for three seconds.
  expect(performance.now() - asked).toBeLessThan(1500);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE' } }] });
  expect((await Promise.all(late)).map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  release();
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200]);
});

test('it is told once a second how many were refused', async () => {
  const many = Array.from({ length: 510 }, () => waits());
  await pause(1500);
  release();
  await Promise.all(many);

  expect(reports).toEqual([5, 8]);
});

test('nobody waits for longer than a burst lasts', async () => {
  const all = [waits(), waits(), waits()];

  expect((await Promise.race(all)).status).toBe(503);
  release();
});

test('a client that goes away makes room', async () => {
  const leaving = new AbortController();
  const lost = [waits(leaving.signal), waits(leaving.signal), waits(leaving.signal)];
  await pause(100);
  leaving.abort();
  await Promise.all(lost);

  expect((await fetch(`${server.url}/graphql`)).status).toBe(200);
});

test('a line has an end', async () => {
  const many = Array.from({ length: 520 }, () => waits());
  const refused = await Promise.race(many);
  release();

  expect(refused.status).toBe(503);
  await Promise.all(many);
});
