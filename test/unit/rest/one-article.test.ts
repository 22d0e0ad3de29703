import { article } from './support/dictionary-schema';
import { serve, type Server } from './support/server';

const parts = {
  ENTRY: { headword: 'kër', _etag: 'a member of the free JSON' },
  CATEGORY: 'n',
  CLASS: { pair: '7/8' },
  TYPE: 'noun',
  FORM: [{ form: 'kër gi' }],
  EXAMPLE: { text: 'sama kër' },
};
const translations = [
  { lang: 'fr', number: 1, content: 'maison' },
  { lang: 'en', number: 1, content: 'house' },
];
const source = { z: [], _etag: 1, entry: { headword: 'kër' }, a: null };
const full = article({ number: 7, parts, translations, source });
const emptyContent = article({ number: 8, source: [] });

/** By flag: the body when found, and when not its key and message. */
const reads = [
  { id: 'B6', query: 'form', body: { form: parts.FORM }, key: 'form', message: 'Article form not found' },
  {
    id: 'B7 on one article',
    query: 'html',
    body: { article: '<article>word 7</article>' },
    key: 'article',
    message: 'Article html not found',
  },
  {
    id: 'B16',
    query: 'category',
    body: { category: 'n' },
    key: 'category',
    message: 'Article category not found',
  },
  {
    id: 'B17',
    query: 'class',
    body: { class: { pair: '7/8' } },
    key: 'class',
    message: 'Article class not found',
  },
  {
    id: 'B20',
    query: 'content',
    body: { article: source },
    key: 'article',
    message: 'Article content not found',
  },
  {
    id: 'B24',
    query: 'example',
    body: { form: { text: 'sama kër' } },
    key: 'form',
    message: 'Article example not found',
  },
  {
    id: 'B29',
    query: 'trad=fr',
    body: { translate: [{ content: 'maison', lang: 'fr', number: 1 }] },
    key: 'translate',
    message: 'Article translate not found',
  },
  { id: 'B32', query: 'type', body: { type: 'noun' }, key: 'type', message: 'Article not found' },
  {
    id: 'B13',
    query: 'utm_source=unknown-keys-are-ignored',
    body: {
      article: {
        all_raw_text: 'text of word 7',
        article: source,
        article_page: null,
        disable_article: false,
        id_article: 7,
        id_dico: 'wol_fra',
        like: 2,
        public_id: 'p-7',
        radical: null,
        unlike: 1,
        users_versions: '',
      },
    },
    key: 'article',
    message: 'Article not found',
  },
];

let server: Server;
beforeAll(async () => {
  server = await serve([full, emptyContent]);
});
afterAll(() => server.close());

describe.each(reads)('$id ?$query', ({ query, body, key, message }) => {
  test('200 with exactly the documented body, by id_article, by public_id and through the alias', async () => {
    const paths = ['articles/wol_fra/7', 'articles/wol_fra/p-7', 'dictionaries/articles/wol_fra/7'];
    for (const path of paths) {
      const response = await server.get(`/lexicon/${path}?${query}`);

      expect(response.status).toBe(200);
      expect(response.text).toBe(JSON.stringify(body));
    }
  });

  test.each(['wol_fra/99', 'no_such_dico/7'])('206 with the key empty, for %s', async (ids) => {
    const uri = `/lexicon/articles/${ids}?${query}`;

    const response = await server.get(uri);

    expect(response.status).toBe(206);
    expect(response.body).toEqual({ [key]: null, message, status: 206, uri });
  });
});

test.each(['form', 'category', 'class', 'example', 'trad=fr', 'type'])(
  '206 if the article exists and has no %s',
  async (query) => {
    const response = await server.get(`/lexicon/articles/wol_fra/8?${query}`);

    expect(response.status).toBe(206);
    expect(Object.values(response.body)[0]).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
  },
);

test('B20 an empty list that was written as content is content', async () => {
  const response = await server.get('/lexicon/articles/wol_fra/8?content');

  expect(response.status).toBe(200);
  expect(response.body).toEqual({ article: [] });
});

test('B29 without a language finds nothing', async () => {
  const response = await server.get('/lexicon/articles/wol_fra/7?trad');

  expect(response.status).toBe(206);
  expect(response.body['translate']).toBeNull();
  expect(response.body['message']).toBe('Article translate not found');
});

describe('B23 ?entry', () => {
  test('200 with the entry as it was written', async () => {
    const response = await server.get('/lexicon/articles/wol_fra/7?entry');

    expect(response.status).toBe(200);
    expect(response.text).toBe(JSON.stringify({ entry: parts.ENTRY }));
  });

  test.each(['wol_fra/8', 'wol_fra/99', 'no_such_dico/7'])(
    '404, alone among the reads, for %s',
    async (ids) => {
      const uri = `/lexicon/dictionaries/articles/${ids}?entry`;

      const response = await server.get(uri, { prefer: 'status=200' });

      expect(response.status).toBe(404);
      expect(response.body).toEqual({
        message: 'Article entry not found',
        status: 404,
        uri,
        code: 'NOT_FOUND',
        request_id: 'request-1',
      });
    },
  );
});
