import { objectIn, startWithAccounts, type AccountServer } from '../../support/accounts';

const DICTIONARY = 'ewe_fr_2020';
const LIST = `/lexicon/articles/${DICTIONARY}`;

let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts();
  const body = { metadata: { id_dico: DICTIONARY } };
  await server.rest('POST', '/lexicon/metadata', { token: server.admin, body });
});
afterAll(() => server.server.close());

const word = (headword: string) => ({
  entry: { headword },
  translations: [{ lang: 'fr', content: headword }],
});
const write = (method: string, path: string, body: object) =>
  server.rest(method, path, { token: server.admin, body });
const made = async (body: object) => objectIn(await write('POST', LIST, body), 'article');
const pathOf = ({ id_article: number }: Readonly<Record<string, unknown>>) => `${LIST}/${String(number)}`;

test('an article that is read, edited and written back is not nested in itself', async () => {
  const path = pathOf(await made({ article: word('alagba') }));
  for (const round of [1, 2]) {
    const object = objectIn(await server.rest('GET', path), 'article');
    const article = { ...object, article: { ...word('alagba'), round } };
    const response = await write('PUT', path, { article });

    expect(response.status).toBe(201);
    expect((await server.rest('GET', `${path}?content`)).body['article']).toEqual(article.article);
  }
});

test('If-None-Match: * refuses changes of existing articles', async () => {
  const path = pathOf(await made({ article: word('tsi') }));
  const options = { token: server.admin, headers: { 'if-none-match': '*' } };
  const put = await server.rest('PUT', path, { ...options, body: { article: 2 } });

  expect([put.status, put.body['code']]).toEqual([412, 'REVISION_MISMATCH']);
  expect(put.body['message']).toContain('The article already exists');
  expect((await server.rest('PUT', `${LIST}/999`, { ...options, body: { article: 2 } })).status).toBe(404);
});

test('If-None-Match refuses changes of an article that has the revision of a tag', async () => {
  const path = pathOf(await made({ article: word('nya') }));
  const etag = String((await server.rest('GET', path)).headers.get('etag'));
  const put = (tag: string, content: unknown) =>
    server.rest('PUT', path, {
      token: server.admin,
      body: { article: content },
      headers: { 'if-none-match': tag },
    });

  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`]) {
    const { status, body } = await put(tag, 2);
    expect([status, body['code']]).toEqual([412, 'REVISION_MISMATCH']);
  }
  expect((await put('"x"', 2)).status).toBe(201);
  expect((await put(etag, 3)).status).toBe(201);
});

test('an ArticleObject creates an article from its content', async () => {
  const object = await made({ article: word('fia') });
  const response = await write('POST', LIST, { article: object });

  expect(response.status).toBe(201);
  expect(objectIn(response, 'article')).toMatchObject({ article: word('fia'), radical: 'fia' });
});

test('an article that was nested in itself is unnested when it is written back', async () => {
  const object = await made({ article: word('avu') });
  await write('PUT', pathOf(object), {
    article: { ...object, article: { ...object, article: word('avu') } },
  });

  const { body } = await server.rest('GET', `${pathOf(object)}?content`);
  expect(body['article']).toEqual(word('avu'));
});

test('content that has other members beside its member article stays unchanged', async () => {
  const article = { id_article: 7, id_dico: 'x', article: word('dzo'), date: '2020' };
  const response = await write('PUT', pathOf(await made({ article: 1 })), { article });

  expect(objectIn(response, 'article')['article']).toEqual(article);
});

test.each([
  ['that was given stays', 'dɔ', 'dɔ'],
  ['that was derived follows the headword', undefined, 'agble'],
])('a radical %s', async (_, radical, expected) => {
  const object = await made({ article: word('dɔla'), radical });
  const response = await write('PUT', pathOf(object), { article: { ...object, article: word('agble') } });

  expect(objectIn(response, 'article')['radical']).toBe(expected);
});

test('typed content that a client returns unchanged is stored unchanged, including identifiers of senses', async () => {
  const source = {
    ...word('asi'),
    senses: [
      { number: 1, id: 'a-1' },
      { number: 2, id: 'a-2' },
    ],
  };
  await made({ article: source });
  const selection = 'senses { number importedId indicator } translations { lang content }';
  const read = async (): Promise<Readonly<Record<string, unknown>>> => {
    const { data } = await server.graphql(
      `{ articles(filter: { dictionary: "${DICTIONARY}" }, last: 100) { nodes { number headword source content { ${selection} } } } }`,
    );
    const { nodes } = data['articles'] as { nodes: Readonly<Record<string, unknown>>[] };
    return nodes.find(({ headword }) => headword === 'asi')!;
  };
  const before = await read();
  const { errors } = await server.graphql(
    `mutation ($number: ID, $input: UpdateArticleInput!) {
      updateArticle(dictionary: "${DICTIONARY}", number: $number, input: $input) { article { revision } userErrors { message } } }`,
    { number: String(before['number']), input: { content: before['content'] } },
    server.admin,
  );

  expect(errors).toEqual([]);
  expect(await read()).toEqual(before);
  expect(before['content']).toMatchObject({ senses: [{ importedId: 'a-1' }, { importedId: 'a-2' }] });
});
