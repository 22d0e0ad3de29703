import { objectIn, startWithAccounts, type AccountServer, type CallOptions } from '../../support/accounts';

const DICTIONARY = 'lug_en_2020';
let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts();
  const token = server.admin;
  await server.rest('POST', '/lexicon/metadata', { token, body: { id_dico: DICTIONARY } });
  for (const article of [1, 2])
    await server.rest('POST', `/lexicon/articles/${DICTIONARY}`, { token, body: { article } });
});
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

test('callers without access, missing objects and invalid comments are refused', async () => {
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

test('the error for an empty comment names the members of both interfaces', async () => {
  const { status, body } = await as('POST', PATHS[0], { body: { data: ' ' } });

  expect([status, body['message']]).toEqual([400, 'a comment must have 1 to 5000 characters']);
});

/** The comment says where it belongs, or the path and the query do. */
const OF_ARTICLE = { id_dico: DICTIONARY, id_article: '1' };

describe.each([
  ['B35', '/lexicon/comments', '', OF_ARTICLE],
  ['B35', '/lexicon/dictionaries/comments', '', { id_dico: DICTIONARY, id_article: 1 }],
  ['B34', `/lexicon/comments/${DICTIONARY}`, '', { id_article: '1' }],
  ['B34', `/lexicon/dictionaries/comments/${DICTIONARY}`, 'article_id=1', {}],
])('%s %s?%s', (_, path, query, subject) => {
  const at = (...more: string[]) => {
    const all = [query, ...more].filter((parameter) => parameter !== '');
    return all.length === 0 ? path : `${path}?${all.join('&')}`;
  };

  test('a comment is written, changed and deleted', async () => {
    const made = await as('POST', at(), { body: { comment: { ...subject, data: 'here' } } });
    expect([made.status, made.body['message'], made.body['uri']]).toEqual([201, 'Comment created', at()]);
    const comment = objectIn(made, 'comment');
    expect(comment).toMatchObject({ data: 'here', id_dico: DICTIONARY, id_article: '1', username: 'reader' });

    const one = `public_id=${String(comment['public_id'])}`;
    const changed = await as('PUT', at(one), { body: { comment: { ...comment, data: 'there' } } });
    expect([changed.status, objectIn(changed, 'comment')['data']]).toEqual([200, 'there']);
    expect((await as('PUT', at(one), { body: { data: 'x', ...subject, id_article: '2' } })).status).toBe(
      query === '' ? 404 : 200,
    );
    const deleted = await as('DELETE', at(one));
    expect([deleted.status, deleted.body['message']]).toEqual([200, 'Comment deleted']);
    expect((await as('DELETE', at(one))).body['message']).toBe('Comment Not Found');
  });

  test('401 without a token, 400 without a required value, 403 for the comment of another user', async () => {
    const body = { ...subject, data: 'x' };
    const of = await as('POST', at(), { token: server.admin, body });
    const another = `public_id=${String(objectIn(of, 'comment')['public_id'])}`;
    const statuses = [];
    for (const [method, uri, options] of [
      ['POST', at(), { token: undefined, body }],
      ['POST', at(), { body: subject }],
      ['POST', path, { body: { data: 'x' } }],
      ['PUT', at(), { body: { data: 'x' } }],
      ['DELETE', at(), {}],
      ['PUT', at(another), { body: { data: 'x' } }],
      ['DELETE', at(another), {}],
    ] as const)
      statuses.push((await as(method, uri, options)).status);

    expect(statuses).toEqual([401, 400, 400, 400, 400, 403, 403]);
  });
});

test('a comment on a missing article is refused', async () => {
  const responses = [
    await as('POST', '/lexicon/comments', { body: { id_dico: DICTIONARY, id_article: '99', data: 'x' } }),
    await as('POST', '/lexicon/comments/no_such?article_id=1', { body: { data: 'x' } }),
  ];

  for (const { status, body } of responses)
    expect([status, body['message']]).toEqual([404, 'Article content not found']);
});
