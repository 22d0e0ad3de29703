import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Router } from 'express';
import { AdmissionControl } from '../../../../src/http/admission/admission';
import { Slots } from '../../../../src/http/admission/slots';
import { createHttpApp, expressRoutes } from '../../../../src/http/create-http-app';
import { errorHandler } from '../../../../src/http/error-handler';
import type { Handler, HttpRequest } from '../../../../src/shared/http';
import { Work } from '../../../../src/shared/work';
import { eventually } from '../../../support/eventually';
import { listening, type Listening } from '../../support/listening';
import { memoryLog } from '../../support/memory-log';

let server: Listening;
let release: () => void;
let begun: string[];
let throttled: Set<string>;
let asked: number;
let arrived: number;

/** Says by headers who asks, and whether the request is light. */
const workByHeaders: Handler = (request, _response, next) => {
  const { caller, light } = request.headers as Record<string, string | undefined>;
  request.work = Object.assign(new Work(caller), { isLight: light !== undefined });
  arrived++;
  next();
};

/** Ten slots: one for each caller, eight for heavy requests. They are held until the end of the test. */
beforeEach(async () => {
  begun = [];
  throttled = new Set();
  asked = arrived = 0;
  const { logger } = memoryLog();
  const released = new Promise<void>((resolve) => (release = resolve));
  server = await listening(
    createHttpApp({
      config: { trustProxy: false, corsOrigins: '*' },
      logger,
      work: workByHeaders,
      graphql: (_request, response) => void response.end(),
      rest: expressRoutes(
        Router().all('/lexicon/waits', async (request, response) => {
          begun.push(String(request.headers['caller']));
          await released;
          response.json({});
        }),
      ),
      admission: new AdmissionControl({
        max: 10,
        refuse: errorHandler(logger),
        isThrottled: (caller) => caller !== undefined && throttled.has(caller),
      }),
    }),
  );
});
afterEach(() => server.close());

const ask = (caller: string, headers: Readonly<Record<string, string>> = {}) => {
  asked++;
  return fetch(`${server.url}/lexicon/waits`, { headers: { caller, ...headers } }).then(
    ({ status }) => status,
  );
};

/** Waits until all requests have arrived and so many have begun, which takes its time on a busy machine, and a little more. */
async function settled(count: number): Promise<void> {
  await eventually(() => arrived === asked && begun.length >= count);
  await sleep(100);
}

test('gives one caller a sixth of the slots; only its other requests wait', async () => {
  const all = [ask('a'), ask('a'), ask('a'), ask('b')];
  await settled(2);

  expect(begun.toSorted()).toEqual(['a', 'b']);
  release();
  expect(await Promise.all(all)).toEqual([200, 200, 200, 200]);
});

const response = () =>
  Object.assign(new EventEmitter(), { writeHead: () => undefined }) as unknown as ServerResponse;

function hold(slots: Slots, work: Work): HttpRequest {
  const request = { work } as unknown as HttpRequest;
  slots.take(request, response());
  return request;
}

test('processes one large request of a caller and two of all callers at a time', () => {
  const slots = new Slots(20, () => undefined);
  const large = (caller: string) => Object.assign(new Work(caller), { isLarge: true });
  const first = hold(slots, large('a'));

  expect(slots.hasRoomFor(large('a'))).toBe(false);
  expect(slots.hasRoomFor(new Work('a'))).toBe(true);
  hold(slots, large('b'));
  expect(slots.hasRoomFor(large('c'))).toBe(false);
  slots.giveBack(first);
  expect(slots.hasRoomFor(large('b'))).toBe(false);
  expect(slots.hasRoomFor(large('a'))).toBe(true);
});

test('gives callers with many requests in a burst few slots, and others to readers and small callers', () => {
  let freed = 0;
  const slots = new Slots(
    50,
    () => freed++,
    (caller) => caller === 'demanding',
  );
  const heavy = (caller: string) => Object.assign(new Work(caller), { isLight: false });
  const [first] = ['a', 'a', 'b', 'b', 'c', 'c'].map((caller) => hold(slots, heavy(caller)));

  expect(slots.hasRoomFor(heavy('a'))).toBe(false);
  expect(slots.hasRoomFor(heavy('demanding'))).toBe(false);
  expect(slots.hasRoomFor(heavy('d'))).toBe(true);
  expect(slots.hasRoomFor(Object.assign(new Work('a'), { isLight: true }))).toBe(true);
  slots.giveBack(first!);
  expect(freed).toBe(1);
  expect(slots.hasRoomFor(heavy('demanding'))).toBe(true);
});

test('lists and writes leave slots to light requests', async () => {
  const all = Array.from({ length: 9 }, (_, n) => ask(`heavy${n}`));
  await settled(8);
  expect(begun).toHaveLength(8);

  all.push(ask('reader', { light: 'yes' }));
  await settled(9);

  expect(begun.at(-1)).toBe('reader');
  release();
  expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
});

test('a caller that took more than its share waits although there are slots, until it has paid', async () => {
  throttled.add('a');
  const all = [ask('a'), ask('b')];
  await settled(1);
  expect(begun).toEqual(['b']);

  throttled.delete('a');
  await eventually(() => begun.length === 2);

  expect(begun).toEqual(['b', 'a']);
  release();
  expect(await Promise.all(all)).toEqual([200, 200]);
});

test('refuses requests of a caller beyond its queue, after a delay', async () => {
  const answered: { readonly status: number; readonly ms: number }[] = [];
  const began = performance.now();
  const all = Array.from({ length: 85 }, () =>
    ask('a').then((status) => answered.push({ status, ms: performance.now() - began })),
  );
  await eventually(() => answered.length >= 4);

  const refused = answered.slice(0, 4);
  expect(refused.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  expect(Math.min(...refused.map(({ ms }) => ms))).toBeGreaterThan(900);
  expect(begun).toEqual(['a']);
  release();
  await Promise.all(all);
});
