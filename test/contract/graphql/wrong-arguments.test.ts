import { startWithAccounts, type AccountServer } from '../../support/accounts';
import { PATH, PLATFORM } from '../../support/applications';

let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts({
    PLATFORM_NAME: PLATFORM.name,
    PLATFORM_EMAIL: PLATFORM.email,
    PLATFORM_PASSWORD: PLATFORM.password,
  });
  await posted('mutation { createDictionary(input: { publicId: "qaa_typed" }) { userErrors { code } } }', {});
});
afterAll(() => server.server.close());

test.each([
  ['query ($v: SortDirection) { articles(sort: $v) { totalCount } }', 'sort'],
  ['query ($v: SortDirection) { users(sort: $v) { totalCount } }', 'sort'],
  [
    'mutation ($v: Boolean) { logOut(everywhere: $v) { endedSessions userErrors { code message } } }',
    'everywhere',
  ],
])('a variable that is null for an argument with a default is named: %s', async (query, name) => {
  const { errors } = await server.graphql(query, { v: null }, server.admin);

  expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  expect(errors[0]?.message).toContain(`"${name}"`);
});

test.each([
  ['query ($v: ID!) { article(dictionary: "x", number: $v) { id } }', 'e\u0301'.repeat(8193), 'number'],
  [
    'mutation ($v: [String]) { logOutApplication(tokens: $v) { application { name } userErrors { code message } } }',
    Array(1001).fill('t'),
    'tokens',
  ],
])('an argument longer than any name is refused before the lookup: %s', async (query, v, name) => {
  const { errors } = await server.graphql(query, { v });

  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  expect(errors[0]?.message).toMatch(new RegExp(`^${name} must h(ave|old) at most`));
});

test('large bodies are accepted only from callers who may write many objects', async () => {
  const variables = { v: 'x'.repeat(1_100_000) };
  const statusFor = async (token: string) => {
    const headers = { 'content-type': 'application/json', 'x-access-token': token };
    const body = JSON.stringify({ query: '{ __typename }', variables });
    return (await fetch(`${server.server.url}/graphql`, { method: 'POST', headers, body })).status;
  };

  expect(await statusFor(server.reader)).toBe(413);
  expect(await statusFor(server.admin)).toBe(200);
});

test('a cursor of another list is refused', async () => {
  const { graphql, admin } = server;
  await server.server.gateway.firstAccounts.ensure({ platform: PLATFORM });
  const login = await server.rest('GET', `${PATH}/login`, { basic: [PLATFORM.name, PLATFORM.password] });
  const made = await graphql(
    'mutation { createField(input: {}) { field { id } userErrors { code message } } }',
    {},
    String(login.body['token']),
  );
  const users = await graphql('{ users(first: 1) { pageInfo { endCursor } } }', {}, admin);
  const { endCursor } = (users.data['users'] as { pageInfo: { endCursor: string } }).pageInfo;

  const { errors } = await graphql(
    'query ($f: ID!, $a: String) { field(id: $f) { intents(first: 2, after: $a) { nodes { id } } } }',
    { f: (made.data['createField'] as { id: string }).id, a: endCursor },
    admin,
  );

  expect(errors).toMatchObject([
    {
      message: 'The cursor does not belong to this list; use a cursor from this list or omit it',
      extensions: { code: 'INVALID_INPUT' },
    },
  ]);
});

test('the log of changes is counted, and names the objects', async () => {
  const { graphql, admin } = server;
  await graphql(
    'mutation { deleteIntents(ids: ["x", "y"]) { results { code } userErrors { code message } } }',
    {},
    admin,
  );
  await graphql(
    'mutation { createUser(input: { username: "seen", password: "correct-horse" }) { user { username } userErrors { code message } } }',
    {},
    admin,
  );

  const { data } = await graphql('{ auditLog(last: 100) { totalCount nodes { action target } } }', {}, admin);
  const { totalCount, nodes } = data['auditLog'] as {
    totalCount: number;
    nodes: { action: string; target: string }[];
  };

  expect(totalCount).toBe(nodes.length);
  expect(nodes).toContainEqual({ action: 'DELETE_INTENTS', target: 'ids=x,y' });
  expect(nodes).toContainEqual({ action: 'CREATE_USER', target: 'username=seen' });
});

test.each(['a\u0000@c.de', 'a\u200b@c.de'])(
  'an email with a control character, %j, is reported with the other faults of its input, and stops no other mutation',
  async (email) => {
    const body = {
      query: `mutation ($e: EmailAddress!) {
        bad: createApplication(input: { name: "a:b", email: $e, password: "correct-horse" }) { application { name } userErrors { field code } }
        good: logOut { userErrors { code } } }`,
      variables: { e: email },
    };
    const token = await server.logIn('Root', 'a password of the admin');
    const response = await server.rest('POST', '/graphql', { token, body });

    expect(response.body).toEqual({
      data: {
        bad: {
          application: null,
          userErrors: [
            { field: ['input', 'email'], code: 'EMAIL_INVALID' },
            { field: ['input', 'name'], code: 'INVALID_INPUT' },
          ],
        },
        good: { userErrors: [] },
      },
    });
  },
);

interface Fault {
  readonly field: readonly string[];
}

/** As it is answered: `graphql` of the tests makes errors of faults. */
async function posted(query: string, variables: object) {
  const { body } = await server.rest('POST', '/graphql', { token: server.admin, body: { query, variables } });
  return body['data'] as Readonly<Record<string, { results: readonly [object, Record<string, unknown>] }>>;
}

const FAULTS = 'userErrors { code field message }';

test('typed content that the server would read differently is a fault; free JSON may contain anything', async () => {
  const query = `mutation ($items: [UpsertArticleInput!]!) {
    upsertArticles(dictionary: "qaa_typed", items: $items) {
      results { code message article { number content { translations { content lang } } } ${FAULTS} } } }`;
  const second = async (input: object) =>
    (await posted(query, { items: [{ source: 'good' }, input] }))['upsertArticles']!.results[1];
  const translations = [
    { content: 'one', lang: 'English (old)' },
    { content: 'two', lang: 'sw_TZ' },
  ];

  const refused = await second({ content: { translations } });
  const stored = await second({ source: { translations } });

  const field = ['items', '1', 'content', 'translations', '0', 'lang'];
  const message = 'lang must be a language tag (BCP 47), such as sw';
  const userErrors = [{ code: 'INVALID_INPUT', field, message }];
  expect(refused).toEqual({ article: null, code: 'INVALID_INPUT', message, userErrors });
  expect(stored).toMatchObject({ code: null, userErrors: [] });
  const { number, content } = stored['article'] as { number: number; content: object };
  const read = [
    { content: 'one', lang: null },
    { content: 'two', lang: 'sw-tz' },
  ];
  expect(content).toEqual({ translations: read });
  expect(await second({ number, content })).toMatchObject({ code: null, userErrors: [] });
});

test('at most a hundred faults are named', async () => {
  const query = `mutation ($content: ArticleContentInput!) {
    createArticle(dictionary: "qaa_typed", input: { content: $content }) { ${FAULTS} } }`;
  const notes = Array.from({ length: 5000 }, () => ({ content: 'x', lang: '?', sense: -1 }));

  const { createArticle } = await posted(query, { content: { notes } });

  expect((createArticle as unknown as { userErrors: readonly Fault[] }).userErrors).toHaveLength(100);
});
