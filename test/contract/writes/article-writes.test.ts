import { objectIn, startWithDictionary, type AccountServer } from '../../support/accounts';

const DICTIONARY = 'ewe_fr_2020';
const PATHS = ['/lexicon/articles', '/lexicon/dictionaries/articles'] as const;
const FIELDS = [
  ...['all_raw_text', 'article', 'article_page', 'disable_article', 'id_article', 'id_dico', 'like'],
  ...['public_id', 'radical', 'unlike', 'users_versions'],
];

let server: AccountServer;

beforeAll(async () => {
  server = await startWithDictionary(DICTIONARY);
});
afterAll(() => server.server.close());

const word = (headword: string) => ({
  entry: { headword },
  translations: [{ lang: 'fr', content: `mot ${headword}` }],
});
const create = (article: unknown, dictionary = DICTIONARY) =>
  server.rest('POST', `/lexicon/articles/${dictionary}`, { token: server.admin, body: { article } });
const made = async (article: unknown = word('xɔ')) => objectIn(await create(article), 'article');
const pathOf = ({ id_article: number }: Readonly<Record<string, unknown>>) =>
  `/lexicon/articles/${DICTIONARY}/${String(number)}`;

describe('B1', () => {
  test.each(PATHS)('POST %s creates an article', async (path) => {
    const article = { z: 1, a: { 'b.c': ['ɛ', null], $d: 1e21 }, entry: { headword: 'ŋutsu' } };
    const response = await server.rest('POST', `${path}/${DICTIONARY}`, {
      token: server.admin,
      body: { article },
    });

    expect(response.status).toBe(201);
    expect(Object.keys(response.body).sort()).toEqual(['article', 'message', 'status', 'uri']);
    expect(response.body).toMatchObject({
      message: 'Article created',
      status: 201,
      uri: `${path}/${DICTIONARY}`,
    });
    const object = objectIn(response, 'article');
    expect(Object.keys(object).sort()).toEqual(FIELDS);
    expect(JSON.stringify(object['article'])).toBe(JSON.stringify(article));
    expect(response.headers.get('location')).toBe(pathOf(object));
    expect(response.headers.get('etag')).toMatch(/^"1\./);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const read = await server.rest('GET', String(response.headers.get('location')));
    expect(read.body['article']).toEqual(object);
  });

  test.each([
    ['text', 'a word'],
    ['a number', 7],
    ['false', false],
    ['a list', [1, [2]]],
    ['an empty object', {}],
  ])('any JSON is an article: %s', async (_, article) => {
    const response = await create(article);

    expect(response.status).toBe(201);
    expect(objectIn(response, 'article')['article']).toEqual(article);
  });

  test.each([
    ['without content', {}, DICTIONARY, 'Article content not found'],
    ['with null', { article: null }, DICTIONARY, 'Article content not found'],
    ['for an unknown dictionary', { article: word('x') }, 'no_such_2020', 'Dictionary id invalid'],
  ])('404 %s', async (_, body, dictionary, message) => {
    const response = await server.rest('POST', `/lexicon/articles/${dictionary}`, {
      token: server.admin,
      body,
    });

    expect([response.status, response.body['message']]).toEqual([404, message]);
  });

  const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);
  test.each([
    ['malformed JSON', '{"article": '],
    ['a member __proto__', '{"article": {"a": {"__proto__": 1}}}'],
    ['a member constructor', '{"article": {"constructor": 1}}'],
    ['33 levels', JSON.stringify({ article: deep(33) })],
  ])('400 for %s', async (_, body) => {
    expect(
      (await server.rest('POST', `/lexicon/articles/${DICTIONARY}`, { token: server.admin, body })).status,
    ).toBe(400);
  });

  test('413 for more than 256 KiB, and for a body of 3 MB', async () => {
    expect((await create('x'.repeat(262_145))).status).toBe(413);
    expect((await create('x'.repeat(3_000_000))).status).toBe(413);
  });

  test('401 without the role, even if something else is wrong', async () => {
    for (const token of [undefined, 'nonsense', server.reader])
      for (const body of [{ article: word('x') }, {}]) {
        const response = await server.rest('POST', `/lexicon/articles/${DICTIONARY}`, { token, body });
        expect([response.status, response.body['message']]).toEqual([401, 'Unauthorized to create Article']);
      }
  });

  test('a written article is found and counted immediately', async () => {
    const before = await server.rest('GET', `/lexicon/articles/${DICTIONARY}?limit=1`);
    await create(word('gbɛgbɔgblɔ'));
    const after = await server.rest('GET', `/lexicon/articles/${DICTIONARY}?limit=1`);
    const found = await server.rest('GET', `/lexicon/articles/${DICTIONARY}?search=gbegbogblo`);

    expect(Number(after.headers.get('x-total-count'))).toBe(Number(before.headers.get('x-total-count')) + 1);
    expect(found.status).toBe(200);
  });
});

