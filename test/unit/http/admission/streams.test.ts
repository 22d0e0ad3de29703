import { setTimeout as sleep } from 'node:timers/promises';
import { Deadlines } from '../../../../src/http/admission/deadline';
import { requestWork, Streams } from '../../../../src/http/admission/request-work';
import { createHttpApp } from '../../../../src/http/create-http-app';
import { errorHandler } from '../../../../src/http/error-handler';
import { mediaFiles } from '../../../../src/http/media-files';
import { pathOf } from '../../../../src/shared/http';
import { ANONYMOUS } from '../../../../src/shared/viewer';
import { Work } from '../../../../src/shared/work';
import { eventually } from '../../../support/eventually';
import { listening, type Listening } from '../../support/listening';
import { memoryLog } from '../../support/memory-log';

test('sends four long responses to one caller and 24 to all; one that ends frees its place', () => {
  const streams = new Streams();
  const begin = (caller: string) => {
    const work = new Work(caller);
    streams.begin(work, () => undefined);
    return work;
  };
  const [first] = Array.from({ length: 4 }, () => begin('a'));

  expect(() => begin('a')).toThrow(expect.objectContaining({ reason: 'UNAVAILABLE' }) as Error);
  first?.end();
  begin('a');
  for (const caller of ['b', 'c', 'd', 'e', 'f']) for (let n = 0; n < 4; n++) begin(caller);
  expect(() => begin('g')).toThrow(expect.objectContaining({ reason: 'UNAVAILABLE' }) as Error);
});

test('the time in which a response waits for the budget of its caller does not count', async () => {
  const begun = performance.now();
  let asked = 0;
  await new Promise<void>((cut) => {
    const pausedMs = () => (++asked, 50);
    new Streams({ maxPerCaller: 4, max: 24, longestMs: 10 }).begin(new Work('a'), cut, pausedMs);
  });
  // Asked when its own time is over, and again when the pauses are made up for.
  expect(asked).toBe(2);
  expect(performance.now() - begun).toBeGreaterThanOrEqual(55);
});

interface Sent {
  readonly cut: string[];
  /** Whether the server has noticed that nobody reads on. */
  isDestroyed: boolean;
}

/** A server whose responses have this number of parts, and a log of their ends. */
async function start(longestStreamMs: number, parts: number): Promise<Listening & { readonly sent: Sent }> {
  const sent: Sent = { cut: [], isDestroyed: false };
  const server = await listening(
    createHttpApp({
      config: { trustProxy: false, corsOrigins: '*' },
      logger: memoryLog().logger,
      work: requestWork({
        accountOf: () => undefined,
        shares: { charge: () => undefined },
        showsCost: false,
        onCut: (request) => sent.cut.push(pathOf(request)),
        longestStreamMs,
      }),
      graphql: (_request, response) => void response.end(),
      rest: async (request, response) => {
        request.work?.beginStream();
        response.once('close', () => request.work?.end());
        for (let n = 0; !response.destroyed && n < parts; n++) {
          response.write('part ');
          await sleep(20);
        }
        sent.isDestroyed = response.destroyed;
        response.end('end');
      },
    }),
  );
  return { ...server, sent };
}

test('a response that takes too long is aborted, so that no client mistakes a part for the whole', async () => {
  const { url, sent, close } = await start(200, 1000);
  const text = async () => (await fetch(`${url}/long`)).text();

  await expect(text()).rejects.toThrow();
  await eventually(() => sent.isDestroyed);
  await close();

  expect(sent.cut).toEqual(['/long']);
});

test('a response that is sent in time is whole', async () => {
  const { url, sent, close } = await start(600_000, 3);

  expect(await (await fetch(`${url}/short`)).text()).toBe('part part part end');
  await close();
  expect(sent).toEqual({ cut: [], isDestroyed: false });
});

const CHUNK = 256 * 1024;

