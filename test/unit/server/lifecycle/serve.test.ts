import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { EventEmitter, once } from 'node:events';
import express from 'express';
import { createLifecycle } from '../../../../src/server/lifecycle/shutdown';
import { serve, type Serving } from '../../../../src/server/run-server';
import { StartError } from '../../../../src/server/lifecycle/listen';
import { memoryLog } from '../../support/memory-log';
import { rawRequest } from '../../support/raw-request';

let stop: () => Promise<void> = () => Promise.resolve();

/** Serves one route in this process, with signals that only the test sends. */
async function start(config = { host: '127.0.0.1', port: 0 }): Promise<Serving> {
  const signals = new EventEmitter();
  const exited = new Promise<unknown>((resolve) => void Object.assign(signals, { exit: resolve }));
  const serving = await serve({
    app: express().get('/quick', (_request, response) => void response.json('quick')),
    config,
    logger: memoryLog().logger,
    lifecycle: createLifecycle(),
    onClose: () => Promise.resolve(),
    signals: signals as EventEmitter & { exit: () => void },
  });
  stop = async () => {
    signals.emit('SIGTERM');
    await exited;
  };
  return serving;
}

afterEach(async () => {
  await stop();
  stop = () => Promise.resolve();
});

describe('serving', () => {
  it('on port 0 takes a free port and returns it', async () => {
    const { url, port } = await start();

    expect(port).toBeGreaterThan(0);
    expect(url).toBe(`http://127.0.0.1:${port}`);
    expect(await (await fetch(`${url}/quick`)).json()).toBe('quick');
  });

  it('on an IPv6 address returns a working URL', async () => {
    const { url } = await start({ host: '::1', port: 0 });

    expect((await fetch(`${url}/quick`)).status).toBe(200);
  });

  it('on a port in use fails with a sentence that says what to change', async () => {
    const other: Server = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;

    const failure: unknown = await start({ host: '127.0.0.1', port }).catch((error: unknown) => error);
    await new Promise((resolve) => other.close(resolve));

    expect(failure).toBeInstanceOf(StartError);
    expect((failure as StartError).message).toBe(
      `The server cannot listen on 127.0.0.1, port ${port}: another program already listens there; set PORT to a different port.`,
    );
  });

  it('on an address of another machine fails with a sentence too', async () => {
    const failing = start({ host: '192.0.2.1', port: 0 });

    await expect(failing).rejects.toThrow(/this machine does not have this address; set HOST/);
  });
});

describe('bytes that are not a request', () => {
  it('are answered as malformed, in JSON', async () => {
    const { port } = await start();

    const response = await rawRequest(port, 'nonsense\r\n\r\n');

    expect(response).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
    expect(response).toContain(
      '{"message":"The request method is unknown","status":400,"uri":"","code":"INVALID_INPUT"',
    );
  });

  it('are explained where letters of an address are not percent-encoded', async () => {
    const { port } = await start();

    const response = await rawRequest(port, 'PUT /chatbot/x?search=ilé HTTP/1.1\r\nHost: x\r\n\r\n');

    expect(response).toContain('"message":"The URL contains characters that must be percent-encoded"');
    expect(response).toContain(
      '"status":"400","uri":"/chatbot/x?search=ilé","code":"INVALID_INPUT","request_id":"',
    );
  });

  it('are answered with 431 when the headers are endless', async () => {
    const { port } = await start();

    const response = await rawRequest(
      port,
      `GET /quick HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(70_000)}`,
    );

    expect(response).toMatch(/^HTTP\/1.1 431 /);
  });
});

describe('the time allowed for headers', () => {
  it('is five seconds, and does not count while a connection is merely kept open', async () => {
    const { port } = await start();
    const started = Date.now();
    const kept = connect(port, '127.0.0.1');
    const quick = async (): Promise<string> => {
      const answered = once(kept, 'data');
      kept.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n');
      return String(await answered);
    };

    const first = await quick();
    const cutOff = await rawRequest(port, 'GET /quick HTTP/1.1\r\nHost: x\r\n');
    const elapsed = Date.now() - started;
    const second = await quick();
    kept.destroy();

    expect(cutOff).toMatch(/^HTTP\/1.1 408 /);
    expect(elapsed).toBeGreaterThan(4_000);
    // Node's own limits are a minute and more; a busy machine may add some seconds.
    expect(elapsed).toBeLessThan(20_000);
    expect([first, second]).toEqual([expect.stringContaining('200 OK'), expect.stringContaining('200 OK')]);
  });
});
