import { gzipSync } from 'node:zlib';
import { rawRequest } from '../support/raw-request';
import { sampleServer, type SampleServer } from '../support/sample-server';

let server: SampleServer;

beforeEach(async () => {
  server = await sampleServer();
});
afterEach(() => server.close());

describe('a body', () => {
  it('with JSON reaches the route', async () => {
    const response = await server.post(
      '/lexicon/echo',
      '{"article":{"é":[1]}}',
      'application/json; charset=UTF-8',
    );

    expect(await response.json()).toMatchObject({ body: { article: { é: [1] } } });
  });

  it('is undefined for the route where there is none', async () => {
    const response = await fetch(`${server.url}/lexicon/echo`, { method: 'POST' });

    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ body: null });
  });

  it.each([
    ['a byte order mark, as some programs of Windows send it', '\uFEFF{"é":1}', 'application/json'],
    ['the charset in its short spelling', '{"é":1}', 'application/json; charset=utf8'],
  ])('with %s is read', async (_, sent, type) => {
    const response = await server.post('/lexicon/echo', sent, type);

    expect(await response.json()).toMatchObject({ body: { é: 1 } });
  });

  it('of exactly 1 MiB is read', async () => {
    const response = await server.post('/lexicon/echo', `["${'a'.repeat(1_048_576 - 4)}"]`);

    expect(response.status).toBe(200);
  });

  it('above 1 MiB is 413', async () => {
    const response = await server.post('/lexicon/echo', `["${'a'.repeat(1_048_576 - 3)}"]`);

    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ status: 413, code: 'TOO_LARGE' });
  });

  it('with 200,000 opening brackets and commas is read, and one with more is 413', async () => {
    const bodyOf = (lists: number) => `[${Array.from({ length: lists }, () => '[]').join()}]`;
    const most = await server.post('/lexicon/echo', bodyOf(100_000));
    const more = await server.post('/lexicon/echo', bodyOf(100_001));

    expect(most.status).toBe(200);
    expect(more.status).toBe(413);
    expect(await more.json()).toMatchObject({
      code: 'TOO_LARGE',
      message: 'The request body has more than 200,000 opening brackets and commas',
    });
  });

  it('that is small only while compressed is 413', async () => {
    const response = await fetch(`${server.url}/lexicon/echo`, {
      method: 'POST',
      body: gzipSync(`["${'a'.repeat(2_000_000)}"]`),
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    });

    expect(response.status).toBe(413);
  });

  it.each([
    ['text/plain', 'hello'],
    ['application/x-www-form-urlencoded', 'a=1'],
    ['application/json; charset=latin1', '{}'],
    ['application/json; charset=utf-16le', '{}'],
    ['nonsense', '{}'],
  ])('of the type %s is 415', async (type, body) => {
    const response = await server.post('/lexicon/echo', body, type);

    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  it('without a type is 415', async () => {
    const response = await rawRequest(
      server.port,
      'POST /lexicon/echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
    );

    expect(response).toMatch(/^HTTP\/1.1 415 /);
  });

  it('with an unknown compression is 415', async () => {
    const response = await fetch(`${server.url}/lexicon/echo`, {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'rot13' },
    });

    expect(response.status).toBe(415);
  });

  it('with a broken charset parameter is not an internal error', async () => {
    const response = await server.post('/lexicon/echo', '{}', 'application/json; charset="');

    expect(response.status).toBeLessThan(500);
  });

  it('with malformed JSON is 400, and neither the response nor the log quotes it', async () => {
    const response = await server.post('/lexicon/echo', '{"password": "hush" oops}');
    const text = await response.text();

    expect(response.status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({
      code: 'BODY_MALFORMED',
      message: 'The request body is not valid JSON',
    });
    expect(text).not.toMatch(/hush|node_modules|at /);
    expect(server.log.text()).not.toContain('hush');
  });

  it('that is not valid UTF-8 is 400 instead of being stored wrong', async () => {
    const response = await server.post('/lexicon/echo', Buffer.from([0x5b, 0x22, 0xe9, 0x22, 0x5d]));

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: 'The request body is not valid UTF-8' });
  });

  it.each(['DELETE', 'OPTIONS'])('of %s is ignored', async (method) => {
    const response = await fetch(`${server.url}/lexicon/echo`, {
      method,
      body: '{nonsense',
      headers: { 'Content-Type': 'text/plain' },
    });

    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ body: null });
  });
});
