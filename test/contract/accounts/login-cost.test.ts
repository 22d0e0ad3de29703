import { type ChatbotServer, PATH, PLATFORM, startWithApplications } from '../../support/applications';
import { recordCommands } from '../../support/recorded-commands';

let server: ChatbotServer;
let network = 0;

beforeAll(async () => {
  server = await startWithApplications({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' });
});
afterAll(() => server.server.close());

const LOG_IN =
  'mutation ($name: String!) { logIn(username: $name, password: "a guess") { login { token } userErrors { code message } } }';
const LOG_IN_APPLICATION = LOG_IN.replace('logIn(username', 'logInApplication(name');

const overRest = (path: string) => (name: string, headers: Readonly<Record<string, string>>) =>
  server.rest('GET', path, { basic: [name, 'a guess'], headers });
const overGraphQL = (query: string) => (name: string, headers: Readonly<Record<string, string>>) =>
  server.rest('POST', '/graphql', { headers, body: { query, variables: { name } } });

type Attempt = ReturnType<typeof overRest>;

/** The database commands between a login and its response. Each login comes from another network. */
async function commandsOf(attempt: Attempt, name: string): Promise<readonly string[]> {
  network++;
  await server.server.gateway.audit.settle();
  const { commands, stop } = recordCommands();
  await attempt(name, { 'x-forwarded-for': `203.0.113.${String(network)}` });
  const until = commands.map((command) => `${command.name} ${String(command.collection)}`);
  stop();
  return until.sort();
}

/**
 * The fewest commands of several logins. On a busy machine the entry of the audit log is written before the response, and what an
 * earlier login left to do ends in the time of a later one.
 */
async function cheapestOf(attempt: Attempt, name: string): Promise<readonly string[]> {
  let least = await commandsOf(attempt, name);
  for (let n = 1; n < 3 || (n < 5 && least.includes('insert audit')); n++) {
    const commands = await commandsOf(attempt, name);
    if (commands.length < least.length) least = commands;
  }
  return least;
}

test.each([
  ['B37', overRest('/lexicon/login'), 'ROOT', 'nobody'],
  ['logIn', overGraphQL(LOG_IN), 'Root', 'nobody'],
  ['A4 by name', overRest(`${PATH}/login`), PLATFORM.name, 'nothing'],
  ['A4 by email', overRest(`${PATH}/login`), PLATFORM.email, 'nothing@example.org'],
  ['logInApplication', overGraphQL(LOG_IN_APPLICATION), PLATFORM.email, 'nothing'],
])(
  '%s sends the same database queries for an existing and a missing account before it answers',
  async (_, attempt, one, none) => {
    const expected = await cheapestOf(attempt, one);
    const unknown = await cheapestOf(attempt, none);

    expect(expected).toEqual(unknown);
    expect(expected.filter((command) => command.startsWith('findAndModify'))).toHaveLength(3);
  },
);

test('refused logins are in the audit log, even if the gateway ends immediately afterwards', async () => {
  await server.server.gateway.audit.settle();
  const ending = await startWithApplications({ ...server.server.env });
  await ending.rest('GET', '/lexicon/login', { basic: ['root', 'a wrong one'] });
  await ending.server.close();

  const { data } = await server.graphql(
    '{ auditLog(first: 1, sort: DESC) { nodes { name action outcome role target } } }',
    {},
    server.admin,
  );

  expect((data['auditLog'] as { nodes: unknown }).nodes).toEqual([
    { name: 'Root', action: 'LOG_IN', outcome: 'LOGIN_REFUSED', role: 'ANONYMOUS', target: null },
  ]);
});
