import express from 'express';
import { createHealth, NotReady } from '../../../../src/server/lifecycle/health';
import { createLifecycle, type Lifecycle } from '../../../../src/server/lifecycle/shutdown';
import { isForHealth, handlerFor } from '../../../../src/shared/http';
import { eventually } from '../../../support/eventually';
import { runningTime } from '../../../support/running-time';
import { listening, type Listening } from '../../support/listening';

let server: Listening;
let arrived: number;

async function start(probe: () => Promise<void>, lifecycle: Lifecycle = createLifecycle()): Promise<void> {
  arrived = 0;
  const app = express().use((_request, _response, next) => {
    arrived++;
    next();
  });
  server = await listening(app.use(handlerFor(isForHealth, createHealth({ probe, lifecycle }))));
}

afterEach(() => server.close());

describe('/health/live', () => {
  it('returns 200 while the process runs, even if nothing else works', async () => {
    await start(() => Promise.reject(new Error('no database')));

    const response = await fetch(`${server.url}/health/live`);

    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ status: 'live' });
  });
});

it('matches the exact paths, regardless of the query', async () => {
  await start(() => Promise.reject(new Error('no database')));

  const [live, ready, options, unknown] = await Promise.all([
    fetch(`${server.url}/Health/Live/`),
    fetch(`${server.url}/health/ready?live`),
    fetch(`${server.url}/health/live`, { method: 'OPTIONS' }),
    fetch(`${server.url}/health/lively`),
  ]);

  expect([live.status, ready.status, options.status, unknown.status]).toEqual([200, 503, 200, 404]);
  expect(options.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
});

describe('/health/ready', () => {
  it('answers 200 when the probe succeeds', async () => {
    await start(() => Promise.resolve());

    const response = await fetch(`${server.url}/health/ready`);

    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ status: 'ready' });
  });

  it('answers 503 with Retry-After and without the reason when the probe fails', async () => {
    await start(() => Promise.reject(new Error('mongodb://u:hush@db is away')));

    const response = await fetch(`${server.url}/health/ready`);

    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toEqual({ status: 'unavailable' });
  });

  it('says why where the reason is for everybody', async () => {
    await start(() => Promise.reject(new NotReady('1 of 4 processes serve.')));

    const response = await fetch(`${server.url}/health/ready`);

    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ status: 'unavailable', reason: '1 of 4 processes serve.' });
  });

  it('answers 503 within three seconds when the probe hangs', async () => {
    await start(() => new Promise(() => undefined));
    const started = runningTime();

    const { status } = await fetch(`${server.url}/health/ready`);

    expect(status).toBe(503);
    expect(runningTime() - started).toBeLessThan(3000);
  });

  it('answers 503 once the process drains, while live stays 200', async () => {
    const lifecycle = createLifecycle();
    await start(() => Promise.resolve(), lifecycle);

    lifecycle.drain();
    const ready = await fetch(`${server.url}/health/ready`);
    const live = await fetch(`${server.url}/health/live`);

    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({ status: 'draining' });
    expect(live.status).toBe(200);
  });
});

it('probes once for concurrent requests and again for later ones', async () => {
  let probes = 0;
  let respond: () => void = () => undefined;
  await start(() => {
    probes++;
    return new Promise((resolve) => (respond = resolve));
  });

  const asking = Array.from({ length: 5 }, () => fetch(`${server.url}/health/ready`));
  await eventually(() => arrived === asking.length);
  expect(probes).toBe(1);
  respond();

  expect((await Promise.all(asking)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const later = fetch(`${server.url}/health/ready`);
  await eventually(() => probes === 2);
  respond();
  expect((await later).status).toBe(200);
});
