import { bareLine, nounLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { call } from '../../support/http';

const NOUN = 'qaa_fr_1/1';
const BARE = 'qbb_fr_2/1';

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(
    dictionaryFolder('qaa_fr_1', [nounLine('qaa_fr_1', 1, 'ŋoma'), nounLine('qaa_fr_1', 2, 'paka')]),
    dictionaryFolder('qbb_fr_2', [bareLine('qbb_fr_2', 1, 'zebra')]),
  );
});

afterAll(() => server.close());

const get = (path: string, init: RequestInit = {}) => call(`${server.url}/lexicon${path}`, init);
const under = (alias: string, path: string) => `${alias}/articles${path}`;

const ARTICLE_OBJECT = [
  ...['all_raw_text', 'article', 'article_page', 'disable_article', 'id_article', 'id_dico', 'like'],
  ...['public_id', 'radical', 'unlike', 'users_versions'],
];
const SUMMARY = ARTICLE_OBJECT.filter((name) => name !== 'all_raw_text' && name !== 'users_versions');
const part = (name: string) => ['id_article', 'id_dico', name];
const TRANSLATE_OBJECT = ['id_article', 'id_dico', 'trad_en', 'trad_es', 'trad_fr', 'trad_ko'];

/** Lists of all dictionaries and of one: ids of the interface, flag, key, fields of an item, message of a 206. */
const LISTS = [
  ['B7', 'B8', '?html', 'contents', ARTICLE_OBJECT, 'Article html not found'],
  ['B9', 'B10', '?contents', 'contents', ARTICLE_OBJECT, 'Article contents not found'],
  ['B11', 'B12', '', 'articles', ARTICLE_OBJECT, 'Articles not found'],
  ['B11 summary', 'B12 summary', '?resume', 'articles', SUMMARY, 'Articles not found'],
  ['B14', 'B15', '?cats', 'categories', part('category'), 'Article categories not found'],
  ['B18', 'B19', '?classes', 'classes', part('data'), 'Article classes not found'],
  ['B21', 'B22', '?entries', 'entries', part('entry'), 'Article entries not found'],
  ['B25', 'B26', '?examples', 'examples', part('example'), 'Article examples not found'],
  ['B27', 'B28', '?forms', 'forms', part('form'), 'Article forms not found'],
  ['B30', 'B31', '?trads=fr', 'translation', TRANSLATE_OBJECT, 'Article translations not found'],
] as const;

const lists = LISTS.flatMap(([all, one, query, ...rest]) => [
  [all, '', query, ...rest] as const,
  [one, '/qaa_fr_1', query, ...rest] as const,
]);

describe.each(['', '/dictionaries'])('lists under /lexicon%s', (alias) => {
  test.each(lists)('%s (%s%s) is 200 {%s: [...]} with its documented fields', async (...route) => {
    const [, dictionary, query, key, fields] = route;
    const { status, body } = await get(under(alias, dictionary + query));

    const items = body[key] as readonly object[];
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual([key]);
    expect(items.length).toBeGreaterThanOrEqual(2);
    for (const item of items) expect(Object.keys(item).sort()).toEqual([...fields].sort());
  });

  test.each(lists)('%s (%s%s) is 206 {%s: []} past the end', async (...route) => {
    const [, dictionary, query, key, , message] = route;
    const path = under(alias, `${dictionary}${query}${query === '' ? '?' : '&'}page=99`);
    const { status, headers, body } = await get(path);

    expect(status).toBe(206);
    expect(body).toEqual({ [key]: [], message, status: 206, uri: `/lexicon${path}` });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-range')).toBeNull();
  });
});

test.each(LISTS)('%s/%s (%s) is 206 for a dictionary that does not exist', async (...route) => {
  const [, , query, key, , message] = route;
  const { status, body } = await get(`/articles/no_such${query}`);

  expect(status).toBe(206);
  expect(body).toEqual({ [key]: [], message, status: 206, uri: `/lexicon/articles/no_such${query}` });
});

test.each(LISTS.filter(([, , , key]) => !['articles', 'contents', 'entries'].includes(key)))(
  '%s/%s (%s) is 206 for a dictionary whose articles lack the part',
  async (...route) => {
    const [, , query, key, , message] = route;
    const { status, body } = await get(`/articles/qbb_fr_2${query}`);

    expect(status).toBe(206);
    expect(body).toMatchObject({ [key]: [], message });
  },
);

