import { rawRequest } from '../support/raw-request';
import { sampleServer, type SampleServer } from '../support/sample-server';

let server: SampleServer;

beforeEach(async () => {
  server = await sampleServer();
});
afterEach(() => server.close());

describe('an address', () => {
  it('longer than 16 kB is 414', async () => {
    const path = '/lexicon/echo?search=';
    const response = await fetch(server.url + path + 'a'.repeat(16_385 - path.length));

    expect(response.status).toBe(414);
    expect(await response.json()).toMatchObject({ status: 414, code: 'URI_TOO_LONG' });
  });

  it.each([`/?q=${'a'.repeat(16_384)}`, '/%'])(
    'that is refused for a browser is refused in JSON without pages',
    async (path) => {
      const response = await fetch(server.url + path, { headers: { Accept: 'text/html' } });

      expect(response.status).toBe(path === '/%' ? 400 : 414);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    },
  );

  it('of exactly 16 kB is served', async () => {
    const path = '/lexicon/echo?search=';
    const response = await fetch(server.url + path + 'a'.repeat(16_384 - path.length));

    expect(response.status).toBe(200);
  });

  it.each(['/lexicon/%ff', '/lexicon/echo?search=%E9', '/lexicon/echo?search=100%', '/%'])(
    'with the malformed percent-encoding %s is 400',
    async (path) => {
      const response = await rawRequest(
        server.port,
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );

      expect(response).toMatch(/^HTTP\/1.1 400 /);
      expect(response).toContain('"code":"INVALID_INPUT"');
      expect(response).not.toContain('at ');
    },
  );

  it('brings its query as plain texts: bare keys empty, the last of repeated keys', async () => {
    const response = await fetch(`${server.url}/lexicon/echo?html&limit=1&limit=2&a[b]=c`);

    expect(await response.json()).toMatchObject({ query: { html: '', limit: '2', 'a[b]': 'c' } });
  });

  it('that no route knows is 404 with the documented members', async () => {
    const response = await fetch(`${server.url}/nowhere?x=1`, { headers: { 'X-Request-Id': 'r2' } });

    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      message: 'Not found',
      status: 404,
      uri: '/nowhere?x=1',
      code: 'NOT_FOUND',
      request_id: 'r2',
    });
  });
});
