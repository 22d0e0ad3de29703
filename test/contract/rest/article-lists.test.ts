import { bareLine, nounLine, type ArticleLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { call, graphql } from '../../support/http';

/** Headwords in the order that the interface asks for: folded, then exact, then number. */
const WORDS = [
  'baba',
  'bába',
  'bàbà',
  'chui',
  'ɗaki',
  'ǝwa',
  'fisi',
  'ŋoma',
  'nyoka',
  'simba',
  'twiga',
  'zèbra',
];

const FIRST: ArticleLine[] = [
  ...WORDS.map((word, i) => nounLine('qaa_fr_1', i + 1, word)),
  bareLine('qaa_fr_1', 13, 'zz'),
];
const SECOND: ArticleLine[] = [nounLine('ŋk̀ù_fr_2020'.normalize('NFC'), 1, 'aaa')];

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(
    dictionaryFolder('qaa_fr_1', FIRST),
    dictionaryFolder('ŋk̀ù_fr_2020'.normalize('NFC'), SECOND),
  );
});

afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  call(`${server.url}/lexicon${path}`, { headers });

function items(body: Readonly<Record<string, unknown>>, key: string) {
  return body[key] as readonly Readonly<Record<string, unknown>>[];
}

test('B12 lists a dictionary in the order of its folded headwords, with every documented field and no other', async () => {
  const { status, body, headers } = await get('/articles/qaa_fr_1?limit=100');

  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['articles']);
  expect(items(body, 'articles').map(({ article }) => (article as ArticleLine['article'])['entry'])).toEqual(
    byPlainOrder(FIRST).map(({ article }) => article['entry']),
  );
  expect(Object.keys(items(body, 'articles')[0]!).sort()).toEqual([
    'all_raw_text',
    'article',
    'article_page',
    'disable_article',
    'id_article',
    'id_dico',
    'like',
    'public_id',
    'radical',
    'unlike',
    'users_versions',
  ]);
  expect(headers.get('x-total-count')).toBe('13');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
});

test('B12 gives back the free JSON exactly as it was written', async () => {
  const { body } = await get('/articles/qaa_fr_1?limit=100');

  for (const item of items(body, 'articles')) {
    const line = FIRST.find(({ id_article }) => id_article === item['id_article']);
    expect(JSON.stringify(item['article'])).toBe(JSON.stringify(line?.article));
    expect(item).toMatchObject({
      id_dico: 'qaa_fr_1',
      public_id: line?.public_id,
      like: 0,
      unlike: 0,
      disable_article: false,
      users_versions: '',
      article_page: 1,
    });
  }
});

test('B11 lists all dictionaries together in one order', async () => {
  const { status, body, headers } = await get('/articles?limit=100');

  expect(status).toBe(200);
  expect(items(body, 'articles')).toHaveLength(14);
  expect(items(body, 'articles')[0]).toMatchObject({
    id_dico: 'ŋk̀ù_fr_2020'.normalize('NFC'),
    id_article: 1,
  });
  expect(headers.get('x-total-count')).toBe('14');
});

test('pages walk the list once, both ways, and end with 206', async () => {
  const walk = async (sort: string) => {
    const listed: unknown[] = [];
    for (let page = 1; ; page++) {
      const { status, body } = await get(`/articles/qaa_fr_1?limit=2&page=${String(page)}&sort=${sort}`);
      if (status === 206) return listed;
      expect(items(body, 'articles')[0]?.['article_page']).toBe(page);
      listed.push(...items(body, 'articles').map(({ id_article }) => id_article));
    }
  };

  const up = await walk('asc');

  expect(up).toEqual(byPlainOrder(FIRST).map(({ id_article }) => id_article));
  expect(await walk('DESC')).toEqual(up.toReversed());
});

test('Link leads to the first, previous, next and last page', async () => {
  const { headers } = await get('/articles/qaa_fr_1?entries&limit=5&page=2');

  const links = Object.fromEntries(
    (headers.get('link') ?? '').split(', ').map((link) => {
      const [, target = '', rel = ''] = /^<([^>]*)>; rel="([a-z]+)"$/.exec(link) ?? [];
      return [rel, new URL(target, server.url).searchParams.get('page')];
    }),
  );
  expect(links).toEqual({ first: '1', prev: '1', next: '3', last: '3' });
});

test('a limit above 50,000 is reduced, which a header reports', async () => {
  const { status, headers, body } = await get('/articles/qaa_fr_1?limit=60000');

  expect(status).toBe(200);
  expect(headers.get('x-limit-applied')).toBe('50000');
  expect(items(body, 'articles')).toHaveLength(13);
});

test('the default limit is 10', async () => {
  expect(items((await get('/articles/qaa_fr_1?limit&page&sort')).body, 'articles')).toHaveLength(10);
});

