import { article } from './support/dictionary-schema';
import { serve, type Server } from './support/server';

const LIST = '/lexicon/articles/wol_fra';
const ONE = '/lexicon/articles/wol_fra/7';
const PUBLIC = 'public, max-age=60, stale-while-revalidate=600';

let server: Server;
beforeAll(async () => {
  server = await serve([article({ number: 7, headword: 'kër ŋ' })]);
});
afterAll(() => server.close());

describe('headers', () => {
  test.each([LIST, ONE, `${ONE}?form`, '/lexicon/nothing', `${LIST}?limit=x`])(
    '%s is JSON in UTF-8 of API version 1.0',
    async (path) => {
      const { headers, text } = await server.get(path);

      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('api-version')).toBe('1.0');
      expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    },
  );

  test.each([LIST, ONE])('%s may be cached by all, and with a token by its caller', async (path) => {
    const open = await server.get(path);
    const byToken = await server.get(path, { 'x-access-token': 't' });
    const byBearer = await server.get(path, { authorization: 'Bearer t' });

    expect(open.headers.get('cache-control')).toBe(PUBLIC);
    expect(open.headers.get('vary')).toBe('X-Access-Token, Authorization');
    expect(byToken.headers.get('cache-control')).toBe('private');
    expect(byBearer.headers.get('cache-control')).toBe('private');
  });

  test.each([`${LIST}x`, `${ONE}0`, `${LIST}?limit=x`, '/lexicon/nothing'])(
    '%s is not to be stored',
    async (path) => {
      expect((await server.get(path)).headers.get('cache-control')).toBe('no-store');
    },
  );

  test('206 has no Content-Range', async () => {
    expect((await server.get(`${LIST}x`)).headers.get('content-range')).toBeNull();
  });
});

describe('Prefer: status=200', () => {
  test.each(['status=200', 'Status = "200"', 'respond-async, status=200', 'status=200; x=1'])(
    '"%s" turns 206 into 200, in the status line and in the body',
    async (prefer) => {
      const response = await server.get(`${ONE}0`, { prefer });

      expect(response.status).toBe(200);
      expect(response.body).toEqual({
        article: null,
        message: 'Article not found',
        status: 200,
        uri: `${ONE}0`,
      });
      expect(response.headers.get('preference-applied')).toBe('status=200');
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );

  test('another preference changes nothing', async () => {
    const response = await server.get(`${ONE}0`, { prefer: 'status=2000' });

    expect(response.status).toBe(206);
    expect(response.headers.get('preference-applied')).toBeNull();
  });

  test('answers a found object as usual', async () => {
    const response = await server.get(ONE, { prefer: 'status=200' });

    expect(Object.keys(response.body)).toEqual(['article']);
    expect(response.headers.get('preference-applied')).toBeNull();
  });
});

describe('ETag', () => {
  test.each(['', '?content', '?html'])('one article (%s) carries the tag of the article', async (query) => {
    const response = await server.get(`${ONE}${query}`);

    expect(response.headers.get('etag')).toBe('"7.3.2.1"');
    expect(response.text).not.toContain('_etag');
  });

  test.each(['"7.3.2.1"', 'W/"7.3.2.1"', '"old", "7.3.2.1"', '*'])(
    'If-None-Match: %s is 304 without a body',
    async (known) => {
      const response = await server.get(ONE, { 'if-none-match': known });

      expect(response.status).toBe(304);
      expect(response.text).toBe('');
      expect(response.headers.get('etag')).toBe('"7.3.2.1"');
      expect(response.headers.get('cache-control')).toBe(PUBLIC);
    },
  );

  test('another tag gets the article', async () => {
    expect((await server.get(ONE, { 'if-none-match': '"7.3.2.0"' })).status).toBe(200);
  });

  test('sends no tag if nothing is found', async () => {
    const response = await server.get(`${ONE}?form`, { 'if-none-match': '*' });

    expect(response.status).toBe(206);
    expect(response.headers.get('etag')).toBeNull();
  });
});

describe('methods', () => {
  test.each([LIST, ONE, `${ONE}0`, `${LIST}?limit=x`])('HEAD %s is GET without the body', async (path) => {
    const get = await server.get(path);

    const head = await server.call(path, { method: 'HEAD' });

    expect(head.status).toBe(get.status);
    expect(head.text).toBe('');
    for (const name of ['content-type', 'content-length', 'etag', 'link', 'x-total-count', 'cache-control']) {
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    }
  });

  test('OPTIONS answers 204 with Allow', async () => {
    const response = await server.call('/lexicon/dictionaries/articles/wol_fra', { method: 'OPTIONS' });

    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST, DELETE, OPTIONS');
    expect(response.text).toBe('');
  });

  test('another method on a known path is 405 with Allow', async () => {
    const response = await server.call(`${ONE}?form&entry`, { method: 'PATCH', body: '{}' });

    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD, DELETE, PUT, OPTIONS');
    expect(response.body).toEqual({
      message: expect.stringContaining('PATCH') as string,
      status: 405,
      uri: `${ONE}?form&entry`,
      code: 'METHOD_NOT_ALLOWED',
      request_id: 'request-1',
    });
  });

  test('another method on an unknown path is 404', async () => {
    expect((await server.call('/lexicon/nothing', { method: 'PATCH' })).status).toBe(404);
  });
});

describe('values of free JSON', () => {
  test('may come as instances that know their JSON', async () => {
    const source = { toJSON: () => ({ b: 1, a: 'ŋ' }) };
    const lazy = await serve([article({ number: 7, source })]);

    const response = await lazy.get(`${ONE}?content`);
    await lazy.close();

    expect(response.text).toBe('{"article":{"b":1,"a":"ŋ"}}');
  });

  test('that cannot be written as JSON are an internal error', async () => {
    const broken = await serve([article({ number: 7, source: { n: 1n } })]);

    const response = await broken.get(`${ONE}?content`);
    await broken.close();

    expect(response.status).toBe(500);
    expect(response.body['message']).toBe('Internal error');
    expect(broken.reported).toEqual([expect.any(TypeError)]);
  });
});
