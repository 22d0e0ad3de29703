import { get, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import express from 'express';
import { compression } from '../../../../src/http/connections/compression';
import type { HttpRequest } from '../../../../src/shared/http';
import { listening, type Listening } from '../../support/listening';

const textOf = (length: number) => 'ŋàndàm '.repeat(Math.ceil(length / 9)).slice(0, length);

let server: Listening;

beforeAll(async () => {
  const app = express().use(compression);
  app.get('/text/:length', (request, response) => {
    const body = Buffer.from(textOf(Number(request.params.length)));
    response.setHeader('ETag', '"1.0.0"').setHeader('Content-Length', body.length);
    response.end(body);
  });
  app.get('/json', (_request, response) => void response.json({ text: textOf(3000) }));
  app.get('/known', (_request, response) => void response.status(304).setHeader('ETag', '"1.0.0"').end());
  app.get('/pieces', (_request, response) => {
    response.write(textOf(3000));
    response.end(textOf(3000));
  });
  app.get('/stream', (request, response) => {
    const { compressor } = request as unknown as HttpRequest;
    const made = compressor?.();
    const pieces = [textOf(3000), textOf(3000)];
    void (made ? pipeline(pieces, made, response) : pipeline(pieces, response));
  });
  server = await listening(app);
});

afterAll(() => server.close());

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** As it comes over the line: fetch would decompress it. */
function receive(path: string, accepted: string | undefined, method = 'GET'): Promise<Received> {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  return new Promise((resolve, reject) => {
    get(server.url + path, { headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) });
      });
    }).on('error', reject);
  });
}

test.each([
  [600, 'gzip, deflate, br', undefined],
  [2000, 'gzip, deflate, br', 'br'],
  [200_000, 'gzip, deflate, br', 'br'],
  [2000, 'br', 'br'],
  [20_000, 'gzip, deflate, br', 'br'],
  [20_000, 'gzip', 'gzip'],
  [20_000, 'br;q=0, gzip', 'gzip'],
  [20_000, 'deflate', undefined],
  [20_000, 'identity', undefined],
  [20_000, undefined, undefined],
])('sends %d characters to a client that accepts %s as %s', async (length, accepted, encoding) => {
  const { headers, body } = await receive(`/text/${String(length)}`, accepted);

  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers['content-length']).toBe(String(body.length));
  expect(headers.vary).toBe('Accept-Encoding');
  expect((decode ? decode(body) : body).toString()).toBe(textOf(length));
  if (decode) expect(body.length).toBeLessThan(length);
});

test('marks the tag of a compressed body as weak', async () => {
  expect((await receive('/text/2000', 'gzip')).headers.etag).toBe('W/"1.0.0"');
  expect((await receive('/text/2000', undefined)).headers.etag).toBe('"1.0.0"');
});

test('HEAD has the headers of GET and no body', async () => {
  const got = await receive('/text/20000', 'br');
  const head = await receive('/text/20000', 'br', 'HEAD');

  expect({ ...head.headers, date: '' }).toEqual({ ...got.headers, date: '' });
  expect(head.body).toHaveLength(0);
});

test('JSON of express is compressed as well', async () => {
  const { headers, body } = await receive('/json', 'gzip');

  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(JSON.parse(gunzipSync(body).toString())).toEqual({ text: textOf(3000) });
});

test('sends no body for a response without one', async () => {
  const { status, headers, body } = await receive('/known', 'gzip');

  expect(status).toBe(304);
  expect(headers).toMatchObject({ etag: '"1.0.0"', vary: 'Accept-Encoding' });
  expect(body).toHaveLength(0);
});

test('a response in chunks is not changed', async () => {
  const { headers, body } = await receive('/pieces', 'gzip');

  expect(headers['content-encoding']).toBeUndefined();
  expect(body.toString()).toBe(textOf(3000) + textOf(3000));
});

test.each([
  ['gzip', 'gzip', gunzipSync],
  ['br, gzip', 'br', brotliDecompressSync],
  ['identity', undefined, (body: Buffer) => body],
  [undefined, undefined, (body: Buffer) => body],
])('a body that is streamed to a client that accepts %s', async (accepted, encoding, decompress) => {
  const { headers, body } = await receive('/stream', accepted);

  expect(headers['content-encoding']).toBe(encoding);
  expect(decompress(body).toString()).toBe(textOf(3000) + textOf(3000));
});
