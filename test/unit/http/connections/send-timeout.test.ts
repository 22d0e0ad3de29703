import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpApp } from '../../../../src/http/create-http-app';
import { eventually } from '../../../support/eventually';
import { listening, type Listening } from '../../support/listening';
import { memoryLog } from '../../support/memory-log';
import { undisturbed } from '../../support/undisturbed';

const SHORT_MS = 400;
const MEDIUM_MS = 2_000;
const LONG_MS = 600_000;

/** More than the system takes for a connection. */
const LARGE = Buffer.alloc(20_000_000);

let server: Listening;
let asked: number;

/** `/graphql` reads a body and sends a large response; `/late` sends a small one after more than the time limit of readers. */
async function start(stalledMs: number): Promise<void> {
  asked = 0;
  server = await listening(
    createHttpApp({
      config: { trustProxy: false, corsOrigins: '*' },
      logger: memoryLog().logger,
      graphql: async (request, response) => {
        asked++;
        await request.readBody?.();
        response.end(LARGE);
      },
      rest: async (_request, response) => {
        await sleep(2 * stalledMs);
        response.end('late');
      },
      stalledMs,
      maxBufferedBytes: 50_000_000,
    }),
  );
}
afterEach(() => server.close());

const GET = 'GET /graphql HTTP/1.1\r\nHost: x\r\n\r\n';

function open(bytes: string): Socket {
  const socket = connect(server.port, '127.0.0.1', () => socket.write(bytes));
  return socket.on('error', () => undefined).pause();
}

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

/** Takes what comes; gives the number of bytes in the end. */
async function drained(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', ({ length }: Buffer) => (bytes += length)).resume();
  await closed(socket);
  return bytes;
}

/** Reads for a moment after each pause; gives the number of bytes in the end. */
async function readNowAndThen(socket: Socket, pauseMs: number): Promise<number> {
  let bytes = 0;
  socket.on('data', ({ length }: Buffer) => {
    bytes += length;
    if (bytes % 4_000_000 > length) return;
    socket.pause();
    setTimeout(() => socket.resume(), pauseMs);
  });
  socket.resume();
  await closed(socket);
  return bytes;
}

test('a connection that takes nothing of its response ends', async () => {
  await start(SHORT_MS);
  const reader = open(GET);
  await eventually(() => asked === 1);
  await eventually(async () => (await server.connections()) === 0);

  expect(await drained(reader)).toBeLessThan(LARGE.length);
});

test('a slow line that takes something now and then gets all', async () => {
  await start(MEDIUM_MS);
  const bytes = await undisturbed(MEDIUM_MS / 2, () =>
    readNowAndThen(open(GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')), MEDIUM_MS / 4),
  );

  expect(bytes).toBeGreaterThan(LARGE.length);
});

test('a caller that waits for the work gets its late result', async () => {
  await start(SHORT_MS);

  expect(await (await fetch(`${server.url}/late`)).text()).toBe('late');
});

test('closes the oldest slow connection if slow connections hold too much together', async () => {
  await start(LONG_MS);
  const sending = open(
    'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  await eventually(() => asked === 1);
  const ended = closed(sending.resume());
  const first = open(GET);
  await eventually(() => asked === 2);
  const others = [open(GET), open(GET), open(GET)];
  await ended;

  expect(await drained(first)).toBeLessThan(LARGE.length);
  for (const other of others) other.destroy();
});
