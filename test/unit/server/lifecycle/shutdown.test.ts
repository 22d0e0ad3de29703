import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createLifecycle,
  shutdownOnSignals,
  type ShutdownParts,
} from '../../../../src/server/lifecycle/shutdown';
import { eventually } from '../../../support/eventually';
import { childServer, type ChildServer } from '../../support/child-server';
import { memoryLog } from '../../support/memory-log';

const CUT_OFF = 'did not finish in time';

describe('a process that gets SIGTERM', () => {
  let server: ChildServer;

  beforeEach(async () => {
    server = await childServer();
  });
  afterEach(() => server.child.kill('SIGKILL'));

  const said = (text: string) => eventually(() => server.output().includes(text));

  it('finishes running requests, accepts no new ones, closes the rest and exits with 0', async () => {
    const running = fetch(`${server.url}/slow`);
    await said('slow was asked');

    server.child.kill('SIGTERM');
    await said('Shutting down');
    const isRefused = () =>
      fetch(`${server.url}/quick`).then(
        () => false,
        () => true,
      );
    await eventually(isRefused);
    server.release();
    const response = await running;

    expect(await response.json()).toBe('slow');
    expect(await server.ended()).toBe(0);
    expect(server.output()).toContain('closed');
  });

  it('does not wait for connections that clients merely keep open', async () => {
    await (await fetch(`${server.url}/quick`)).json();

    server.child.kill('SIGINT');

    expect(await server.ended()).toBe(0);
    expect(server.output()).not.toContain(CUT_OFF);
  });

  it('exits with 1 at once on a second signal', async () => {
    const stuck = fetch(`${server.url}/stuck`).catch(() => undefined);
    await said('stuck was asked');

    server.child.kill('SIGTERM');
    await said('Shutting down');
    server.child.kill('SIGTERM');

    expect(await server.ended()).toBe(1);
    expect(server.output()).not.toContain(CUT_OFF);
    await stuck;
  });
});

describe('shutting down', () => {
  interface Outcome {
    readonly code: number;
    readonly log: string;
    readonly order: readonly string[];
  }

  /** Shuts a server down while one request runs, and tells how it went. */
  async function outcomeOf(app: RequestListener, parts: Partial<ShutdownParts> = {}): Promise<Outcome> {
    const order: string[] = [];
    const server = createServer((request, response) => {
      response.once('finish', () => order.push('answered'));
      app(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const signals = new EventEmitter();
    const exit = new Promise<number>((resolve) => void Object.assign(signals, { exit: resolve }));
    const log = memoryLog();
    const lifecycle = createLifecycle();
    const source = signals as EventEmitter & { exit: () => void };
    const onClose = (): Promise<void> => {
      order.push('closed');
      return Promise.resolve();
    };
    shutdownOnSignals({ server, logger: log.logger, lifecycle, onClose, signals: source, ...parts });

    const { port } = server.address() as AddressInfo;
    const asked = once(server, 'request');
    const running = fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    await asked;
    signals.emit('SIGTERM');
    expect(lifecycle.isDraining()).toBe(true);
    const code = await exit;
    await running;
    return { code, log: log.text(), order };
  }

  const slow: RequestListener = (_request, response) => void setTimeout(() => response.end(), 300);
  const stuck: RequestListener = () => undefined;

  it('closes the database only after the last response', async () => {
    const { code, log, order } = await outcomeOf(slow);

    expect(code).toBe(0);
    expect(log).not.toContain(CUT_OFF);
    expect(order).toEqual(['answered', 'closed']);
  });

  it('cuts off unfinished requests after the timeout, logs this, and still closes the database', async () => {
    const { code, log, order } = await outcomeOf(stuck, { finishLimitMs: 100 });

    expect(code).toBe(0);
    expect(order).toEqual(['closed']);
    expect(log).toContain(CUT_OFF);
  });

  it('exits with 1 and logs why when closing fails', async () => {
    const { code, log } = await outcomeOf(slow, { onClose: () => Promise.reject(new Error('still locked')) });

    expect(code).toBe(1);
    expect(log).toContain('still locked');
  });
});
