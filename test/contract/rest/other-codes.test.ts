import { nounLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { call } from '../../support/http';

const LINES = Array.from({ length: 40 }, (_, i) => nounLine('qaa_fr_1', i + 1, `w${String(i)}`));
const LIST = '/lexicon/articles/qaa_fr_1?limit=40';
const ONE = '/lexicon/articles/qaa_fr_1/1';

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(dictionaryFolder('qaa_fr_1', LINES));
});

afterAll(() => server.close());

const get = (path: string, init: RequestInit = {}) => call(server.url + path, init);

/** Statuses that any route may send, and a word of the message. */
const REFUSALS = [
  { path: `${LIST}&page=0`, expected: 400, code: 'INVALID_INPUT', word: 'page' },
  { path: '/lexicon/articles?limit=1.5', expected: 400, code: 'INVALID_INPUT', word: 'limit' },
  { path: '/lexicon/articles?sort=up', expected: 400, code: 'INVALID_INPUT', word: 'sort' },
  { path: '/lexicon/articles?cats&trads=fr', expected: 400, code: 'INVALID_INPUT', word: 'cats, trads' },
  { path: '/lexicon/articles/%C3', expected: 400, code: 'INVALID_INPUT', word: 'percent-encoding' },
  { path: '/lexicon/articles/a/b/c', expected: 404, code: 'NOT_FOUND', word: '' },
  { path: '/lexicon/articles//1', expected: 404, code: 'NOT_FOUND', word: '' },
  { path: LIST, method: 'PATCH', expected: 405, code: 'METHOD_NOT_ALLOWED', word: 'PATCH' },
] as const;

test.each(REFUSALS)('$path is $expected $code', async ({ path, expected, code, word, ...init }) => {
  const { status, headers, body } = await get(path, init);

  expect(status).toBe(expected);
  expect(Object.keys(body).sort()).toEqual(['code', 'message', 'request_id', 'status', 'uri']);
  expect(body).toMatchObject({ status: expected, code, uri: path });
  expect(body['message']).toContain(word);
  expect(body['request_id']).toBe(headers.get('x-request-id'));
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
});

test('the response is JSON for any Accept header', async () => {
  const { status, headers } = await get(ONE, { headers: { accept: 'text/html;q=1, */*;q=0' } });

  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
});

test('a tag matches whether it is strong or weak, as that of a compressed response is', async () => {
  const path = '/lexicon/articles/qaa_fr_1/1';
  const plain = await get(path, { headers: { 'accept-encoding': 'identity' } });
  const etag = plain.headers.get('etag') ?? '';

  for (const tag of [etag, `W/${etag}`]) {
    const repeated = await get(path, { headers: { 'if-none-match': tag, 'cache-control': 'max-age=0' } });
    expect([repeated.status, repeated.text]).toEqual([304, '']);
    expect(repeated.headers.get('vary')).toContain('Accept-Encoding');
  }
});

test.each(['br', 'gzip'])(
  'a long list is sent as %s to a client that accepts it, and HEAD returns its length',
  async (name) => {
    const headers = { 'accept-encoding': name };
    const plain = await get(LIST, { headers: { 'accept-encoding': 'identity' } });
    const compressed = await get(LIST, { headers });
    const head = await get(LIST, { method: 'HEAD', headers });

    expect(compressed.headers.get('content-encoding')).toBe(name);
    expect(compressed.body).toEqual(plain.body);
    expect(Number(compressed.headers.get('content-length'))).toBeLessThan(
      Number(plain.headers.get('content-length')) / 4,
    );
    expect(head.headers.get('content-length')).toBe(compressed.headers.get('content-length'));
    expect(compressed.headers.get('vary')?.split(', ').sort()).toEqual(
      ['Accept-Encoding', 'Authorization', 'X-Access-Token'].sort(),
    );
  },
);
