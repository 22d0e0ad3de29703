import { startWithDictionary, type AccountServer } from '../../support/accounts';

const DICTIONARY = 'kept_1';

let server: AccountServer;

beforeAll(async () => {
  server = await startWithDictionary(DICTIONARY);
});
afterAll(() => server.server.close());

const execute = (query: string, variables: object = {}) =>
  server.graphql(query, { d: DICTIONARY, ...variables }, server.admin);

interface Made {
  readonly source: unknown;
  readonly radical?: string;
  readonly publicId?: string;
}

const create = async ({ source, ...names }: Made) => {
  const { data, errors } = await execute(
    `mutation ($d: ID!, $publicId: ID, $radical: String, $source: JSON!) {
      createArticle(dictionary: $d, publicId: $publicId, radical: $radical, input: { source: $source }) { article { number publicId } userErrors { code message } }
    }`,
    { source, ...names },
  );
  return { errors, article: data['createArticle'] as { number: number; publicId: string } };
};

const changeType = (id: number, value: unknown) =>
  execute(
    `mutation ($d: ID!, $id: ID!, $value: JSON) {
      updateArticleParts(dictionary: $d, number: $id, parts: [{ part: TYPE, value: $value }]) { article { radical source } userErrors { code message } }
    }`,
    { id: String(id), value },
  );

const upsert = async (items: readonly object[]) => {
  const { data } = await execute(
    `mutation ($d: ID!, $items: [UpsertArticleInput!]!) {
      upsertArticles(dictionary: $d, items: $items) { results { outcome code message } userErrors { code message } }
    }`,
    { items },
  );
  return data['upsertArticles'] as { outcome: string; code: string | null; message: string | null }[];
};

describe('changing a part', () => {
  test('keeps a given radical, and derives a derived one again', async () => {
    const explicit = await create({ source: { entry: { headword: 'chakula' } }, radical: 'akula' });
    const derived = await create({ source: { entry: { headword: 'maji' } } });

    for (const [{ article }, radical] of [
      [explicit, 'akula'],
      [derived, 'maji'],
    ] as const) {
      const { data } = await changeType(article.number, 'noun');
      expect(data['updateArticleParts']).toMatchObject({ radical, source: { type: 'noun' } });
    }
  });

  test.each(['just text', [1, 2], 7])('of content that is not an object, %j, is refused', async (source) => {
    const { article } = await create({ source });
    const { errors } = await changeType(article.number, 'noun');

    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
    expect(errors[0]?.message).toContain('has no parts');
  });
});

describe('a public identifier', () => {
  test('is the same in every Unicode form', async () => {
    expect(await upsert([{ publicId: 'caf\u00e9', source: 1 }])).toMatchObject([{ outcome: 'ADDED' }]);
    expect(await upsert([{ publicId: 'cafe\u0301', source: 2 }])).toMatchObject([{ outcome: 'UPDATED' }]);
  });

  test('cannot consist of digits alone, because digits name a number', async () => {
    const { errors } = await create({ source: 1, publicId: '17' });

    expect(errors).toMatchObject([{ message: 'publicId must not consist only of digits' }]);
    expect(await upsert([{ publicId: '17', source: 1 }])).toMatchObject([
      { outcome: 'REFUSED', code: 'INVALID_INPUT' },
    ]);
  });

  test('must not contradict the given number', async () => {
    const { article } = await create({ source: 1 });
    const item = { number: article.number, source: 2 };

    expect(await upsert([{ ...item, publicId: 'another' }])).toMatchObject([
      { outcome: 'REFUSED', code: 'INVALID_INPUT' },
    ]);
    expect(await upsert([{ ...item, publicId: article.publicId }])).toMatchObject([{ outcome: 'UPDATED' }]);
  });
});

test('unchanged metadata get no new revision', async () => {
  const change =
    'mutation ($d: ID!, $i: UpdateDictionaryInput!) { updateDictionary(dictionary: $d, input: $i) { dictionary { revision } userErrors { code message } } }';
  const revisionAfter = async (i: object) =>
    ((await execute(change, { i })).data['updateDictionary'] as { revision: number }).revision;

  const first = await revisionAfter({ longName: 'Kept', searchProfile: { affixMarks: '-' } });
  expect(await revisionAfter({})).toBe(first);
  expect(await revisionAfter({ longName: 'Kept', searchProfile: { affixMarks: '-' } })).toBe(first);
  expect(await revisionAfter({ longName: 'Changed' })).toBe(first + 1);
});

test('lone surrogates are returned as stored', async () => {
  const { data } = await execute(
    'mutation ($d: ID!, $c: String) { updateDictionary(dictionary: $d, input: { comment: $c }) { dictionary { comment } userErrors { code message } } }',
    { c: 'a\ud800b' },
  );
  const read = await execute('query ($d: ID!) { dictionary(dictionary: $d) { comment } }');

  expect(data['updateDictionary']).toEqual({ comment: 'a\ufffdb' });
  expect(read.data['dictionary']).toEqual({ comment: 'a\ufffdb' });
});

test.each([
  ['both', { source: 1, content: { type: 'x' } }],
  ['none', {}],
  ['null', { source: null }],
])('an article has free or typed content, and the operation that gives %s is refused', async (_, input) => {
  const written = JSON.stringify(input).replaceAll(/"(\w+)":/g, '$1:');
  const payload = '{ article { number } userErrors { code message } }';
  const create = `createArticle(dictionary: "${DICTIONARY}", input:`;
  const asText = await server.graphql(`mutation { ${create} ${written}) ${payload} }`, {}, server.admin);
  const asVariable = await server.graphql(
    `mutation ($i: CreateArticleInput!) { ${create} $i) ${payload} }`,
    { i: input },
    server.admin,
  );

  expect(asText.errors[0]?.message).toMatch(/exactly one key|"CreateArticleInput.source" must be non-null/);
  expect(asVariable.errors[0]?.message).toMatch(/exactly one key|"source" must be non-null/i);
  expect([asText, asVariable].map(({ errors }) => errors[0]?.extensions['code'])).toEqual([
    'GRAPHQL_VALIDATION_FAILED',
    'BAD_USER_INPUT',
  ]);
});
