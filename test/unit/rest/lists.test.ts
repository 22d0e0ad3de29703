import { article } from './support/dictionary-schema';
import { serve, type Server } from './support/server';

const parts = {
  ENTRY: { headword: 'kër' },
  CATEGORY: { cat: { number: '1', content: 'n' } },
  CLASS: { pair: '7/8' },
  TYPE: 'noun',
  FORM: [{ form: 'kër gi' }],
  EXAMPLE: [{ text: 'sama kër' }],
};
const translations = [
  { lang: 'fr', number: 1, content: 'maison' },
  { lang: 'fr', number: 2, content: 'foyer' },
  { lang: 'en', number: 1, content: 'house' },
  { lang: 'sw', number: 1, content: 'nyumba' },
];
const full = article({ number: 7, parts, translations, source: { entry: { headword: 'kër' }, z: 1, a: 2 } });
const bare = article({ number: 8 });
const elsewhere = article({ number: 7, dictionaryId: 'fuc_fra', parts, translations });

/** The documented fields of the ArticleObject, in their order. */
const wholeArticle = {
  all_raw_text: 'text of word 7',
  article: { entry: { headword: 'kër' }, z: 1, a: 2 },
  article_page: 1,
  disable_article: false,
  id_article: 7,
  id_dico: 'wol_fra',
  like: 2,
  public_id: 'p-7',
  radical: null,
  unlike: 1,
  users_versions: '',
};
const ids = { id_article: 7, id_dico: 'wol_fra' };

/** By flag: the key of the body, its first item, the message when there is none. */
const lists = [
  {
    id: 'B7, B8',
    query: 'html',
    key: 'contents',
    item: { ...wholeArticle, article: '<article>word 7</article>' },
    message: 'Article html not found',
  },
  {
    id: 'B9, B10',
    query: 'contents',
    key: 'contents',
    item: wholeArticle,
    message: 'Article contents not found',
  },
  {
    id: 'B11, B12',
    query: 'limit&sort&page',
    key: 'articles',
    item: wholeArticle,
    message: 'Articles not found',
  },
  {
    id: 'B14, B15',
    query: 'cats',
    key: 'categories',
    item: { category: parts.CATEGORY, ...ids },
    message: 'Article categories not found',
  },
  {
    id: 'B18, B19',
    query: 'classes',
    key: 'classes',
    item: { data: parts.CLASS, ...ids },
    message: 'Article classes not found',
  },
  {
    id: 'B21, B22',
    query: 'entries',
    key: 'entries',
    item: { entry: parts.ENTRY, ...ids },
    message: 'Article entries not found',
  },
  {
    id: 'B25, B26',
    query: 'examples',
    key: 'examples',
    item: { example: parts.EXAMPLE, ...ids },
    message: 'Article examples not found',
  },
  {
    id: 'B27, B28',
    query: 'forms',
    key: 'forms',
    item: { form: parts.FORM, ...ids },
    message: 'Article forms not found',
  },
  {
    id: 'B30, B31',
    query: 'trads=fr',
    key: 'translation',
    item: { ...ids, trad_en: 'house', trad_es: null, trad_fr: 'maison; foyer', trad_ko: null },
    message: 'Article translations not found',
  },
  {
    id: 'B32 on lists',
    query: 'type',
    key: 'types',
    item: { type: parts.TYPE, ...ids },
    message: 'Article types not found',
  },
];

let server: Server;
beforeAll(async () => {
  server = await serve([full, bare, elsewhere]);
});
afterAll(() => server.close());

describe.each(lists)('$id ?$query', ({ query, key, item, message }) => {
  test('of one dictionary: 200 with the documented key alone, items with exactly the documented keys', async () => {
    const response = await server.get(`/lexicon/articles/wol_fra?${query}`);

    expect(response.status).toBe(200);
    expect(Object.keys(response.body)).toEqual([key]);
    const [first] = response.body[key] as Record<string, unknown>[];
    expect(first).toEqual(item);
    expect(Object.keys(first!)).toEqual(Object.keys(item));
  });

  test('of all dictionaries: items of each', async () => {
    const response = await server.get(`/lexicon/articles?${query}`);

    expect(response.status).toBe(200);
    const items = response.body[key] as { id_dico: string }[];
    expect(new Set(items.map(({ id_dico }) => id_dico))).toEqual(new Set(['wol_fra', 'fuc_fra']));
  });

  test('of an unknown dictionary: 206 with an empty list, message, status and uri', async () => {
    const uri = `/lexicon/articles/no_such_dico?${query}`;

    const response = await server.get(uri);

    expect(response.status).toBe(206);
    expect(response.body).toEqual({ [key]: [], message, status: 206, uri });
  });

  test('answers the same under /lexicon/dictionaries', async () => {
    for (const scope of ['', '/wol_fra']) {
      const own = await server.get(`/lexicon/articles${scope}?${query}`);
      const alias = await server.get(`/lexicon/dictionaries/articles${scope}?${query}`);

      expect(alias.status).toBe(200);
      expect(alias.text).toBe(own.text);
    }
  });
});

describe('lists of parts', () => {
  test.each(['cats', 'classes', 'entries', 'examples', 'forms', 'type', 'trads=fr'])(
    '?%s has one item per article that has the part',
    async (query) => {
      const response = await server.get(`/lexicon/articles/wol_fra?${query}`);

      const [items] = Object.values(response.body) as { id_article: number }[][];
      expect(items!.map(({ id_article }) => id_article)).toEqual([7]);
      expect(response.headers.get('x-total-count')).toBe('1');
    },
  );
});
