const marks = (count) => `e${'\u0301\u0316\u0308'.repeat(Math.floor(count / 3))}`;
const LIST = '/lexicon/articles/qaa_fr_cpu';
const WRITTEN = '/lexicon/articles/qaa_fr_new';
const ARTICLE = `${LIST}/7`;
const get = (path, headers = {}) => ({ method: 'GET', path, headers });
const write = (value, { method = 'POST', path = WRITTEN, role = 'admin' } = {}) => ({
  ...{ method, path, role, headers: { 'content-type': 'application/json' } },
  body: typeof value === 'string' ? value : JSON.stringify(value),
});

const addresses = {
  'ampersands, 16,000': () => get(`${LIST}?${'&'.repeat(16_000)}`),
  'parameters, 5,000': () => get(`${LIST}?${'a=&'.repeat(5000)}`),
  'flags, 2,000': () => get(`${LIST}?${'html&'.repeat(2000)}`),
  'escapes in a query, 5,000': () => get(`${LIST}?search=${'%41'.repeat(5000)}`),
  'marks in a path': () => get(`/lexicon/articles/${encodeURIComponent(marks(2600))}`),
  'slashes, 16,000': () => get(`/lexicon/${'/'.repeat(16_000)}`),
  'segments, 8,000': () => get(`/lexicon/articles${'/a'.repeat(8000)}`),
  'digits, 16,000': () => get(`${LIST}/${'9'.repeat(16_000)}`),
  'an operation in a query': () =>
    get(`/graphql?query=${encodeURIComponent(`{${'__typename '.repeat(1000)}}`)}`, {
      'apollo-require-preflight': '1',
    }),
};

const MARKS = '"1",'.repeat(15_000);
const headers = {
  'If-None-Match of 15,000 tags': () => get(ARTICLE, { 'if-none-match': MARKS }),
  'If-Match of 15,000 tags': () => ({
    ...write({ article: 1 }, { method: 'PUT', path: ARTICLE }),
    headers: { 'content-type': 'application/json', 'if-match': MARKS },
  }),
  'Accept of 60 kB': () => get(ARTICLE, { accept: 'a/b,'.repeat(15_000) }),
  'Accept of GraphQL, 60 kB': () => ({
    ...get('/graphql?query={__typename}', {
      accept: 'a/b;q=0.1,'.repeat(6000),
      'apollo-require-preflight': '1',
    }),
  }),
  'Accept-Encoding of 60 kB': () => get(`${LIST}?limit=100`, { 'accept-encoding': 'a;q=0.1,'.repeat(7500) }),
  'Accept-Language of 60 kB': () => get('/', { 'accept-language': 'aa;q=0.1,'.repeat(6600) }),
  'Prefer of 60 kB': () => get('/lexicon/articles/none', { prefer: 'status=20,'.repeat(6000) }),
  'Prefer of blanks': () => get('/lexicon/articles/none', { prefer: `status${' '.repeat(60_000)}` }),
  'X-Forwarded-For of 60 kB': () => get(ARTICLE, { 'x-forwarded-for': '127.0.0.1,'.repeat(6000) }),
  'Authorization of blanks': () =>
    get(ARTICLE, { authorization: `Bearer ${' '.repeat(30_000)}a${' '.repeat(30_000)}b` }),
  'Basic of blanks': () =>
    get('/lexicon/login', { authorization: `Basic ${' '.repeat(30_000)}a${' '.repeat(30_000)}=` }),
  'Basic-Auth of lists': () => get('/lexicon/login', { 'basic-auth': '['.repeat(60_000) }),
  'a token of 60 kB': () => get(ARTICLE, { 'x-access-token': 'a.'.repeat(30_000) }),
  'a token of 2 kB of claims': () =>
    get(ARTICLE, {
      'x-access-token': `${Buffer.from('{"alg":"HS256","kid":"x"}').toString('base64url')}.${'e'.repeat(1900)}.x`,
    }),
  'Content-Type of 60 kB': () => ({
    ...write('{}'),
    headers: { 'content-type': `application/json${';a=b'.repeat(14_000)}` },
  }),
  'headers, 1,500': () =>
    get(ARTICLE, Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [`x-${n}`, 'a']))),
};

const bodies = {
  'a body of open lists': () => write('['.repeat(99_000)),
  'a body of nested lists': () => write(`{"article":${'['.repeat(49_000)}${']'.repeat(49_000)}}`),
  'a body of nested objects': () => write(`{"article":${'{"a":'.repeat(16_000)}1${'}'.repeat(16_000)}}`),
  'a body of 7,500 members': () =>
    write({ article: Object.fromEntries(Array.from({ length: 7500 }, (_, n) => [`k${n}`, n])) }),
  'a body of broken text': () => write(`{"a":"${'x'.repeat(98_000)}`),
  'members at the top, 7,500': () =>
    write(Object.fromEntries(Array.from({ length: 7500 }, (_, n) => [`k${n}`, n])), {
      path: '/lexicon/users',
    }),
};

const article = (value) => () => write({ article: value });
const many = (count, make) => Array.from({ length: count }, (_, n) => make(n));

