import { startWithDictionary, type AccountServer } from '../../support/accounts';

const DICTIONARY = 'lug_en_2020';
let server: AccountServer;

beforeAll(async () => {
  server = await startWithDictionary(DICTIONARY);
});
afterAll(() => server.server.close());

type Item = Readonly<Record<string, unknown>>;

async function run(query: string, variables: object = {}): Promise<Item> {
  const { data, errors } = await server.graphql(query, variables, server.admin);
  expect(errors).toEqual([]);
  return data;
}

async function made(source: unknown): Promise<number> {
  const query = `mutation ($s: JSON!) { createArticle(dictionary: "${DICTIONARY}", input: { source: $s }) { article { number } userErrors { code message } } }`;
  return ((await run(query, { s: source }))['createArticle'] as { number: number }).number;
}

const sourceOf = async (number: number) =>
  (await run(`{ article(dictionary: "${DICTIONARY}", number: "${String(number)}") { source revision } }`))[
    'article'
  ] as Item;

test('every change keeps the revision before it: who, when, which part, and the JSON', async () => {
  const first = {
    entry: { headword: 'omuntu' },
    category: 'n',
    translations: [{ lang: 'en', content: 'person' }],
  };
  const number = await made(first);
  const target = `dictionary: "${DICTIONARY}", number: "${String(number)}"`;
  await run(
    `mutation { updateArticleParts(${target}, parts: [{ part: CATEGORY, value: "noun" }]) { userErrors { code message } } }`,
  );
  await run(`mutation { setArticleDisabled(${target}, isDisabled: true) { userErrors { code message } } }`);

  const { articleRevisions } = await run(
    `{ articleRevisions(${target}) { totalCount nodes { revision by parts isDisabled createdAt } } }`,
  );
  expect(articleRevisions).toMatchObject({
    totalCount: 2,
    nodes: [
      { revision: 1, by: 'Root', parts: ['article'], isDisabled: false },
      { revision: 2, by: 'Root', parts: ['category'], isDisabled: false },
    ],
  });
  expect(await run(`{ articleRevisionSource(${target}, revision: 1) }`)).toEqual({
    articleRevisionSource: first,
  });
});

test('an earlier revision is restored as a new one', async () => {
  const number = await made({ entry: { headword: 'ekitabo' }, note: 'first' });
  const target = `dictionary: "${DICTIONARY}", number: "${String(number)}"`;
  await server.rest('PUT', `/lexicon/articles/${DICTIONARY}/${String(number)}`, {
    token: server.admin,
    body: { article: 'spoilt' },
  });

  await run(`mutation { restoreArticle(${target}, revision: 1) { userErrors { code message } } }`);

  expect(await sourceOf(number)).toEqual({
    source: { entry: { headword: 'ekitabo' }, note: 'first' },
    revision: 3,
  });
  const { errors } = await server.graphql(
    `mutation { restoreArticle(${target}, revision: 77) { userErrors { code message } } }`,
    {},
    server.admin,
  );
  expect(errors[0]?.extensions['code']).toBe('NOT_FOUND');
});

test('writing the same content again creates no revision', async () => {
  const number = await made({ a: 1 });
  const path = `/lexicon/articles/${DICTIONARY}/${String(number)}`;

  expect((await server.rest('PUT', path, { token: server.admin, body: { article: { a: 1 } } })).status).toBe(
    201,
  );
  expect((await sourceOf(number))['revision']).toBe(1);
});

describe('parts', () => {
  const change = async (number: number, parts: readonly object[]) => {
    const query = `mutation ($p: [ArticlePartInput!]!) { updateArticleParts(dictionary: "${DICTIONARY}", number: "${String(number)}", parts: $p) { article { source } userErrors { code message } } }`;
    return ((await run(query, { p: parts }))['updateArticleParts'] as Item)['source'];
  };

  test('are changed in place, and nothing else is', async () => {
    const number = await made({
      article: { z: 1, class: { pair: '1/2' }, entry: { variant: { radical: 'ntu' } } },
      x: null,
    });

    expect(JSON.stringify(await change(number, [{ part: 'CLASS', value: { pair: '7/8' } }]))).toBe(
      '{"article":{"z":1,"class":{"pair":"7/8"},"entry":{"variant":{"radical":"ntu"}}},"x":null}',
    );
    expect(
      await change(number, [{ part: 'TRANSLATION', value: [{ lang: 'en', content: 'person' }] }]),
    ).toMatchObject({
      article: { translations: [{ lang: 'en', content: 'person' }], z: 1 },
    });
    expect(await change(number, [{ part: 'CLASS', value: null }])).not.toMatchObject({
      article: { class: {} },
    });
  });
});

