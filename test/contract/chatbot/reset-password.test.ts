import {
  chatbotClient,
  PASSWORD,
  PATH,
  PLATFORM,
  startWithApplications,
  type ChatbotServer,
} from '../../support/applications';

const OTHER = 'a password that nobody else knows';
const RESET = `mutation ($id: ID!, $password: String!) {
  resetApplicationPassword(publicId: $id, password: $password) { application { publicId } userErrors { code message } }
}`;

let server: ChatbotServer;

beforeAll(async () => {
  server = await startWithApplications({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' });
});
afterAll(() => server.server.close());

// A test that resets the password of the platform ends its sessions.
beforeEach(async () => {
  server = { ...server, ...(await chatbotClient(server.server.url)) };
});

const reset = async (id: string, token?: string, password = OTHER) =>
  (await server.graphql(RESET, { id, password }, token)).errors.map(({ extensions }) => extensions['code']);

test.each([
  ['the platform', 'One', () => server.platform],
  ['an admin', 'Two', () => server.admin],
])(
  '%s sets another password of an application: its tokens end, and the log records who did it',
  async (_, name, tokenOf) => {
    const { graphql, register, rest } = server;
    const { publicId, token } = await register(name);
    const logIn = (password: string) =>
      rest('GET', `${PATH}/login`, {
        basic: [name, password],
        headers: { 'x-forwarded-for': '203.0.113.1' },
      });
    for (let n = 0; n < 5; n++) await logIn('a guess');
    expect((await logIn(PASSWORD)).status).toBe(429);

    expect(await reset(publicId, tokenOf())).toEqual([]);

    expect((await graphql('{ application { name } }', {}, token)).errors[0]?.extensions['code']).toBe(
      'UNAUTHENTICATED',
    );
    expect([(await logIn(PASSWORD)).status, (await logIn(OTHER)).status]).toEqual([401, 200]);
    const { data } = await graphql(
      '{ auditLog(first: 5, sort: DESC) { nodes { action target outcome } } }',
      {},
      server.admin,
    );
    expect((data['auditLog'] as { nodes: unknown }).nodes).toContainEqual({
      action: 'RESET_APPLICATION_PASSWORD',
      target: `publicId=${publicId}`,
      outcome: 'DONE',
    });
  },
);

test('other callers, one’s own account and short passwords are refused', async () => {
  const { graphql, logInAs, register } = server;
  const [one, other] = [await register('Three'), await register('Four')];
  const { data } = await graphql('{ application { publicId } }', {}, server.platform);
  const { publicId: platform } = data['application'] as { publicId: string };

  expect([
    await reset(one.publicId, other.token),
    await reset(one.publicId, one.token),
    await reset(one.publicId),
    await reset(platform, server.platform),
    await reset(one.publicId, server.platform, 'short'),
    await reset('nothing', server.platform),
  ]).toEqual([
    ['FORBIDDEN'],
    ['FORBIDDEN'],
    ['UNAUTHENTICATED'],
    ['FORBIDDEN'],
    ['INVALID_INPUT'],
    ['NOT_FOUND'],
  ]);
  expect((await logInAs('Three')).status).toBe(200);
  expect((await logInAs(PLATFORM.name, PLATFORM.password)).status).toBe(200);

  // An admin may, also for the platform's own.
  expect(await reset(platform, server.admin)).toEqual([]);
  expect((await logInAs(PLATFORM.name, OTHER)).status).toBe(200);
  await reset(platform, server.admin, PLATFORM.password);
});