const articles = {
  'article: a headword of 48,000 marks': article({ entry: { headword: marks(48_000) } }),
  'article: a headword of 49,000 words': article({ entry: { headword: 'a '.repeat(49_000) } }),
  'article: a headword of 95,000 letters': article({ entry: { headword: 'a'.repeat(95_000) } }),
  'article: a headword of ŋ and ɓ': article({ entry: { headword: 'ŋɓ'.repeat(24_000) } }),
  'article: a headword of brackets': article({ entry: { headword: '([{'.repeat(32_000) } }),
  'article: a headword of clicks': article({ entry: { headword: '!a|b#'.repeat(19_000) } }),
  'article: 2,000 variants': article({
    entry: { headword: 'a', variants: many(2000, (n) => ({ form: `variant${n}`, type: 'x' })) },
  }),
  'article: 20,000 variants of a letter': article({
    entry: { headword: 'a', variants: many(20_000, () => ({})) },
  }),
  'article: 2,500 translations': article({
    entry: { headword: 'a' },
    translations: many(1700, (n) => ({ lang: `l${n}`, number: n, content: `the word ${n}` })),
  }),
  'article: a translation of 48,000 words': article({
    entry: { headword: 'a' },
    translations: [{ lang: 'fr', number: 1, content: 'a '.repeat(48_000) }],
  }),
  'article: a translation of marks': article({
    entry: { headword: 'a' },
    translations: [{ lang: 'fr', number: 1, content: `${marks(30)} `.repeat(1500) }],
  }),
  'article: a translation of commas': article({
    entry: { headword: 'a' },
    translations: [{ lang: 'fr', number: 1, content: 'ab, '.repeat(24_000) }],
  }),
  'article: 1,500 forms': article({
    entry: { headword: 'a' },
    forms: many(1500, (n) => ({ form: `forme${n}é`, type: 'pluriel' })),
  }),
  'article: 1,500 examples': article({
    entry: { headword: 'a' },
    examples: many(1000, (n) => ({ lang: 'fr', number: n, content: `phrase ${n}`, target: 'autre' })),
  }),
  'article: 45,000 numbers': article(many(45_000, () => 1)),
  'article: nothing known, 900 members': article(
    Object.fromEntries(many(900, (n) => [`member${n}`, 'x'.repeat(90)])),
  ),
  'article: 19,000 nested objects': article(many(6000, () => ({ a: { b: 1 } }))),
  'article: a text of html': article({
    entry: { headword: 'a' },
    examples: [{ content: '<&>"'.repeat(19_000) }],
  }),
};

const graphql = (query, variables, role = 'admin') => ({
  ...write({ query, variables }, { path: '/graphql', role }),
});
const UPSERT =
  'mutation ($i: [UpsertArticleInput!]!) { upsertArticles(dictionary: "qaa_fr_new", items: $i) { results { index } } }';
const writes = {
  'articles at once, 250, as they are': () =>
    graphql(UPSERT, {
      i: many(250, (n) => ({ publicId: `p${n}`, source: { entry: { headword: `new ${n}` } } })),
    }),
  'articles at once, 250, of 390 bytes': () =>
    graphql(UPSERT, {
      i: many(250, (n) => ({
        source: {
          entry: { headword: `new ${n}` },
          translations: ['some words of another language '.repeat(8)],
        },
      })),
    }),
  // Without identifiers, each request creates new articles.
  'articles at once, 250, new ones': () =>
    graphql(UPSERT, { i: many(250, (n) => ({ source: { entry: { headword: `new ${n}` } } })) }),
  'a comment of 95 kB': () =>
    graphql('mutation ($i: CreateCommentInput!) { createComment(input: $i) { comment { id } } }', {
      i: { dictionary: 'qaa_fr_cpu', number: '7', text: marks(48_000) },
    }),
  'a name of 48,000 marks': () =>
    write(
      { name: marks(48_000), email: 'a@example.org', password: 'a good password' },
      { path: '/chatbot/core/applications', role: 'platform' },
    ),
  'a description of 95 kB': () =>
    write(
      { description: 'é '.repeat(31_000) },
      { method: 'PUT', path: '/chatbot/core/applications', role: 'platform' },
    ),
  'an email of 95 kB': () =>
    write(
      { name: 'x', email: `${'a.'.repeat(47_000)}@example.org`, password: 'a good password' },
      { path: '/chatbot/core/applications', role: 'platform' },
    ),
  'metadata of 95 kB': () =>
    write(
      {
        metadata: {
          id_dico: 'x'.repeat(60),
          description: marks(9000),
          comment: marks(9000),
          source: marks(9000),
        },
      },
      { path: '/lexicon/metadata' },
    ),
  'a search of applications': () => ({
    ...get(`/chatbot/core/applications?search=${encodeURIComponent(marks(2600))}`),
    role: 'platform',
  }),
};

const reads = Object.fromEntries(
  [
    '',
    '&html',
    '&contents',
    '&entries',
    '&examples',
    '&trads=fr',
    '&resume',
    '&types',
    '&search=mot',
    '&search=m',
  ].map((flag) => [`a list of 1,000${flag}`, () => get(`${LIST}?limit=1000${flag}`)]),
);

const pages = {
  'a page of search': () => get('/?q=mot'),
  'a page of search for marks': () => get(`/?q=${encodeURIComponent(marks(2600))}`),
  'a page of a dictionary': () => get('/dictionaries/qaa_fr_cpu'),
  'the page of the routes': () => get('/docs'),
};

export const HTTP_CASES = { ...addresses, ...headers, ...bodies, ...articles, ...writes, ...reads, ...pages };
