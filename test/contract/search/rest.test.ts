import { nounLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { call, graphql } from '../../support/http';

const LINES = ['simɔ́', 'Simo', 'simolo', 'simowe', 'tata'].map((word, i) =>
  nounLine('qaa_fr_1', i + 1, word),
);

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(
    dictionaryFolder('qaa_fr_1', LINES),
    dictionaryFolder('qbb_fr_2', [nounLine('qbb_fr_2', 1, 'simo')]),
  );
});

afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  call(`${server.url}/lexicon${path}`, { headers });

type Items = readonly {
  readonly id_article: number;
  readonly id_dico: string;
  readonly article_page: number;
}[];
const found = (body: Readonly<Record<string, unknown>>) =>
  (body['search'] as Items).map(({ id_dico, id_article }) => `${id_dico} ${String(id_article)}`);

test('B5 finds articles of a dictionary by rank, with every documented field and no other', async () => {
  const { status, body, headers } = await get('/articles/qaa_fr_1?search=simo');

  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['search']);
  expect(found(body)).toEqual(['qaa_fr_1 2', 'qaa_fr_1 1', 'qaa_fr_1 3', 'qaa_fr_1 4']);
  expect((body['search'] as object[])[1]).toEqual({
    all_raw_text: expect.stringContaining('simɔ́') as string,
    article: LINES[0]!.article,
    article_page: 1,
    disable_article: false,
    id_article: 1,
    id_dico: 'qaa_fr_1',
    like: 0,
    public_id: 'qaa_fr_1-1',
    radical: 'simɔ́',
    unlike: 0,
    users_versions: '',
  });
  expect(headers.get('x-total-count')).toBe('4');
});

test('B4 finds articles of all dictionaries', async () => {
  expect(found((await get('/articles?search=simo&limit=2')).body)).toEqual(['qbb_fr_2 1', 'qaa_fr_1 2']);
});

test.each(['searchTerm=simo&limit=2&page_number=2', 'search=SIMO&limit=2&page=2'])(
  'pages follow each other (%s)',
  async (query) => {
    const { body, headers } = await get(`/articles/qaa_fr_1?${query}`);

    expect((body['search'] as Items).map(({ article_page: page }) => page)).toEqual([2, 2]);
    expect(headers.get('x-total-count')).toBe('4');
    expect(headers.get('link')).toContain('rel="prev"');
    expect(headers.get('link')).not.toContain('rel="next"');
  },
);

test.each([
  ['ASC', [2, 1, 3, 4]],
  ['DESC', [4, 3, 1, 2]],
])('with sort=%s the response is in the order of headwords', async (sort, numbers) => {
  const { body } = await get(`/articles/qaa_fr_1?search=simo&sort=${sort}`);

  expect((body['search'] as Items).map(({ id_article: number }) => number)).toEqual(numbers);
});

test.each([
  '/articles?search',
  '/articles?search=',
  '/articles/qaa_fr_1?search=%20',
  '/articles/qaa_fr_1?search=zzzz',
  '/articles/qaa_fr_1?search=.*',
  '/articles/nowhere?search=simo',
])('%s finds nothing: 206 with an empty list', async (path) => {
  const { status, body } = await get(path);

  expect(status).toBe(206);
  expect(body).toEqual({ search: [], message: 'Articles not found', status: 206, uri: `/lexicon${path}` });
});

test('a client that prefers status 200 gets it for a search without hits', async () => {
  expect((await get('/articles?search=zzzz', { prefer: 'status=200' })).status).toBe(200);
});

test.each([
  [`search=${'a'.repeat(101)}`, '100'],
  ['search=simo&entries', 'search'],
  ['search=simo&limit=0', 'limit'],
  ['search=simo&sort=up', 'sort'],
])('%s is 400 with the reason', async (query, named) => {
  const { status, body } = await get(`/articles/qaa_fr_1?${query}`);

  expect(status).toBe(400);
  expect(body).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
  expect(body['message']).toContain(named);
});

test('REST and GraphQL find the same articles', async () => {
  const rest = await get('/articles?search=sim&limit=3&page=2');
  const { data } = await graphql(
    server.url,
    '{ search(text: "sim", first: 3, page: 2) { nodes { article { id_article: number id_dico: dictionaryPublicId } } } }',
  );

  const nodes = (data as { search: { nodes: { article: object }[] } }).search.nodes;
  expect(rest.body['search']).toMatchObject(nodes.map(({ article }) => article));
  expect(nodes).not.toHaveLength(0);
});

test('a hidden article is neither found nor counted, nor suggested', async () => {
  const { articles } = server.gateway.storage;
  const [before] = await articles.findMany('qaa_fr_1', { numbers: [5] });
  await articles.store('qaa_fr_1', [
    { before, after: { ...before!, isDisabled: true, revision: before!.revision + 1 } },
  ]);

  for (const text of ['tata', 'tat', 'tatta', 'thing 5', 'matata']) {
    const { status, headers, body } = await get(`/articles/qaa_fr_1?search=${encodeURIComponent(text)}`);
    expect(found(body)).not.toContain('qaa_fr_1 5');
    if (status === 206) expect(headers.get('x-total-count')).toBe('0');
  }
  const { data } = await graphql(
    server.url,
    '{ suggest(prefix: "ta") { text } search(text: "tatxx") { didYouMean } }',
  );
  expect(data).toEqual({ suggest: [], search: { didYouMean: [] } });
});
