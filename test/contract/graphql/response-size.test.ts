import { startWithAccounts, type AccountServer } from '../../support/accounts';
import { call } from '../../support/http';

/** Answers that are built in memory stop at this size, in bytes. Source: docs/limits.md. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

const DICTIONARY = 'long_en_1';
const LONG_ONES = 4;
const SHORT_ONES = 24;
const LONG = 'x'.repeat(240 * 1024);
/** Number of copies of the long text that make a response too large. */
const TOO_MANY = Math.ceil(MAX_RESPONSE_BYTES / LONG.length) + 1;

let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts();
  const body = { metadata: { id_dico: DICTIONARY } };
  await server.rest('POST', '/lexicon/metadata', { token: server.admin, body });
  const notes = [...Array<string>(LONG_ONES).fill(LONG), ...Array<string>(SHORT_ONES).fill('short')];
  for (const note of notes)
    await server.rest('POST', `/lexicon/articles/${DICTIONARY}`, {
      token: server.admin,
      body: { article: { entry: { headword: 'word' }, note } },
    });
});
afterAll(() => server.server.close());

const aliases = (amount: number, field: string) =>
  Array.from({ length: amount }, (_, i) => `a${i}: ${field}`).join(' ');
const list = (fields: string) => `{ articles(first: 100) { nodes { id ${fields} } } }`;
const post = (query: string, variables: object = {}) =>
  call(`${server.server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });

const REFUSED = {
  status: 413,
  body: {
    errors: [{ message: expect.stringContaining('16 MiB') as string, extensions: { code: 'TOO_LARGE' } }],
  },
};

test('aliases may repeat a field as often as fits into the response', async () => {
  const response = await post(list(aliases(15, 'source')));

  expect(response.status).toBe(200);
  expect(JSON.stringify(response.body).length).toBeGreaterThan(15 * LONG_ONES * LONG.length);
});

test.each([
  ['free JSON', list(aliases(20, 'source'))],
  ['parts of it', list(aliases(20, 'content { extra }'))],
])('a response that would repeat %s beyond 16 MiB is one error', async (_what, query) => {
  expect(await post(query)).toMatchObject(REFUSED);
});

test.each(['__typename', 'number'])('aliases of %s count too', async (field) => {
  const named = (amount: number) =>
    list(Array.from({ length: amount }, (_, i) => `${'n'.repeat(200_000)}${i}: ${field}`).join(' '));

  expect((await post(named(2))).status).toBe(200);
  expect(await post(named(4))).toMatchObject(REFUSED);
});

test('equal ids count as often as they are requested', async () => {
  const { body } = await post(list(''));
  const { nodes } = (body['data'] as { articles: { nodes: { id: string }[] } }).articles;
  const ids = Array.from({ length: TOO_MANY }, () => nodes[0]?.id);
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Article { source } } }';

  expect(await post(query, { ids })).toMatchObject(REFUSED);
  const fewer = await post(query, { ids: ids.slice(0, 3) });
  expect(fewer.status).toBe(200);
  expect((fewer.body['data'] as { nodes: { id: string }[] }).nodes.map(({ id }) => id)).toEqual(
    ids.slice(0, 3),
  );
});
