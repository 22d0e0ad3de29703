import { objectIn, READER_PASSWORD, startWithAccounts, type AccountServer } from '../../support/accounts';

const DICTIONARY = 'ewe_fr_2020';
const LIST = `/lexicon/articles/${DICTIONARY}`;
let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts();
  await post('/lexicon/metadata', { metadata: { id_dico: DICTIONARY } });
});
afterAll(() => server.server.close());

const post = (path: string, body: unknown, key?: string, token: string | undefined = server.admin) =>
  server.rest('POST', path, { token, body, headers: key === undefined ? {} : { 'idempotency-key': key } });
const count = async () => Number((await server.rest('GET', `${LIST}?limit=1`)).headers.get('x-total-count'));

test('a repeated write gets the same response as the first time, and is executed once', async () => {
  const body = { article: { entry: { headword: 'xɔ' } } };
  const first = await post(LIST, body, 'a');
  const before = await count();
  const repeated = await post(LIST, body, '"a"');

  expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
  expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
  expect(repeated.body).toEqual(first.body);
  for (const name of ['location', 'etag', 'cache-control', 'content-type'])
    expect(repeated.headers.get(name)).toBe(first.headers.get(name));
  expect(await count()).toBe(before);
});

test('one of several concurrent equal requests runs; the others wait or get its response', async () => {
  const before = await count();
  const responses = await Promise.all(Array.from({ length: 12 }, () => post(LIST, { article: 'once' }, 'b')));

  expect(await count()).toBe(before + 1);
  const [made, waiting] = [201, 409].map((status) =>
    responses.filter((response) => response.status === status),
  );
  expect((made?.length ?? 0) + (waiting?.length ?? 0)).toBe(12);
  expect(new Set(made?.map(({ text }) => text)).size).toBe(1);
  for (const { headers, body } of waiting ?? [])
    expect([headers.get('retry-after'), body['code']]).toEqual(['1', 'REQUEST_RUNNING']);
});

test.each([
  ['another body', LIST, { article: 2 }],
  ['another path', `/lexicon/dictionaries/articles/${DICTIONARY}`, { article: 1 }],
])('the same key with %s is refused', async (_, path, body) => {
  await post(LIST, { article: 1 }, 'c');
  const response = await post(path, body, 'c');

  expect([response.status, response.body['code']]).toEqual([400, 'KEY_REUSED']);
});

test('keys belong to their caller', async () => {
  const body = { article: 'mine' };
  await post(LIST, body, 'd');
  const { body: user } = await post('/lexicon/users', {
    user: { username: 'second', password: 'a long password', role: 'admin' },
  });
  const token = await server.logIn('second', 'a long password');

  expect(user['status']).toBe(201);
  expect((await post(LIST, body, 'd', token)).headers.get('idempotency-replayed')).toBeNull();
});

test('a refused request has changed nothing, and a retry runs', async () => {
  const path = '/lexicon/articles/later_2020';
  expect((await post(path, { article: 1 }, 'e')).status).toBe(404);
  await post('/lexicon/metadata', { metadata: { id_dico: 'later_2020' } });

  const response = await post(path, { article: 1 }, 'e');
  expect([response.status, response.headers.get('idempotency-replayed')]).toEqual([201, null]);
});

test.each(['', 'ŋ'.repeat(3), 'x'.repeat(256)])('%p is not a valid key', async (key) => {
  const sent = Buffer.from(key).toString('latin1');
  expect((await post(LIST, { article: 1 }, sent)).status).toBe(400);
});

test('a key is ignored for requests that only read', async () => {
  const headers = { 'idempotency-key': 'no key' };
  const { status } = await server.rest('GET', `${LIST}?limit=1`, { token: server.admin, headers });

  expect([200, 206]).toContain(status);
  expect((await post(LIST, { article: 1 }, 'no key')).status).toBe(400);
});

test('mutations of GraphQL take keys too', async () => {
  const query = `mutation { createArticle(dictionary: "${DICTIONARY}", input: { source: "g" }) { article { number } userErrors { code message } } }`;
  const send = () => post('/graphql', { query }, 'f');
  const [first, repeated] = [await send(), await send()];

  expect(first.body['data']).toMatchObject({
    createArticle: { article: { number: expect.any(Number) as number }, userErrors: [] },
  });
  expect(repeated.body).toEqual(first.body);
  expect(repeated.headers.get('idempotency-replayed')).toBe('true');
  expect((await post('/graphql', { query: `${query} ` }, 'f')).body['errors']).toMatchObject([
    { extensions: { code: 'KEY_REUSED' } },
  ]);
});

test('a login is never stored', async () => {
  const responses = [];
  for (let time = 0; time < 2; time++)
    responses.push(
      await server.rest('POST', '/lexicon/login', {
        basic: ['reader', READER_PASSWORD],
        headers: { 'idempotency-key': 'g' },
      }),
    );

  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(responses[0]?.body['token']).not.toBe(responses[1]?.body['token']);
});

test('a new user is created once, and the response has no password', async () => {
  const body = { user: { username: 'third', password: 'another long password' } };
  const first = await post('/lexicon/users', body, 'h');

  expect((await post('/lexicon/users', body, 'h')).body).toEqual(first.body);
  expect(objectIn(first, 'user')['username']).toBe('third');
});