test.each([
  ['entries', 'entries', 'entry', 'entry'],
  ['cats', 'categories', 'category', 'category'],
  ['classes', 'classes', 'data', 'class'],
  ['forms', 'forms', 'form', 'forms'],
  ['examples', 'examples', 'example', 'examples'],
])('?%s lists {%s} of the articles that have the part', async (flag, key, name, member) => {
  const { status, body } = await get(`/articles/qaa_fr_1?${flag}&limit=100`);

  const having = byPlainOrder(FIRST).filter(({ article }) => member in article);
  expect(status).toBe(200);
  expect(body).toEqual({
    [key]: having.map(({ article, id_article, id_dico }) => ({
      [name]: article[member],
      id_article,
      id_dico,
    })),
  });
});

test.each([
  ['?entries', { entries: [], message: 'Article entries not found' }],
  ['', { articles: [], message: 'Articles not found' }],
])('an unknown dictionary is 206 with an empty list and a message (%s)', async (query, body) => {
  const response = await get(`/articles/no_such_dico${query}`);

  expect(response.status).toBe(206);
  expect(response.body).toEqual({ ...body, status: 206, uri: `/lexicon/articles/no_such_dico${query}` });
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test.each(['limit=abc', 'limit=-1', 'limit=0', 'page=0', 'page=x', 'sort=sideways'])(
  '%s is 400 and named',
  async (query) => {
    const { status, body } = await get(`/articles/qaa_fr_1?${query}`);

    expect(status).toBe(400);
    expect(body['message']).toContain(query.split('=')[0]);
    expect(body).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
  },
);

test('a dictionary is reached by its identifier in NFC, NFD or percent-encoded, and by its number', async () => {
  const nfcId = 'ŋk̀ù_fr_2020'.normalize('NFC');
  const expected = { entries: [{ entry: SECOND[0]!.article['entry'], id_article: 1, id_dico: nfcId }] };

  for (const id of [encodeURIComponent(nfcId), encodeURIComponent(nfcId.normalize('NFD')), '2'])
    expect((await get(`/articles/${id}?entries`)).body).toEqual(expected);
});

test('every path has its alias below /dictionaries', async () => {
  for (const path of [
    '/articles?limit=3',
    '/articles/qaa_fr_1?entries',
    '/articles/qaa_fr_1/3',
    '/articles/qaa_fr_1/3?entry',
  ])
    expect((await get(`/dictionaries${path}`)).body).toEqual((await get(path)).body);
});

test('REST and GraphQL return the same entries', async () => {
  const rest = await get('/articles/qaa_fr_1?entries&limit=4&page=2&sort=DESC');
  const { data } = await graphql(
    server.url,
    `
      {
        articles(filter: { dictionary: "qaa_fr_1", having: ENTRY }, first: 4, page: 2, sort: DESC) {
          totalCount
          nodes {
            entry: written(part: ENTRY)
            id_article: number
            id_dico: dictionaryPublicId
          }
        }
      }
    `,
  );

  expect(data).toEqual({ articles: { totalCount: 13, nodes: rest.body['entries'] } });
});

/** The order of the interface, computed plainly for these words, whose folded forms the test spells out. */
function byPlainOrder(lines: readonly ArticleLine[]): ArticleLine[] {
  const folded: Record<string, string> = {
    ɗaki: 'daki',
    ǝwa: 'ewa',
    ŋoma: 'noma',
    zèbra: 'zebra',
    bába: 'baba',
    bàbà: 'baba',
  };
  const key = (line: ArticleLine) => {
    const word = (line.article['entry'] as { headword: string }).headword;
    return `${folded[word] ?? word}\u0001${word}`;
  };
  return [...lines].sort((a, b) => Buffer.compare(Buffer.from(key(a)), Buffer.from(key(b))));
}

test.each([
  ['?limit=3', 'articles', ['id_article', 'radical']],
  ['?limit=3', 'articles', ['article']],
  ['?entries&limit=3', 'entries', ['entry']],
  ['?resume&limit=3', 'articles', ['id_dico', 'public_id']],
  ['?trads=fr&limit=3', 'translation', ['trad_fr', 'id_article']],
  ['?trads=en&limit=3', 'translation', ['trad_en']],
  ['?html&limit=3', 'contents', ['article_page']],
  ['?search=baba&limit=3', 'search', ['id_article', 'like']],
  ['?limit=5000', 'articles', ['id_article', 'article_page']],
])('fields leaves out the other members of %s', async (query, key, names) => {
  const full = await get(`/articles/qaa_fr_1${query}`);
  // Such a response does not have the members that the description requires.
  const part = await fetch(`${server.url}/lexicon/articles/qaa_fr_1${query}&fields=${names.join(',%20')},`);

  const selected = (item: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));
  expect(await part.json()).toEqual({ ...full.body, [key]: items(full.body, key).map(selected) });
  expect(part.headers.get('x-total-count')).toBe(full.headers.get('x-total-count'));
  expect(part.headers.get('link') ?? 'fields=').toContain('fields=');
});

test('fields that items lack are refused, with a list of the existing ones', async () => {
  const { status, body } = await get('/articles/qaa_fr_1?entries&fields=entry,headword');

  expect(status).toBe(400);
  expect(body['message']).toBe(
    'fields: the items have no member headword; they have entry, id_article, id_dico',
  );
  const long = await get(`/articles/qaa_fr_1?entries&fields=${'x'.repeat(61)}`);
  expect(long.body['message']).toContain(`no member ${'x'.repeat(60)};`);
});
