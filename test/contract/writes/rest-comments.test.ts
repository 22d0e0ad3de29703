import { objectIn, startWithAccounts, type AccountServer, type CallOptions } from '../../support/accounts';

const DICTIONARY = 'lug_en_2020';
let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts();
  const token = server.admin;
  await server.rest('POST', '/lexicon/metadata', { token, body: { id_dico: DICTIONARY } });
  for (const article of [1, 2])
    await server.rest('POST', `/lexicon/articles/${DICTIONARY}`, { token, body: { article } });
}, 60_000);
afterAll(() => server.server.close());

const PATHS = [
  `/lexicon/comments/${DICTIONARY}/1`,
  `/lexicon/dictionaries/comments/${DICTIONARY}/1`,
] as const;
const as = (method: string, path: string, options: CallOptions = {}) =>
  server.rest(method, path, { token: server.reader, ...options });

test.each(PATHS)('%s: a comment is written, changed and deleted', async (path) => {
  const made = await as('POST', path, {
    body: { comment: { data: 'good', avatar: 'https://example.org/a.png' } },
  });
  const comment = objectIn(made, 'comment');
  expect([made.status, made.body['message'], made.body['uri']]).toEqual([201, 'Comment created', path]);
  expect(comment).toMatchObject({ data: 'good', id_dico: DICTIONARY, id_article: '1', username: 'reader' });

  const one = `${path}?public_id=${String(comment['public_id'])}`;
  const changed = await as('PUT', one, { body: { data: 'better' } });
  expect([changed.status, objectIn(changed, 'comment')['data']]).toEqual([200, 'better']);
  const deleted = await as('DELETE', one);
  expect([deleted.status, objectIn(deleted, 'comment')['data']]).toEqual([200, 'better']);
  expect((await as('DELETE', one)).status).toBe(404);
});

test('who may not, what is not there and what is no comment', async () => {
  const [path] = PATHS;
  const made = await as('POST', path, { token: server.admin, body: { data: 'of the admin' } });
  const id = String(objectIn(made, 'comment')['public_id']);
  const statuses = async (...calls: (readonly [string, string, CallOptions?])[]) =>
    Promise.all(calls.map(async ([method, at, options]) => (await as(method, at, options)).status));

  expect(
    await statuses(
      ['POST', path, { token: undefined, body: { data: 'x' } }],
      ['POST', `/lexicon/comments/${DICTIONARY}/99`, { body: { data: 'x' } }],
      ['POST', path, { body: {} }],
      ['PUT', `${path}?public_id=${id}`, { body: { data: 'x' } }],
      ['DELETE', `${path}?public_id=${id}`],
      ['DELETE', `/lexicon/comments/${DICTIONARY}/2?public_id=${id}`, { token: server.admin }],
      ['DELETE', path],
    ),
  ).toEqual([401, 404, 400, 403, 403, 404, 400]);
});