test.each(['?trads', '?trads=', '?trads=zz'])('B30 without a known language is 206: %s', async (query) => {
  const { status, body } = await get(`/articles${query}`);

  expect(status).toBe(206);
  expect(body).toMatchObject({ translation: [], message: 'Article translations not found' });
});

test('B30 has the four documented languages, null where an article has no translation', async () => {
  const { body } = await get('/articles?trads=FR');

  const [first] = body['translation'] as object[];
  expect(first).toMatchObject({ trad_en: 'thing 1', trad_es: null, trad_fr: 'chose 1', trad_ko: null });
});

/** One article: id, flag, key, what stands there, and the message where it is missing. */
const ARTICLES = [
  ['B6', '?form', 'form', [{ form: 'maŋoma', type: 'plural' }], 'Article form not found'],
  ['B16', '?category', 'category', 'n', 'Article category not found'],
  ['B17', '?class', 'class', '9/10', 'Article class not found'],
  [
    'B24',
    '?example',
    'form',
    [{ content: 'ŋoma ni kubwa.', target: 'It is big.', lang: 'en' }],
    'Article example not found',
  ],
  [
    'B29',
    '?trad=fr',
    'translate',
    [{ content: 'chose 1', lang: 'fr', number: 1 }],
    'Article translate not found',
  ],
  ['B32', '?type', 'type', 'noun', 'Article not found'],
] as const;

describe.each(['', '/dictionaries'])('one article under /lexicon%s', (alias) => {
  test.each(ARTICLES)('%s (%s) is 200 {%s}', async (_id, query, key, value) => {
    const { status, body, headers } = await get(under(alias, `/${NOUN}${query}`));

    expect(status).toBe(200);
    expect(body).toEqual({ [key]: value });
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
  });

  test.each(ARTICLES)('%s (%s) is 206 {%s: null} where the article lacks it', async (...route) => {
    const [, query, key, , message] = route;
    const path = under(alias, `/${BARE}${query}`);
    const { status, body } = await get(path);

    expect(status).toBe(206);
    expect(body).toEqual({ [key]: null, message, status: 206, uri: `/lexicon${path}` });
  });

  test.each(ARTICLES)('%s (%s) is 206 {%s: null} where there is no such article', async (...route) => {
    const [, query, key, , message] = route;
    for (const article of ['qaa_fr_1/99', 'no_such/1', 'qaa_fr_1/no-such-id']) {
      const { status, body } = await get(under(alias, `/${article}${query}`));
      expect(status).toBe(206);
      expect(body).toMatchObject({ [key]: null, message, status: 206 });
    }
  });

  test('B23 is 200 {entry}, and alone is 404 where there is none', async () => {
    const found = await get(under(alias, `/${NOUN}?entry`));
    const missing = await get(under(alias, '/qaa_fr_1/99?entry'));

    expect(found.status).toBe(200);
    expect(found.body).toEqual({
      entry: { headword: 'ŋoma', variants: [{ forme: 'simple', radical: 'ŋomao', type: 'north' }] },
    });
    expect(missing.status).toBe(404);
    expect(missing.body).toEqual({
      message: 'Article entry not found',
      status: 404,
      uri: `/lexicon${under(alias, '/qaa_fr_1/99?entry')}`,
      code: 'NOT_FOUND',
      request_id: expect.any(String) as string,
    });
  });

  test('B13 is 200 {article} with its documented fields, B20 its content alone; both are 206 without it', async () => {
    const [article, content] = await Promise.all(
      ['', '?content'].map((q) => get(under(alias, `/${NOUN}${q}`))),
    );
    const missing = await Promise.all(['', '?content'].map((q) => get(under(alias, `/qaa_fr_1/99${q}`))));

    expect(Object.keys(article?.body['article'] as object).sort()).toEqual([...ARTICLE_OBJECT].sort());
    expect(content?.body).toEqual({ article: nounLine('qaa_fr_1', 1, 'ŋoma').article });
    expect(missing.map(({ status, body }) => [status, body['article'], body['message']])).toEqual([
      [206, null, 'Article not found'],
      [206, null, 'Article content not found'],
    ]);
  });
});

test.each(['?trad', '?trad=', '?trad=zz'])('B29 without a known language is 206: %s', async (query) => {
  const { status, body } = await get(`/articles/${NOUN}${query}`);

  expect(status).toBe(206);
  expect(body).toMatchObject({ translate: null, message: 'Article translate not found' });
});
