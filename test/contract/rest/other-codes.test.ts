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

const ask = (path: string, init: RequestInit = {}) => call(server.url + path, init);

/** Statuses that any route may answer, and a word of the message. */
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
  const { status, headers, body } = await ask(path, init);

  expect(status).toBe(expected);
  expect(Object.keys(body).sort()).toEqual(['code', 'message', 'request_id', 'status', 'uri']);
  expect(body).toMatchObject({ status: expected, code, uri: path });
  expect(body['message']).toContain(word);
  expect(body['request_id']).toBe(headers.get('x-request-id'));
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
});

test('the response is JSON for any Accept header', async () => {
  const { status, headers } = await ask(ONE, { headers: { accept: 'text/html;q=1, */*;q=0' } });

  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
});

test('a tag matches whether it is strong or weak, as that of a compressed response is', async () => {
  const path = '/lexicon/articles/qaa_fr_1/1';
  const plain = await ask(path, { headers: { 'accept-encoding': 'identity' } });
  const etag = plain.headers.get('etag') ?? '';

  for (const known of [etag, `W/${etag}`]) {
    const again = await ask(path, { headers: { 'if-none-match': known, 'cache-control': 'max-age=0' } });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers.get('vary')).toContain('Accept-Encoding');
  }
});

test.each(['br', 'gzip'])(
  'a long list is sent as %s to a client that accepts it, and HEAD returns its length',
  async (name) => {
    const headers = { 'accept-encoding': name };
    const plain = await ask(LIST, { headers: { 'accept-encoding': 'identity' } });
    const got = await ask(LIST, { headers });
    const head = await ask(LIST, { method: 'HEAD', headers });

    expect(got.headers.get('content-encoding')).toBe(name);
    expect(got.body).toEqual(plain.body);
    expect(Number(got.headers.get('content-length'))).toBeLessThan(
      Number(plain.headers.get('content-length')) / 4,
    );
    expect(head.headers.get('content-length')).toBe(got.headers.get('content-length'));
    expect(got.headers.get('vary')?.split(', ').sort()).toEqual(
      ['Accept-Encoding', 'Authorization', 'X-Access-Token'].sort(),
    );
  },
);
