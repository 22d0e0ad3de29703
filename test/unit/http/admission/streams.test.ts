import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpApp } from '../../../../src/http/create-http-app';
import { requestWork, Streams } from '../../../../src/http/admission/request-work';
import { pathOf } from '../../../../src/shared/http';
import { Work } from '../../../../src/shared/work';
import { listening } from '../../support/listening';
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

test('an answer that is sent for too long is broken off, so that nobody takes a part for the whole', async () => {
  const cut: string[] = [];
  let ended = false;
  const server = await listening(
    createHttpApp({
      config: { trustProxy: false, corsOrigins: '*' },
      logger: memoryLog().logger,
      work: requestWork({
        accountOf: () => undefined,
        shares: { charge: () => undefined },
        tellsCost: false,
        onCut: (request) => cut.push(pathOf(request)),
        longestStreamMs: 200,
      }),
      graphql: (_request, response) => void response.end(),
      rest: async (request, response) => {
        request.work?.beginStream();
        const isShort = request.url === '/short';
        response.once('close', () => request.work?.end());
        for (let n = 0; !response.destroyed && n < (isShort ? 3 : 100); n++) {
          response.write('part ');
          await sleep(20);
        }
        if (!isShort) ended = response.destroyed;
        response.end('end');
      },
    }),
  );

  const short = await fetch(`${server.url}/short`);
  expect(await short.text()).toBe('part part part end');
  const long = await fetch(`${server.url}/long`);
  await expect(long.text()).rejects.toThrow();
  await sleep(100);
  await server.close();

  expect(cut).toEqual(['/long']);
  expect(ended).toBe(true);
});
