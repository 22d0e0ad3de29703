import { bareLine, nounLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { call } from '../../support/http';

const NOUN = nounLine('qaa_fr_1', 7, 'kɪ̀tɔ́ŋ');
const BARE = bareLine('qaa_fr_1', 8, 'pɛkɛ');

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(dictionaryFolder('qaa_fr_1', [NOUN, BARE]));
});

afterAll(() => server.close());

const get = (path: string, init: RequestInit = {}) =>
  call(`${server.url}/lexicon/articles/qaa_fr_1${path}`, init);

test('B13 is the whole article, by number and by public identifier', async () => {
  const byNumber = await get('/7');
  const byPublicId = await get('/qaa_fr_1-7');

  expect(byNumber.status).toBe(200);
  expect(byNumber.body).toEqual({
    article: {
      all_raw_text: expect.stringContaining('chose 7') as string,
      article: NOUN.article,
      article_page: null,
      disable_article: false,
      id_article: 7,
      id_dico: 'qaa_fr_1',
      like: 0,
      public_id: 'qaa_fr_1-7',
      radical: expect.any(String) as string,
      unlike: 0,
      users_versions: '',
    },
  });
  expect(byPublicId.body).toEqual(byNumber.body);
});

test.each([
  ['content', 'article', NOUN.article],
  ['entry', 'entry', NOUN.article['entry']],
  ['category', 'category', 'n'],
  ['class', 'class', '9/10'],
  ['type', 'type', 'noun'],
  ['form', 'form', NOUN.article['forms']],
  ['example', 'form', NOUN.article['examples']],
  ['entries', 'entry', NOUN.article['entry']],
])('?%s is {%s} as it was written', async (flag, key, value) => {
  const { status, body } = await get(`/7?${flag}`);

  expect(status).toBe(200);
  expect(body).toEqual({ [key]: value });
});

test.each([
  ['', 206, { article: null, message: 'Article not found' }],
  ['?content', 206, { article: null, message: 'Article content not found' }],
  ['?category', 206, { category: null, message: 'Article category not found' }],
  ['?class', 206, { class: null, message: 'Article class not found' }],
  ['?form', 206, { form: null, message: 'Article form not found' }],
  ['?example', 206, { form: null, message: 'Article example not found' }],
  ['?type', 206, { type: null, message: 'Article not found' }],
])('the response for a missing object is documented: %s', async (query, status, body) => {
  const response = await get(`/99999999${query}`);

  expect(response.status).toBe(status);
  expect(response.body).toEqual({ ...body, status, uri: `/lexicon/articles/qaa_fr_1/99999999${query}` });
});

test('B23 alone answers 404 for a missing entry', async () => {
  const { status, body } = await get('/99999999?entry');

  expect(status).toBe(404);
  expect(body).toMatchObject({ message: 'Article entry not found', status: 404, code: 'NOT_FOUND' });
  expect(typeof body['request_id']).toBe('string');
});

test('a part that the article lacks is 206', async () => {
  expect((await get('/8?class')).status).toBe(206);
});

test('Prefer: status=200 turns 206 into 200, in the status line and in the body', async () => {
  const { status, body } = await get('/99999999', { headers: { prefer: 'status=200' } });

  expect(status).toBe(200);
  expect(body).toMatchObject({ article: null, status: 200 });
});

test('a matching If-None-Match is 304 without a body', async () => {
  const first = await get('/7');
  const etag = first.headers.get('etag') ?? '';

  const repeated = await get('/7', { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } });

  expect(etag).not.toBe('');
  expect(repeated.status).toBe(304);
  expect(repeated.text).toBe('');
});

test('HEAD has the headers of GET and no body; OPTIONS and other methods return the allowed methods', async () => {
  const response = await get('/7');
  const head = await get('/7', { method: 'HEAD' });
  const options = await get('/7', { method: 'OPTIONS' });
  const patch = await get('/7', { method: 'PATCH' });

  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(response.text)));
  expect(options.headers.get('allow')).toMatch(/GET, HEAD/);
  expect(patch.status).toBe(405);
  expect(patch.headers.get('allow')).toMatch(/GET, HEAD/);
  expect(patch.body).toMatchObject({ status: 405 });
});

test('unknown paths are 404 as JSON', async () => {
  for (const path of ['/lexicon/nothing', '/lexicon/dictionaries/users', '/nothing', '/chatbot/nothing']) {
    const { status, body } = await call(server.url + path);
    expect(status).toBe(404);
    expect(typeof body['message']).toBe('string');
  }
});

test('a path with invalid percent-encoding is 400', async () => {
  expect((await get('/%ff')).status).toBe(400);
});

test('several part flags at once are 400 that names them', async () => {
  const { status, body } = await get('/7?form&entry');

  expect(status).toBe(400);
  expect(body['message']).toMatch(/form.*entry|entry.*form/);
});
