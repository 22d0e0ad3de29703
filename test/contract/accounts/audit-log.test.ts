import { type ChatbotServer, PATH, PLATFORM, startWithApplications } from '../../support/applications';

let server: ChatbotServer;

beforeAll(async () => {
  server = await startWithApplications();
});
afterAll(() => server.server.close());

interface Entry {
  readonly role: string;
  readonly name: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly outcome: string;
}

const LOG_IN = `mutation ($name: String!, $password: String!) {
  logInApplication(name: $name, password: $password) { login { token application { publicId } } userErrors { code message } }
}`;
const LOG_OUT =
  'mutation ($p: ID, $t: [String]) { logOutApplication(publicId: $p, tokens: $t) { application { name } userErrors { code message } } }';

async function entries(count: number): Promise<readonly Entry[]> {
  const query =
    'query ($n: Int!) { auditLog(first: $n, sort: DESC) { nodes { role name action target outcome } } }';
  const { data } = await server.graphql(query, { n: count }, server.admin);
  return (data['auditLog'] as { nodes: readonly Entry[] }).nodes;
}

test('the audit log of logins names the account, also of a failed login', async () => {
  const { rest, graphql, logIn } = server;
  await logIn('Root', 'a password of the admin');
  await rest('GET', '/lexicon/login', { basic: ['root', 'a wrong one'] });
  await rest('GET', `${PATH}/login`, { basic: [PLATFORM.email, 'a wrong one'] });
  const { data } = await graphql(LOG_IN, PLATFORM);
  const { token, application } = data['logInApplication'] as {
    token: string;
    application: { publicId: string };
  };
  await graphql(LOG_OUT, { p: application.publicId, t: [token] });

  const logged = (await entries(5)).map(({ role, name, action, outcome }) => [role, name, action, outcome]);

  expect(logged).toEqual([
    ['PLATFORM', PLATFORM.name, 'LOG_OUT_APPLICATION', 'DONE'],
    ['PLATFORM', PLATFORM.name, 'LOG_IN_APPLICATION', 'DONE'],
    ['ANONYMOUS', PLATFORM.name, 'LOG_IN_APPLICATION', 'PASSWORD_WRONG'],
    ['ANONYMOUS', 'Root', 'LOG_IN', 'LOGIN_REFUSED'],
    ['ADMIN', 'Root', 'LOG_IN', 'DONE'],
  ]);
});

test('a refused anonymous request leaves no entry, and one of an account leaves a short entry', async () => {
  const { rest, graphql, admin } = server;
  await graphql(
    `mutation { deleteComment(publicId: "${'x'.repeat(600)}") { comment { publicId } userErrors { code message } } }`,
    {},
    admin,
  );
  await rest('GET', '/lexicon/login', { basic: ['typed into the wrong field', 'x'] });
  await rest('POST', '/lexicon/articles/none', { body: { article: 1 } });
  await graphql(
    'mutation { a: logOut { endedSessions userErrors { code message } } b: logOut { endedSessions userErrors { code message } } }',
  );

  const [last] = await entries(1);

  expect(last).toMatchObject({ name: 'Root', action: 'DELETE_COMMENT', outcome: 'NOT_FOUND' });
  expect(last?.target).toHaveLength(100);
});

test('logins have no target: what was typed for a name, which may be a password, is in none', async () => {
  const { rest, graphql, logIn } = server;
  await logIn('Root', 'a password of the admin');
  await rest('GET', '/lexicon/login', { basic: ['ROOT', 'a wrong one'] });
  await graphql(LOG_IN, { name: PLATFORM.name.toUpperCase(), password: 'a wrong one' });
  const { data } = await graphql(LOG_IN, PLATFORM);
  const { token, application } = data['logInApplication'] as {
    token: string;
    application: { publicId: string };
  };
  await graphql(LOG_OUT, { p: application.publicId, t: [token] });

  const targets = (await entries(5)).map(({ action, target }) => [action, target]);

  expect(targets).toEqual([
    ['LOG_OUT_APPLICATION', `publicId=${application.publicId}`],
    ['LOG_IN_APPLICATION', null],
    ['LOG_IN_APPLICATION', null],
    ['LOG_IN', null],
    ['LOG_IN', null],
  ]);
});

test('a mutation that is refused to an account over REST leaves the entry that it leaves over GraphQL', async () => {
  const { rest, graphql, admin, logIn } = server;
  const password = 'a password of the reader';
  await rest('POST', '/lexicon/users', { token: admin, body: { username: 'Reader', password } });
  const token = await logIn('Reader', password);
  await rest('POST', '/lexicon/articles/none', { token, body: { article: 1 } });
  await rest('DELETE', '/lexicon/articles/none/7', { token });
  await rest('POST', '/lexicon/users', { token, body: { username: 'Other', password } });
  await rest('POST', '/lexicon/articles/none', { body: { article: 1 } });
  await graphql(
    'mutation { deleteArticle(dictionary: "none", number: 7) { article { id } userErrors { code } } }',
    {},
    token,
  );

  const refused = (action: string, target: string | null) => ({
    role: 'USER',
    name: 'Reader',
    action,
    target,
    outcome: 'FORBIDDEN',
  });
  expect(await entries(4)).toEqual([
    refused('DELETE_ARTICLE', 'dictionary=none number=7'),
    refused('CREATE_USER', null),
    refused('DELETE_ARTICLE', 'dictionary=none number=7'),
    refused('CREATE_ARTICLE', 'dictionary=none'),
  ]);
});
