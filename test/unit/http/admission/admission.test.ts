import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Router } from 'express';
import { createHealth } from '../../../../src/server/lifecycle/health';
import { createHttpApp, expressRoutes } from '../../../../src/http/create-http-app';
import { errorHandler } from '../../../../src/http/error-handler';
import { eventually } from '../../../support/eventually';
import { runningTime } from '../../../support/running-time';
import { AdmissionControl } from '../../../../src/http/admission/admission';
import { sendJson } from '../../../../src/shared/http';
import { listening, type Listening } from '../../support/listening';
import { memoryLog } from '../../support/memory-log';

const health = createHealth({ probe: () => Promise.resolve(), lifecycle: { isDraining: () => false } });

/** More than the system takes for a connection. */
const LARGE = Buffer.alloc(20_000_000);

let server: Listening;
let release: () => void;
let clock: number;
let reports: number[];
/** Requests that have reached the server, those with a complete body, and large responses that have begun. */
let arrived: number;
let read: number;
let large: number;

/** Two requests at once are taken; those to `/lexicon/waits` are answered when they are released. */
beforeEach(async () => {
  clock = arrived = read = large = 0;
  // A server of an earlier test may report once more.
  const own: number[] = (reports = []);
  const { logger } = memoryLog();
  const released = new Promise<void>((resolve) => (release = resolve));
  server = await listening(
    createHttpApp({
      config: { trustProxy: false, corsOrigins: '*' },
      logger,
      observe: (request, _response, next) => {
        arrived++;
        request.once('end', () => read++);
        next();
      },
      graphql: async (request, response) => {
        await request.readBody?.();
        sendJson(response, 200, { data: null });
      },
      rest: expressRoutes(
        Router()
          .all('/lexicon/waits', (_request, response) => released.then(() => response.json({})))
          .all('/lexicon/large', (_request, response) => {
            large++;
            response.send(LARGE);
          }),
      ),
      health,
      admission: new AdmissionControl({
        max: 2,
        now: () => clock,
        refuse: errorHandler(logger),
        report: (count) => own.push(count),
      }),
    }),
  );
});
afterEach(() => server.close());

const waits = (signal?: AbortSignal) =>
  fetch(`${server.url}/lexicon/waits`, signal ? { signal } : {}).catch(() => ({ status: 0 }));
const open = (bytes: string): Socket =>
  connect(server.port, '127.0.0.1')
    .on('error', () => undefined)
    .pause()
    .setEncoding('utf8')
    .on('connect', function (this: Socket) {
      this.write(bytes);
    });
const allArrived = (count: number) => eventually(() => arrived >= count);

test('a burst beyond the limit waits for its turn, and health does not', async () => {
  const burst = Array.from({ length: 40 }, () => waits());
  await allArrived(40);
  const health = await fetch(`${server.url}/health/live`);
  release();

  expect(health.status).toBe(200);
  expect((await Promise.all(burst)).map(({ status }) => status)).toEqual(Array.from(burst, () => 200));
});

test('when the queue does not get shorter, a new request soon gets 503 with Retry-After, and accepted ones are not disturbed', async () => {
  const taken = [waits(), waits()];
  await allArrived(2);
  const late: Promise<{ status: number }>[] = [];
  for (clock = 0; clock <= 600; clock += 200) {
    late.push(waits());
    await allArrived(taken.length + late.length);
  }

  const asked = runningTime();
  const refused = await fetch(`${server.url}/graphql`);
  // Those of a burst wait for three seconds.
  expect(runningTime() - asked).toBeLessThan(2500);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAVAILABLE' } }] });
  expect((await Promise.all(late)).map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  release();
  expect((await Promise.all(taken)).map(({ status }) => status)).toEqual([200, 200]);
});

test('the number of refused requests is reported once a second', async () => {
  const began = performance.now();
  const many = Array.from({ length: 510 }, () => waits());
  await eventually(() => reports.length > 0);
  release();
  const refused = (await Promise.all(many)).filter(({ status }) => status === 503);
  await eventually(() => reports.reduce((sum, count) => sum + count, 0) === refused.length);

  // Two are taken and 500 wait in line.
  expect(refused.length).toBeGreaterThanOrEqual(8);
  expect(reports.length).toBeLessThanOrEqual(Math.ceil((performance.now() - began) / 1000));
});

test('no request waits longer than a burst lasts', async () => {
  const all = [waits(), waits(), waits()];

  expect((await Promise.race(all)).status).toBe(503);
  release();
});

test('a client that goes away makes room', async () => {
  const leaving = new AbortController();
  const lost = [waits(leaving.signal), waits(leaving.signal), waits(leaving.signal)];
  await allArrived(3);
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

test('an incomplete body occupies no slot, and is answered before newer requests once complete', async () => {
  const body = '{"query":"{a}"}';
  const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const slow = Array.from({ length: 3 }, () => open(`${head}{`));
  await allArrived(3);
  const other = await fetch(`${server.url}/graphql`);
  const before = read;
  const taken = [waits(), waits()];
  await allArrived(6);
  const isNew = waits().then(() => 'new');
  const answered = slow.map((socket) => once(socket, 'data').then(([text]) => String(text).slice(0, 15)));
  await allArrived(7);
  for (const socket of slow) socket.resume().write(body.slice(1));
  await eventually(() => read >= before + slow.length);
  release();

  expect(other.status).toBe(200);
  expect(await Promise.race([isNew, ...answered])).toBe('HTTP/1.1 200 OK');
  expect(await Promise.all(answered)).toEqual(slow.map(() => 'HTTP/1.1 200 OK'));
  await Promise.all([...taken, isNew]);
  for (const socket of slow) socket.destroy();
});

test('a response that its client does not read occupies no slot', async () => {
  const readers = Array.from({ length: 3 }, () => open('GET /lexicon/large HTTP/1.1\r\nHost: x\r\n\r\n'));
  await eventually(() => large === readers.length);

  expect((await fetch(`${server.url}/graphql`)).status).toBe(200);
  for (const reader of readers) reader.destroy();
});

test('a disconnected client frees the slots of its pipelined requests', async () => {
  const leaving = open('GET /lexicon/waits HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(4));
  await allArrived(4);
  leaving.destroy();

  expect((await fetch(`${server.url}/graphql`)).status).toBe(200);
});
