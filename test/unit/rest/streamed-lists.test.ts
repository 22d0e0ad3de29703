import { once } from 'node:events';
import { createServer, get as request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Executor } from '../../../src/rest/document/operations';
import { sendResponse } from '../../../src/rest/response/rest-response';
import type { HttpRequest } from '../../../src/shared/http';
import { article, executorOver } from './support/dictionary-schema';
import { serve, type Server } from './support/server';

const COUNT = 2345;
const ARTICLES = Array.from({ length: COUNT }, (_, at) => article({ number: at + 1 }));

let server: Server;
beforeAll(async () => {
  server = await serve(ARTICLES);
});
afterAll(() => server.close());
beforeEach(() => {
  server.calls.length = 0;
});

type Listed = readonly { readonly id_article: number; readonly article_page: number }[];
const numbersOf = (items: unknown) => (items as Listed).map(({ id_article: number }) => number);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test('a list longer than a page is served whole, page by page of its document', async () => {
  const { status, headers, body } = await server.get('/lexicon/articles/wol_fra?limit=15000');

  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['articles']);
  expect(numbersOf(body['articles'])).toEqual(range(1, COUNT));
  expect(new Set((body['articles'] as Listed).map(({ article_page: page }) => page))).toEqual(new Set([1]));
  expect(headers.get('x-total-count')).toBe(String(COUNT));
  expect(headers.get('x-limit-applied')).toBeNull();
  expect(headers.get('link')).not.toContain('next');
  expect(Math.max(...(server.calls as { first: number }[]).map(({ first }) => first))).toBeLessThanOrEqual(
    1000,
  );
});

test.each([
  [1, range(1, 1100)],
  [2, range(1101, 2200)],
  [3, range(2201, COUNT)],
])('page %d, with pages longer than one read', async (page, expected) => {
  const { body, headers } = await server.get(`/lexicon/articles/wol_fra?limit=1100&page=${page}`);

  expect(numbersOf(body['articles'])).toEqual(expected);
  expect((body['articles'] as Listed).at(-1)?.article_page).toBe(page);
  expect((headers.get('link') ?? '').includes('rel="next"')).toBe(page < 3);
});

test('returns 206 past the end, with one execution', async () => {
  const { status, body } = await server.get('/lexicon/articles/wol_fra?limit=1100&page=4');

  expect([status, body['articles']]).toEqual([206, []]);
  expect(server.calls).toHaveLength(1);
});

test('HEAD is answered from the first page', async () => {
  const { status, headers, text } = await server.call('/lexicon/articles/wol_fra?limit=15000', {
    method: 'HEAD',
  });

  expect([status, text, headers.get('x-total-count')]).toEqual([200, '', String(COUNT)]);
  expect(server.calls).toHaveLength(1);
});

/** An executor whose later pages are up to the test, for lists of all dictionaries: those of one begin with its state. */
function withLaterPages(later: (page: number) => Promise<void>): Executor {
  const { executor } = executorOver(ARTICLES);
  let pages = 0;
  return async (...given) => {
    if (++pages > 1) await later(pages);
    return executor(...given);
  };
}

test('an error in a later page breaks the connection, and is reported', async () => {
  const execute = withLaterPages((page) =>
    page === 3 ? Promise.reject(new Error('lost')) : Promise.resolve(),
  );
  const broken = await serve(ARTICLES, { execute });

  await expect(broken.get('/lexicon/articles?limit=15000')).rejects.toThrow('terminated');
  expect(broken.reported).toEqual([expect.objectContaining({ message: 'lost' })]);
  await broken.close();
});

test('a reader that goes away ends the reading, and nothing is reported', async () => {
  let goOn: () => void = () => undefined;
  const read: number[] = [];
  const execute = withLaterPages((page) => {
    read.push(page);
    return new Promise((resolve) => (goOn = resolve));
  });
  const server = await serve(ARTICLES, { execute });
  const asked = request(`${server.url}/lexicon/articles?limit=15000`);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  await once(response, 'data');
  asked.destroy();
  await server.closed();
  goOn();
  await new Promise(setImmediate);

  expect([read, server.reported]).toEqual([[2], []]);
  await server.close();
});

test('reads the next page when the client has taken the previous one', async () => {
  const long = ARTICLES.map((article) => ({ ...article, text: 'x'.repeat(20_000) }));
  const server = await serve(long);
  const asked = request(`${server.url}/lexicon/articles?limit=15000`);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  await once(response, 'data');
  response.pause();
  for (let round = 0; round < 100; round++) await new Promise(setImmediate);

  expect(server.calls.length).toBeLessThan(4);
  asked.destroy();
  await server.close();
});

test('the head of a response is sent before its first piece, which may be long in coming', async () => {
  let begin: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => (begin = resolve));
  const parts = async function* () {
    await hasBegun;
    yield 'a table';
  };
  const slow = createServer((asked, response) => {
    void sendResponse(asked as HttpRequest, response, {
      status: 200,
      headers: {},
      bytes: undefined,
      parts: parts(),
    });
  });
  await once(slow.listen(0, '127.0.0.1'), 'listening');
  const received = await fetch(`http://127.0.0.1:${String((slow.address() as AddressInfo).port)}/`);
  begin();

  expect([received.status, await received.text()]).toEqual([200, 'a table']);
  slow.close();
});