describe('B33', () => {
  test('replaces the whole content', async () => {
    const article = await made();
    const response = await server.rest('PUT', pathOf(article), {
      token: server.admin,
      body: { article: { other: 1 } },
    });

    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({ message: 'Article updated', status: 201, uri: pathOf(article) });
    expect(objectIn(response, 'article')['article']).toEqual({ other: 1 });
    expect(response.headers.get('etag')).toMatch(/^"2\./);
    expect((await server.rest('GET', `${pathOf(article)}?content`)).body).toEqual({ article: { other: 1 } });
  });

  test.each([
    ['no content', {}, ''],
    ['an unknown article', { article: 1 }, `/lexicon/articles/${DICTIONARY}/99999999`],
    ['an unknown dictionary', { article: 1 }, '/lexicon/articles/no_such_2020/1'],
  ])('404 for %s', async (_, body, path) => {
    const response = await server.rest('PUT', path || pathOf(await made()), { token: server.admin, body });

    expect([response.status, response.body['message']]).toEqual([404, 'Article content not found']);
  });

  test('401 without the role', async () => {
    for (const token of [undefined, server.reader]) {
      const response = await server.rest('PUT', pathOf(await made()), { token, body: { article: 1 } });
      expect([response.status, response.body['message']]).toEqual([401, 'Unauthorized to update Article']);
    }
  });

  test('If-Match accepts only the revision that the client has seen', async () => {
    const article = await made();
    const etag = String((await server.rest('GET', pathOf(article))).headers.get('etag'));
    const put = (tag: string, content: unknown) =>
      server.rest('PUT', pathOf(article), {
        token: server.admin,
        body: { article: content },
        headers: { 'if-match': tag },
      });

    expect((await put('"7.0.0"', 1)).status).toBe(412);
    expect((await put('"foreign"', 1)).status).toBe(412);
    expect((await put(etag, 2)).status).toBe(201);
    const stale = await put(etag, 3);
    expect([stale.status, stale.body['code']]).toEqual([412, 'REVISION_MISMATCH']);
    expect((await put('W/"2.0.0"', 4)).status).toBe(201);
    expect((await put('"1.0.0", "3.0.0"', 5)).status).toBe(201);
    expect((await put('*', 6)).status).toBe(201);
  });

  test.each(['"x"', '', '1.0.0', 'W/"x"'])(
    'If-Match: %s is named as a tag of another server',
    async (tag) => {
      const response = await server.rest('PUT', pathOf(await made()), {
        token: server.admin,
        body: { article: 1 },
        headers: { 'if-match': tag },
      });

      expect([response.status, response.body['code']]).toEqual([412, 'REVISION_MISMATCH']);
      expect(response.body['message']).toContain('is from this server; send the `ETag` of a response');
    },
  );

  test('a vote changes the ETag and does not conflict with a write', async () => {
    const article = await made();
    const before = String((await server.rest('GET', pathOf(article))).headers.get('etag'));
    const vote =
      'mutation ($d: ID!, $i: ID!) { voteOnArticle(dictionary: $d, number: $i, vote: LIKE) { article { likeCount } userErrors { code message } } }';
    await server.graphql(vote, { d: DICTIONARY, i: String(article['id_article']) }, server.reader);

    const after = String((await server.rest('GET', pathOf(article))).headers.get('etag'));
    const response = await server.rest('PUT', pathOf(article), {
      token: server.admin,
      body: { article: 2 },
      headers: { 'if-match': before },
    });

    expect(after).not.toBe(before);
    expect(response.status).toBe(201);
    expect(objectIn(response, 'article')['like']).toBe(1);
  });

  test('lets one of fifty writers with the same ETag succeed', async () => {
    const article = await made();
    const headers = { 'if-match': String((await server.rest('GET', pathOf(article))).headers.get('etag')) };
    const put = (n: number) =>
      server.rest('PUT', pathOf(article), { token: server.admin, body: { article: n }, headers });
    const statuses = (await Promise.all(Array.from({ length: 50 }, (_, n) => put(n)))).map(
      ({ status }) => status,
    );

    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(49);
  });
});

describe('B3 and B2', () => {
  test('B3 deletes an article once and returns it', async () => {
    const article = await made();
    const response = await server.rest('DELETE', pathOf(article), {
      token: server.admin,
      body: { article: {} },
    });

    expect(response.status).toBe(200);
    expect(response.body).toEqual({ article, message: 'Article deleted', status: 200, uri: pathOf(article) });
    const repeated = await server.rest('DELETE', pathOf(article), { token: server.admin });
    expect([repeated.status, repeated.body['message']]).toEqual([404, 'Article content not found']);
    expect((await server.rest('GET', pathOf(article))).status).toBe(206);
  });

  test('B2 deletes the article that the query names', async () => {
    const article = await made();
    const path = `/lexicon/dictionaries/articles/${DICTIONARY}?article_id=${String(article['id_article'])}`;
    const response = await server.rest('DELETE', path, { token: server.admin });

    expect(response.body).toEqual({ article, message: 'Dictionary deleted', status: 200, uri: path });
    expect((await server.rest('GET', pathOf(article))).status).toBe(206);
  });

  test.each(['', '?article_id', '?article_id=', '?article_id=99999999', '?article_id=%20<made>'])(
    'B2 deletes nothing with %p',
    async (query) => {
      const named = query.replace('<made>', String((await made())['id_article']));
      const path = `/lexicon/articles/${DICTIONARY}${named}`;
      const response = await server.rest('DELETE', path, { token: server.admin });

      expect([response.status, response.body['message']]).toEqual([404, 'Dictionary content not found']);
      expect((await server.rest('GET', `/lexicon/articles/${DICTIONARY}`)).status).toBe(200);
    },
  );

  test('B2 deletes nothing if the query names two articles', async () => {
    const articles = [await made(), await made()];
    const query = articles.map((article) => `article_id=${String(article['id_article'])}`).join('&');
    const { status, body } = await server.rest('DELETE', `/lexicon/articles/${DICTIONARY}?${query}`, {
      token: server.admin,
    });

    expect([status, body['message']]).toEqual([400, 'article_id is given twice, with different values']);
    for (const article of articles) expect((await server.rest('GET', pathOf(article))).status).toBe(200);
  });

  test('401 without the role, with the message of each', async () => {
    const article = await made();
    for (const token of [undefined, server.reader]) {
      expect((await server.rest('DELETE', pathOf(article), { token })).body).toMatchObject({
        status: 401,
        message: 'Unauthorized to delete Article',
      });
      expect((await server.rest('DELETE', `/lexicon/articles/${DICTIONARY}`, { token })).body).toMatchObject({
        status: 401,
        message: 'Unauthorized to delete dictionary',
      });
    }
  });

  test('If-Match also applies to deletions', async () => {
    const article = await made();
    const headers = { 'if-match': '"5.0.0"' };

    expect((await server.rest('DELETE', pathOf(article), { token: server.admin, headers })).status).toBe(412);
    expect((await server.rest('GET', pathOf(article))).status).toBe(200);
  });

  test('numbers of deleted articles are not assigned again', async () => {
    const first = await made();
    await server.rest('DELETE', pathOf(first), { token: server.admin });

    expect(Number((await made())['id_article'])).toBeGreaterThan(Number(first['id_article']));
  });
});

test('200 articles that are created simultaneously get different numbers', async () => {
  const created = await Promise.all(Array.from({ length: 200 }, (_, n) => made(word(`n${String(n)}`))));
  const numbers = created.map(({ id_article: number }) => number);

  expect(new Set(numbers).size).toBe(200);
});
