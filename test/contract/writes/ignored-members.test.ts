import { objectIn, READER_PASSWORD, startWithAccounts, type AccountServer } from '../../support/accounts';

const DICTIONARY = 'ibo_en_2020';
const PATH = `/lexicon/articles/${DICTIONARY}`;
const HEADER = 'x-ignored-members';

let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts();
  await server.rest('POST', '/lexicon/metadata', { token: server.admin, body: { id_dico: DICTIONARY } });
});
afterAll(() => server.server.close());

const send = (method: string, path: string, body: unknown, headers = {}) =>
  server.rest(method, path, { token: server.admin, body, headers });

test('B1 and B33 name the members of the body that they ignore', async () => {
  const article = { entry: { headword: 'mmiri' } };
  const extra = { disable_article: true, id_article: 7, 'ụdị, ọhụrụ': 1 };
  const names = `disable_article, id_article, ${encodeURIComponent('ụdị, ọhụrụ')}`;

  const made = await send('POST', PATH, { article, radical: 'miri', ...extra });
  expect(made.status).toBe(201);
  expect(made.headers.get(HEADER)).toBe(names);
  expect(objectIn(made, 'article')).toMatchObject({ article, radical: 'miri', disable_article: false });

  const changed = await send('PUT', String(made.headers.get('location')), { article, ...extra });
  expect([changed.status, changed.headers.get(HEADER)]).toEqual([201, names]);
});

test('ignored members of an ArticleObject that replaces the content are named with its path', async () => {
  const made = await send('POST', PATH, { article: { entry: { headword: 'oku' } } });
  const object = { ...objectIn(made, 'article'), like: 12 };
  const changed = await send('PUT', String(made.headers.get('location')), { article: object });

  expect(String(changed.headers.get(HEADER)).split(', ').sort()).toEqual(
    ['all_raw_text', 'article_page', 'disable_article', 'id_article', 'id_dico', 'like', 'public_id']
      .concat(['unlike', 'users_versions'])
      .map((name) => `article.${name}`),
  );
  expect(objectIn(changed, 'article')).toMatchObject({ like: 0, article: { entry: { headword: 'oku' } } });
});

test('the header is absent if no member is ignored, and a retry has the same header', async () => {
  const plain = await send('POST', PATH, { article: { id_article: 3, anything: 'free' }, radical: 'x' });
  expect([plain.status, plain.headers.get(HEADER)]).toEqual([201, null]);

  const once = () => send('POST', PATH, { article: 1, more: 2 }, { 'idempotency-key': 'the-same' });
  expect([(await once()).headers.get(HEADER), (await once()).headers.get(HEADER)]).toEqual(['more', 'more']);
});

test('the header stays short, however many members are ignored', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, n) => [`member${String(n)}${'é'.repeat(9)}`, n]),
  );
  const made = await send('POST', PATH, { article: 1, ...many });

  expect(made.status).toBe(201);
  expect(made.headers.get(HEADER)).toMatch(/^member0%C3%A9/);
  expect(String(made.headers.get(HEADER)).length).toBeLessThanOrEqual(1_000);
});

test('every route that reads a body names the members that it ignores', async () => {
  const id = 'ibo_fr_2020';
  const headerOf = async (response: ReturnType<typeof send>) => {
    const { status, headers } = await response;
    return [status, headers.get(HEADER)];
  };
  const metadata = { id_dico: id, long_name: 'Igbo', colour: 'red' };

  expect(await headerOf(send('POST', '/lexicon/metadata', { metadata }))).toEqual([201, 'colour']);
  expect(
    await headerOf(send('PUT', `/lexicon/metadata/${id}`, { metadata: { ...metadata, id_dico: 'other' } })),
  ).toEqual([200, 'id_dico, colour']);
  const user = { username: 'ada', password: 'the-words-of-ada', nat_lang: 'ig', age: 7 };
  expect(await headerOf(send('POST', '/lexicon/users', { user }))).toEqual([201, 'age']);

  const made = await send('POST', PATH, { article: { entry: { headword: 'osisi' } } });
  const article = objectIn(made, 'article')['id_article'];
  const comment = { id_dico: DICTIONARY, id_article: article, data: 'ezi okwu', mood: 'good' };
  const response = await send('POST', '/lexicon/comments', { comment });
  expect([response.status, response.headers.get(HEADER)]).toEqual([201, 'mood']);
  const { public_id: publicId } = objectIn(response, 'comment');
  const changed = await send('PUT', `/lexicon/comments?public_id=${String(publicId)}`, { comment });
  expect([changed.status, changed.headers.get(HEADER)]).toEqual([200, 'mood']);
});

test('members that contradict the path or the query are named', async () => {
  const made = await send('POST', PATH, { article: { entry: { headword: 'mmiri' } } });
  const article = String(objectIn(made, 'article')['id_article']);
  const path = `/lexicon/comments/${DICTIONARY}`;
  const headerOf = async (target: string, comment: object) =>
    (await send('POST', target, { comment: { data: 'ezi okwu', ...comment } })).headers.get(HEADER);

  const other = { id_dico: 'none_1', id_article: '99' };
  expect(await headerOf(`${path}/${article}`, other)).toBe('id_dico, id_article');
  expect(await headerOf(`${path}?article_id=${article}`, other)).toBe('id_dico, id_article');
  expect(await headerOf(`${path}/${article}`, { id_dico: DICTIONARY, id_article: article })).toBeNull();
  expect(await headerOf(`${path}/${article}`, { id_article: Number(article), mood: 'good' })).toBe('mood');
});

test('credentials in a body are read, and not named', async () => {
  const body = { 'Basic-Auth': { username: 'reader', password: READER_PASSWORD } };
  const { status, headers } = await server.rest('POST', '/lexicon/login', { body });

  expect([status, headers.get(HEADER)]).toEqual([200, null]);
});