/** A server whose only recording has so many chunks, and what its caller was charged; the gate opens behind the first chunk. */
async function playing(chunks: number, gate: Promise<void> = Promise.resolve()) {
  const sent = { bytes: 0, ended: 0 };
  const recording = {
    dictionaryId: 'bam',
    name: 'so.mp3',
    mediaType: 'audio/mpeg',
    sha256: 'a',
    size: chunks * CHUNK,
  };
  async function* content() {
    try {
      for (let n = 0; n < chunks; n++) {
        yield Buffer.alloc(CHUNK);
        await gate;
      }
    } finally {
      sent.ended++;
    }
  }
  const media = { visible: () => Promise.resolve(recording), content } as never;
  const none = { databaseMs: 0, threadMs: 0, bytes: 0 };
  const left = { limit: none, remaining: none, windowSeconds: 20, resetsAfter: 0 };
  const state = () => ({ ...left, exhausted: undefined });
  const charge = (part: string, amount: number) => (sent.bytes += part === 'bytes' ? amount : 0);
  const log = memoryLog();
  const server = await listening(
    createHttpApp({
      config: { trustProxy: false, corsOrigins: [] },
      logger: log.logger,
      work: requestWork({
        accountOf: () => ({ key: 'a', charge, state }),
        shares: { charge: () => undefined },
        showsCost: false,
        onCut: () => undefined,
      }),
      deadlines: new Deadlines({ limitMs: 2500, refuse: errorHandler(log.logger) }),
      graphql: (_request, response) => void response.end(),
      rest: (_request, _response, next) => {
        next();
      },
      mediaFiles: mediaFiles({ media, identify: () => Promise.resolve(ANONYMOUS) }),
    }),
  );
  const get = (given: RequestInit = {}) =>
    fetch(`${server.url}/media/bam/00000000-0000-4000-8000-000000000000`, given);
  return { ...server, sent, get, log };
}

test.each([1, 3])(
  'a recording of %d chunks is charged once, and nothing of it for its headers',
  async (chunks) => {
    const { get, sent, close } = await playing(chunks);

    await (await get({ method: 'HEAD' })).text();
    expect(sent.bytes).toBe(0);
    await (await get()).arrayBuffer();
    await close();

    expect(sent.bytes).toBe(chunks * CHUNK);
  },
);

test('sends forty large recordings to one caller; a disconnect frees a place without an error', async () => {
  let open = (): void => undefined;
  const { get, sent, log, close } = await playing(8, new Promise<void>((resolve) => (open = resolve)));
  const leaving = new AbortController();
  const first = await get({ signal: leaving.signal });
  const others = await Promise.all(Array.from({ length: 39 }, () => get()));
  const refused = await get();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
  expect(await refused.text()).toContain('Too many large responses');

  leaving.abort();
  await expect(first.arrayBuffer()).rejects.toThrow();
  let next = await get();
  await eventually(async () => next.status === 200 || ((next = await get()), false));
  open();
  const all = await Promise.all([...others, next].map((response) => response.arrayBuffer()));
  expect(new Set(all.map(({ byteLength }) => byteLength))).toEqual(new Set([8 * CHUNK]));
  await eventually(() => sent.ended >= 41);
  await close();
  expect(log.lines().filter(({ msg }) => msg === 'A request failed')).toEqual([]);
});

test('waits for budget no longer than until the request ends', async () => {
  const state = () => ({
    limit: { databaseMs: 1, threadMs: 1, bytes: 1 },
    remaining: { databaseMs: 0, threadMs: 0, bytes: 0 },
    windowSeconds: 20,
    exhausted: 'bytes' as const,
    resetsAfter: 3600,
  });
  let isOver = false;
  const server = await listening(
    createHttpApp({
      config: { trustProxy: false, corsOrigins: '*' },
      logger: memoryLog().logger,
      work: requestWork({
        accountOf: () => ({
          key: 'a',
          charge: () => undefined,
          state: () => (isOver ? state() : { ...state(), exhausted: undefined }),
        }),
        shares: { charge: () => undefined },
        showsCost: false,
        onCut: () => undefined,
      }),
      graphql: () => undefined,
      rest: async ({ work }, response) => {
        isOver = true;
        const waiting = work?.pace();
        setImmediate(() => work?.end());
        await waiting;
        response.end('waited');
      },
    }),
  );

  expect(await (await fetch(server.url)).text()).toBe('waited');
  await server.close();
});
