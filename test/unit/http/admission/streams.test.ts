import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpApp } from '../../../../src/http/create-http-app';
import { requestWork, Streams } from '../../../../src/http/admission/request-work';
import { pathOf } from '../../../../src/shared/http';
import { Work } from '../../../../src/shared/work';
import { eventually } from '../../../support/eventually';
import { listening, type Listening } from '../../support/listening';
import { memoryLog } from '../../support/memory-log';

test('one caller sends four long answers at once, and all together 24; one that has ended makes room', () => {
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

test('the time in which an answer waits for the budget of its caller does not count', async () => {
  const begun = performance.now();
  let asked = 0;
  await new Promise<void>((cut) => {
    const pausedMs = () => (++asked, 50);
    new Streams(10).begin(new Work('a'), cut, pausedMs);
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

/** A server whose answers have so many parts, and a log of what becomes of them. */
async function start(longestStreamMs: number, parts: number): Promise<Listening & { readonly sent: Sent }> {
  const sent: Sent = { cut: [], isDestroyed: false };
  const server = await listening(
    createHttpApp({
      config: { trustProxy: false, corsOrigins: '*' },
      logger: memoryLog().logger,
      work: requestWork({
        accountOf: () => undefined,
        shares: { charge: () => undefined },
        tellsCost: false,
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

test('an answer that is sent in time is whole', async () => {
  const { url, sent, close } = await start(600_000, 3);

  expect(await (await fetch(`${url}/short`)).text()).toBe('part part part end');
  await close();
  expect(sent).toEqual({ cut: [], isDestroyed: false });
});