test('typed content is kept as its canonical JSON', async () => {
  const content = {
    type: 'noun',
    entry: { headword: 'ekisumuluzo', variants: [{ prefix: 'eki', radical: 'sumuluzo' }] },
    classes: [{ pair: '7/8' }],
    translations: [{ lang: 'en', number: 1, content: 'key' }],
    extra: { tone: null },
  };
  const { createArticle } = await run(
    `mutation ($c: ArticleContentInput!) { createArticle(dictionary: "${DICTIONARY}", input: { content: $c }) { article { source headword content { classes { pair } translations { content } } } userErrors { code message } } }`,
    { c: content },
  );

  expect(createArticle).toEqual({
    source: content,
    headword: 'ekisumuluzo',
    content: { classes: [{ pair: '7/8' }], translations: [{ content: 'key' }] },
  });
});

test.each(['updateArticle', 'upsertArticles'])(
  'typed content given to %s changes the given members, in their existing form',
  async (name) => {
    const source = {
      article: {
        entry: { id: '1', variant: { forme: 'simple', radical: 'kɪ̀tɔ́ŋ' } },
        date: '1998',
        translations: { equivalent: { lang: 'en', number: '1', content: 'basket', note: 'a' } },
      },
    };
    const number = await made(source);
    const content =
      'content: { type: "noun", translations: [{ lang: "en", number: 1, content: "pannier" }] }';
    await run(
      name === 'updateArticle'
        ? `mutation { updateArticle(dictionary: "${DICTIONARY}", number: "${String(number)}", input: { ${content} }) { userErrors { code message } } }`
        : `mutation { upsertArticles(dictionary: "${DICTIONARY}", items: [{ number: ${String(number)}, ${content} }]) { results { code } userErrors { code message } } }`,
    );

    expect((await sourceOf(number))['source']).toEqual({
      article: {
        ...source.article,
        type: 'noun',
        translations: { equivalent: { lang: 'en', number: '1', content: 'pannier', note: 'a' } },
      },
    });
  },
);

describe('upsertArticles', () => {
  const upsert = async (items: readonly object[]) => {
    const query = `mutation ($i: [UpsertArticleInput!]!) {
      upsertArticles(dictionary: "${DICTIONARY}", items: $i) { results { index outcome code message article { number publicId revision } } userErrors { code message } }
    }`;
    return server.graphql(query, { i: items }, server.admin);
  };

  test('returns a result for each item, and a refused item does not affect the others', async () => {
    const number = await made({ entry: { headword: 'old' } });
    const { data } = await upsert([
      { source: { entry: { headword: 'new' } }, publicId: 'bulk-1' },
      { number, source: { entry: { headword: 'changed' } } },
      { number: 999_999, source: 1 },
      { publicId: 'bulk-2' },
      { source: { constructor: 1 } },
      { number, source: 'twice' },
    ]);
    const results = data['upsertArticles'] as Item[];

    expect(results.map(({ index, outcome, code }) => [index, outcome, code])).toEqual([
      [0, 'ADDED', null],
      [1, 'UPDATED', null],
      [2, 'REFUSED', 'NOT_FOUND'],
      [3, 'REFUSED', 'CONTENT_MISSING'],
      [4, 'REFUSED', 'INVALID_INPUT'],
      [5, 'REFUSED', 'INVALID_INPUT'],
    ]);
    expect(results[1]?.['article']).toMatchObject({ number, revision: 2 });
    const repeated = await upsert([{ publicId: 'bulk-1', source: { entry: { headword: 'new' } } }]);
    expect((repeated.data['upsertArticles'] as Item[])[0]?.['outcome']).toBe('UNCHANGED');
  });

  test('accepts at most two hundred and fifty in one request', async () => {
    const items = Array.from({ length: 250 }, (_, n) => ({
      source: { entry: { headword: `k${String(n)}` } },
    }));
    const before = await server.rest('GET', `/lexicon/articles/${DICTIONARY}?limit=1`);
    const { data } = await upsert(items);
    const after = await server.rest('GET', `/lexicon/articles/${DICTIONARY}?limit=1`);

    expect((data['upsertArticles'] as Item[]).every(({ outcome }) => outcome === 'ADDED')).toBe(true);
    expect(Number(after.headers.get('x-total-count')) - Number(before.headers.get('x-total-count'))).toBe(
      250,
    );
    expect((await upsert([...items, { source: 1 }])).errors[0]?.message).toMatch(
      /items must hold at most 250/,
    );
  });
});

