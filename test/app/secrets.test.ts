import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { basicOf, clientOf } from '../support/accounts';
import type { TestDatabase } from '../support/database';
import { databaseWithSample } from '../support/prepared-database';
import { type ServerProcess, startServer } from '../support/server-process';

const PASSWORDS = {
  admin: 'planted-admin-password',
  user: 'planted-user-password',
  changed: 'planted-changed-password',
  wrong: 'planted-wrong-password',
  platform: 'planted-platform-password',
};
const SECRET = randomBytes(40).toString('base64url');

let database: TestDatabase;
let server: ServerProcess;

beforeAll(async () => {
  database = await databaseWithSample();
  server = await startServer({
    ...database.env,
    LOG_LEVEL: 'trace',
    RATE_LIMITS: 'off',
    JWT_SECRET: SECRET,
    ADMIN_USERNAME: 'keeper',
    ADMIN_PASSWORD: PASSWORDS.admin,
    PLATFORM_NAME: 'own',
    PLATFORM_EMAIL: 'own@example.org',
    PLATFORM_PASSWORD: PASSWORDS.platform,
  });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

test('no password, hash or token is in a response about something else, nor in any log line', async () => {
  const { rest, graphql, logIn } = clientOf(server.url);
  const token = await logIn('keeper', PASSWORDS.admin);
  const user = { username: 'planted', password: PASSWORDS.user };
  const tokens = [token];

  const received = [
    await rest('POST', '/lexicon/users', { token, body: { user } }),
    await rest('POST', '/lexicon/users', { token, body: { user } }),
    await rest('POST', '/lexicon/users', { token, body: `{"user": {"password": "${PASSWORDS.user}"` }),
    await rest('POST', '/lexicon/users', {
      token,
      body: { user: { ...user, username: { deep: PASSWORDS.user } } },
    }),
    await rest('GET', '/lexicon/users?limit=1000', { token }),
    await rest('GET', '/lexicon/login', { basic: ['planted', PASSWORDS.wrong] }),
    await rest('GET', '/lexicon/login', { headers: { 'basic-auth': JSON.stringify(user).slice(0, -1) } }),
    await rest('POST', '/lexicon/login', {
      body: { 'Basic-Auth': { username: 'planted', password: PASSWORDS.wrong } },
    }),
    await rest('GET', '/lexicon/metadata', {
      headers: { authorization: basicOf(['planted', PASSWORDS.user]) },
    }),
    await rest('GET', '/chatbot/core/applications', { token }),
    await rest('GET', '/no/such/path', { token }),
  ];
  tokens.push(await logIn('planted', PASSWORDS.user));
  const change =
    'mutation ($o: String!, $n: String!) { changePassword(oldPassword: $o, newPassword: $n) { user { username } userErrors { code message } } }';
  const make = async (mutation: string, member: string) =>
    (await graphql(`mutation { ${mutation} }`, {}, token)).data[member] as { token: string; path: string };
  const link = await make(
    'createPasswordResetLink(user: "planted") { passwordResetLink { token path } userErrors { code } }',
    'createPasswordResetLink',
  );
  const key = await make(
    'createApiKey(input: { name: "program", scopes: [READ] }) { createdApiKey { token } userErrors { code } }',
    'createApiKey',
  );
  const responses = [
    await graphql(change, { o: PASSWORDS.wrong, n: PASSWORDS.changed }, tokens[1]),
    await graphql(change, { o: PASSWORDS.user, n: PASSWORDS.changed }, tokens[1]),
    await graphql(change, { o: { not: PASSWORDS.user }, n: PASSWORDS.changed }, tokens[1]),
    await graphql(
      'mutation ($k: String!) { resetPassword(token: $k, newPassword: "too") { user { username } userErrors { code message } } }',
      { k: link.token },
    ),
    await graphql('{ auditLog(first: 100) { nodes { role name action target outcome } } }', {}, token),
    await graphql('{ users(first: 100) { nodes { username name role } } }', {}, token),
  ];

  await rest('GET', link.path);
  await rest('GET', `/DESK/RESET/${link.token}`);
  received.push(await rest('GET', '/lexicon/users', { token: key.token }));
  tokens.push(link.token, key.token);
  await rest('GET', `/no/such/${key.token}`);
  await rest('GET', `/no/such/${token}`, {});
  while (!server.output().includes('/no/such/[') && !server.output().includes(token)) await sleep(20);

  const texts = [
    ...received.map(({ text }) => text),
    ...responses.map((response) => JSON.stringify(response)),
    server.output(),
  ];
  const secrets = [...Object.values(PASSWORDS), ...tokens, SECRET];
  for (const text of texts) {
    expect(text).not.toMatch(/\$argon2/);
    // A client whose variable has the wrong type may be shown what it sent; nobody else is.
    for (const secret of secrets) expect(text.includes(secret) && !isEcho(text)).toBe(false);
  }
  expect(server.output().split('\n').length).toBeGreaterThan(10);
  expect(server.output()).toContain('/no/such/[hidden]');
  expect(server.output()).toContain('/desk/reset/[hidden]');
  expect(server.output()).not.toContain(token);
});

/** What GraphQL says of a variable that is no string: the value that the same client sent. */
function isEcho(text: string): boolean {
  return text.includes('got invalid value');
}
