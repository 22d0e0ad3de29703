import { article } from '../support/dictionary-schema';
import { serve, type Server } from '../support/server';

const parts = { ENTRY: 'e', CATEGORY: 'c', CLASS: 'k', TYPE: 't', FORM: 'f', EXAMPLE: 'x' };
const translations = [{ lang: 'fr', number: 1, content: 'maison' }];

let server: Server;
beforeAll(async () => {
  server = await serve([article({ number: 7, parts, translations })]);
});
afterAll(() => server.close());

const LIST = '/lexicon/articles/wol_fra';
const ONE = '/lexicon/articles/wol_fra/7';
const keysOf = async (uri: string) => Object.keys((await server.get(uri)).body);

test.each(['entries', 'entries=', 'entries=true', 'entries=1', 'entries=yes', 'entries=TRUE'])(
  '?%s is set',
  async (query) => {
    expect(await keysOf(`${LIST}?${query}`)).toEqual(['entries']);
    expect(await keysOf(`${LIST}?limit=5&${query}&sort=ASC`)).toEqual(['entries']);
  },
);

test.each(['entries=false', 'entries=0', 'entries=no', 'entries=No', 'other', 'entries=no&forms=0'])(
  '?%s leaves the plain list',
  async (query) => {
    expect(await keysOf(`${LIST}?${query}`)).toEqual(['articles']);
  },
);

test('ignores a flag that is off and selects the one that is on', async () => {
  expect(await keysOf(`${LIST}?entries=false&forms`)).toEqual(['forms']);
});

test.each([
  ['html', 'contents'],
  ['content', 'contents'],
  ['contents', 'contents'],
  ['category', 'categories'],
  ['cats', 'categories'],
  ['class', 'classes'],
  ['classes', 'classes'],
  ['entry', 'entries'],
  ['entries', 'entries'],
  ['example', 'examples'],
  ['examples', 'examples'],
  ['form', 'forms'],
  ['forms', 'forms'],
  ['type', 'types'],
  ['types', 'types'],
  ['trad=fr', 'translation'],
  ['trads=fr', 'translation'],
])('on a list ?%s gives %s', async (query, key) => {
  expect(await keysOf(`${LIST}?${query}`)).toEqual([key]);
});

test.each([
  ['content', { article: { entry: { headword: 'word 7' } } }],
  ['contents', { article: { entry: { headword: 'word 7' } } }],
  ['category', { category: 'c' }],
  ['cats', { category: 'c' }],
  ['class', { class: 'k' }],
  ['classes', { class: 'k' }],
  ['entry', { entry: 'e' }],
  ['entries', { entry: 'e' }],
  ['example', { form: 'x' }],
  ['examples', { form: 'x' }],
  ['form', { form: 'f' }],
  ['forms', { form: 'f' }],
  ['type', { type: 't' }],
  ['trads=fr', { translate: [{ content: 'maison', lang: 'fr', number: 1 }] }],
])('returns the part for ?%s on one article', async (query, body) => {
  expect((await server.get(`${ONE}?${query}`)).body).toEqual(body);
});

test.each([
  ['forms&entries', ['forms', 'entries']],
  ['html&cats&classes', ['html', 'cats', 'classes']],
  ['trads=fr&form', ['trads', 'form']],
  ['trad=fr&trads=en', ['trad', 'trads']],
  ['search=x&entries', ['search', 'entries']],
  ['searchTerm=x&trad', ['searchTerm', 'trad']],
])('?%s asks for several kinds of data: 400 that names them', async (query, names) => {
  for (const path of [LIST, ONE, '/lexicon/dictionaries/articles']) {
    const response = await server.get(`${path}?${query}`);

    expect(response.status).toBe(400);
    expect(response.body['code']).toBe('INVALID_INPUT');
    for (const name of names) expect(response.body['message']).toContain(name);
  }
});

test.each(['entry&entries', 'cat&categories', 'trad=fr&trads=fr'])(
  'reads ?%s as one flag that is given twice',
  async (query) => {
    expect((await server.get(`${LIST}?${query}`)).status).toBe(200);
  },
);

test('a kind of data goes before the summary form', async () => {
  expect(await keysOf(`${LIST}?resume&forms`)).toEqual(['forms']);
});

test('ignores the summary form for one article as an unknown key', async () => {
  const response = await server.get(`${ONE}?resume`);

  expect(Object.keys(response.body['article'] as object)).toHaveLength(11);
});

test('keys of the object prototype are keys like any other', async () => {
  expect(await keysOf(`${LIST}?__proto__=1&constructor&hasOwnProperty`)).toEqual(['articles']);
});