describe('deleteDictionary', () => {
  test('requires the identifier twice, and deletes everything in the dictionary', async () => {
    const { rest, admin } = server;
    await rest('POST', '/lexicon/metadata', { token: admin, body: { metadata: { id_dico: 'gone_2020' } } });
    const articles = [1, 2, 3].map((n) => ({ source: { entry: { headword: `w${String(n)}` } } }));
    await run(
      'mutation ($i: [UpsertArticleInput!]!) { upsertArticles(dictionary: "gone_2020", items: $i) { userErrors { code message } } }',
      { i: articles },
    );
    await run(
      'mutation { createComment(input: { dictionary: "gone_2020", number: "1", text: "bye" }) { userErrors { code message } } }',
    );
    const before = await rest('GET', '/lexicon/articles?limit=1');

    const wrong = await server.graphql(
      'mutation { deleteDictionary(dictionary: "gone_2020", confirm: "gone") { userErrors { code message } } }',
      {},
      admin,
    );
    expect(wrong.errors[0]?.extensions['code']).toBe('INVALID_INPUT');
    expect((await rest('GET', '/lexicon/articles/gone_2020')).status).toBe(200);

    await run(
      'mutation { deleteDictionary(dictionary: "gone_2020", confirm: "gone_2020") { userErrors { code message } } }',
    );

    const after = await rest('GET', '/lexicon/articles?limit=1');
    expect(Number(before.headers.get('x-total-count')) - Number(after.headers.get('x-total-count'))).toBe(3);
    expect((await rest('GET', '/lexicon/articles/gone_2020')).status).toBe(206);
    expect((await rest('GET', '/lexicon/articles?search=w2')).status).toBe(206);
    expect((await rest('GET', '/lexicon/comments/gone_2020', { token: admin })).status).toBe(206);
    expect((await rest('GET', '/lexicon/metadata/gone_2020', { token: admin })).status).toBe(404);
    expect(
      (await rest('POST', '/lexicon/articles/gone_2020', { token: admin, body: { article: 1 } })).status,
    ).toBe(404);
  });
});

test('the audit log has the actor, the action and the outcome, and no content', async () => {
  await server.graphql(
    'mutation { deleteArticle(dictionary: "lug_en_2020", number: "424242") { article { number } userErrors { code message } } }',
    {},
    server.reader,
  );
  await server.rest('POST', `/lexicon/articles/${DICTIONARY}`, {
    token: server.admin,
    body: { article: 'a secret word' },
    headers: { 'x-request-id': 'audited-1' },
  });

  const { auditLog } = await run(
    '{ auditLog(first: 100, sort: DESC) { nodes { role name action target outcome requestId: httpRequestId createdAt } } }',
  );
  const { nodes } = auditLog as { nodes: Item[] };
  expect(nodes).toContainEqual(
    expect.objectContaining({
      role: 'USER',
      name: 'reader',
      action: 'DELETE_ARTICLE',
      target: `dictionary=${DICTIONARY} number=424242`,
      outcome: 'FORBIDDEN',
    }),
  );
  expect(nodes).toContainEqual(
    expect.objectContaining({
      role: 'ADMIN',
      name: 'Root',
      action: 'CREATE_ARTICLE',
      outcome: 'DONE',
      requestId: 'audited-1',
    }),
  );
  expect(JSON.stringify(nodes)).not.toContain('a secret word');
});
