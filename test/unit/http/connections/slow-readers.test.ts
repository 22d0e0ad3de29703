import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpApp } from '../../../../src/http/create-http-app';
import { listening, type Listening } from '../../support/listening';
import { memoryLog } from '../../support/memory-log';

const STALLED_MS = 400;

/** More than the system takes for a connection. */
const LARGE = Buffer.alloc(20_000_000);

let server: Listening;

/** `/graphql` reads a body and gives a large answer; `/late` gives a small one later than any reader may be. */
beforeEach(async () => {
  server = await listening(
    createHttpApp({
      config: { trustProxy: false, corsOrigins: '*' },
      logger: memoryLog().logger,
      graphql: async (request, response) => {
        await request.readBody?.();
        response.end(LARGE);
      },
      rest: async (_request, response) => {
        await sleep(2 * STALLED_MS);
        response.end('late');
      },
      stalledMs: STALLED_MS,
      mostKept: 50_000_000,
    }),
  );
});
afterEach(() => server.close());

const GET = 'GET /graphql HTTP/1.1\r\nHost: x\r\n\r\n';

function open(bytes: string): Socket {
  const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
  return socket.on('error', () => undefined).pause();
}

/** Takes what comes; gives the number of bytes in the end. */
async function drained(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', ({ length }: Buffer) => (bytes += length)).resume();
  await once(socket, 'close');
  return bytes;
}

test('a connection that takes nothing of its answer ends', async () => {
  const reader = open(GET);
  await sleep(3 * STALLED_MS);

  expect(await drained(reader)).toBeLessThan(LARGE.length);
});

test('a slow line that takes something now and then gets all, and so does who waits for work', async () => {
  const reader = open(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  const late = fetch(`${server.url}/late`).then((answer) => answer.text());
  let bytes = 0;
  reader.on('data', ({ length }: Buffer) => {
    bytes += length;
    if (bytes % 4_000_000 > length) return;
    reader.pause();
    setTimeout(() => reader.resume(), STALLED_MS / 2);
  });
  reader.resume();
  await once(reader, 'close');

  expect(bytes).toBeGreaterThan(LARGE.length);
  expect(await late).toBe('late');
});

test('where slow lines keep too much together, the one that began first ends', async () => {
  const sending = open(
    'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  await sleep(50);
  const ended = once(sending.resume(), 'close');
  const first = open(GET);
  await sleep(50);
  const others = [open(GET), open(GET), open(GET)];
  await ended;

  expect(await drained(first)).toBeLessThan(LARGE.length);
  for (const other of others) other.destroy();
});
