import {
  PASSWORD,
  PATH,
  PLATFORM,
  startWithApplications,
  type ChatbotServer,
} from '../../support/applications';

const KEYS = [
  ...['compagny', 'connectors', 'conversations', 'country', 'description', 'disable_application'],
  ...[
    'disable_compilation',
    'email',
    'fields',
    'fields_compiler',
    'last_update',
    'like',
    'maintainer',
    'name',
  ],
  ...['photo', 'platform', 'public_id', 'timezone', 'unlike', 'website'],
];
const CONNECTORS = [
  ...['bot_framework', 'instant_messaging', 'smart_speaker', 'social_messenger', 'team_chat'],
  ...['team_messaging', 'telephony', 'voice_assistant'],
];

let chatbots: ChatbotServer;

beforeAll(async () => {
  chatbots = await startWithApplications();
});

afterAll(() => chatbots.server.close());

function create(body: object, token = chatbots.platform) {
  return chatbots.rest('POST', PATH, { token, body });
}

let made = 0;
const fresh = () => ({
  name: `New ${String(++made)}`,
  email: `new${String(made)}@example.org`,
  password: PASSWORD,
});

test('A1 answers with every documented field, eight connectors, and no password', async () => {
  const { status, body, text } = await create({
    ...fresh(),
    compagny: 'ACME',
    last_update: 'x',
    connectors: { telephony: { line: 1 } },
  });

  expect(status).toBe(201);
  expect(Object.keys(body).toSorted()).toEqual(['application', 'message', 'status', 'uri']);
  expect(body).toMatchObject({ message: 'Application has correctly created', status: '201', uri: PATH });
  const application = body['application'] as Record<string, object>;
  expect(Object.keys(application).toSorted()).toEqual(KEYS);
  expect(Object.keys(application['connectors'] ?? {}).toSorted()).toEqual(CONNECTORS);
  expect(application).toMatchObject({
    compagny: 'ACME',
    country: null,
    like: 0,
    conversations: [],
    connectors: { telephony: { line: 1 }, team_chat: {} },
  });
  expect(application['last_update']).not.toBe('x');
  expect(text).not.toMatch(/password|argon2/);
});

test.each([
  ['no email', { email: undefined }, 'Incorrect input email address'],
  ['an email that is a number, with another mistake', { email: 5, name: 5 }, 'Incorrect input email address'],
  ['no name', { name: undefined }, 'Malformed data, check the input application'],
  ['a name with a colon', { name: 'a:b' }, 'Malformed data, check the input application'],
  ['a short password', { password: 'short' }, 'Malformed data, check the input application'],
  [
    'an unknown connector',
    { connectors: { carrier_pigeon: {} } },
    'Malformed data, check the input application',
  ],
  [
    'a connector that is no object',
    { connectors: { telephony: 'x' } },
    'Malformed data, check the input application',
  ],
  [
    'a key that could reach a prototype',
    { connectors: { telephony: { constructor: 1 } } },
    'Malformed data, check the input application',
  ],
])('A1 with %s is 400', async (_case, change, message) => {
  const { status, body } = await create({ ...fresh(), ...change });

  expect(status).toBe(400);
  expect(body).toMatchObject({ message, status: '400', uri: PATH });
});

test('A1 compares names and emails without regard to case, after NFC', async () => {
  const first = { ...fresh(), name: 'Caf\u00e9' };
  await create(first);

  const { status, body } = await create({ ...fresh(), name: 'CAFE\u0301' });

  expect([status, body['detail']]).toEqual([409, undefined]);
  expect(body['message']).toBe('name or email already used by another application');
});

test('no name equals another application’s email, in A1 and A6; one’s own name may equal one’s email', async () => {
  const existing = { ...fresh(), name: 'Bot@Corp.example' };
  await create(existing);
  const { token } = await chatbots.register('Attacker');
  const mail = { ...fresh(), email: 'spelled.so@example.org' };
  await create(mail);
  const put = (body: object) => chatbots.rest('PUT', PATH, { token, body });

  const refused = [
    await put({ email: 'bot@corp.example' }),
    await put({ name: 'SPELLED.so@example.org' }),
    await create({ ...fresh(), email: 'bot@corp.example' }),
    await create({ ...fresh(), name: 'spelled.so@example.org' }),
  ];

  expect(refused.map(({ status, body }) => [status, body['message']])).toEqual(
    refused.map(() => [409, 'name or email already used by another application']),
  );
  expect((await chatbots.logInAs('bot@corp.example')).status).toBe(200);
  expect((await put({ email: 'both@example.org', name: 'both@example.org' })).status).toBe(200);
});

test('A1 without the token of the platform is 401, before the body is checked', async () => {
  const application = await chatbots.register('Own');

  for (const token of [application.token, chatbots.admin, 'nonsense'])
    expect((await create({ email: 'bad' }, token)).status).toBe(401);
});

test('A2 returns the name, and never removes the platform’s own application', async () => {
  const application = await chatbots.register('Short-lived');

  const deleted = await chatbots.rest('DELETE', PATH, { token: application.token });
  const refusal = await chatbots.rest('DELETE', PATH, { token: chatbots.platform });

  expect(deleted.body).toEqual({
    error: '',
    message: 'Application has correctly deleted: Short-lived',
    status: '200',
    uri: PATH,
  });
  expect((await chatbots.rest('DELETE', PATH, { token: application.token })).status).toBe(401);
  expect(refusal.body).toMatchObject({
    message: 'Execution error during deleting the apps',
    status: '400',
    error: expect.stringContaining('platform') as string,
  });
});

test('A3 finds exact names first, then parts, and counts all matches', async () => {
  for (const name of ['Baobab two', 'Baobab', 'A baobab']) await chatbots.register(name);

  const { status, body, headers } = await chatbots.rest('GET', `${PATH}?search=BAOBAB&limit=2`, {
    token: chatbots.platform,
  });
  const second = await chatbots.rest('GET', `${PATH}?search=baobab&limit=2&page=2`, {
    token: chatbots.platform,
  });

  const names = (response: typeof body) =>
    (response['applications'] as { name: string }[]).map(({ name }) => name);
  expect(status).toBe(200);
  expect([...names(body), ...names(second.body)]).toEqual(['Baobab', 'A baobab', 'Baobab two']);
  expect(body).toMatchObject({ total: 3, message: 'Successfully load applications', status: '200' });
  expect(headers.get('x-total-count')).toBe('3');
  const [first] = body['applications'] as object[];
  for (const part of ['connectors', 'conversations', 'fields', 'fields_compiler'])
    expect(first).not.toHaveProperty(part);
});

test('A4 distinguishes unknown applications, wrong passwords and disabled applications, and HEAD issues no token', async () => {
  await chatbots.register('Closed', { disable_application: true });

  const nobody = await chatbots.logInAs('nobody');
  expect([nobody.status, nobody.body['message']]).toEqual([401, 'Could not verify your identity']);
  expect(nobody.headers.get('www-authenticate')).toContain('Basic');
  expect((await chatbots.logInAs('Closed', 'wrong')).body['message']).toBe(
    'Incorrect password for this application',
  );
  expect((await chatbots.logInAs('Closed')).body['message']).toBe(
    'This application account has been disabled',
  );
  const { body, headers } = await chatbots.logInAs(PLATFORM.email.toUpperCase(), PLATFORM.password);
  expect(body).toMatchObject({
    login: 'true',
    validity: '6',
    hourtype: 'hours',
    status: '200',
    app_data: { name: PLATFORM.name },
  });
  expect(headers.get('cache-control')).toBe('no-store');
  const basic = [PLATFORM.name, PLATFORM.password] as const;
  expect((await chatbots.rest('HEAD', `${PATH}/login`, { basic })).status).toBe(405);
});

test('A5 answers in its order of checks', async () => {
  const { token, publicId } = await chatbots.register('Leaver');
  const out = async (headerToken: string | undefined, body: object) => {
    const response = await chatbots.rest('PUT', `${PATH}/login`, { token: headerToken, body });
    return [response.status, response.body['message']];
  };

  expect(await out(undefined, { public_id: publicId })).toEqual([
    401,
    'Invalid or expired application token',
  ]);
  expect(await out(token, { public_id: publicId, token: 'another' })).toEqual([
    401,
    'Invalid or expired application token',
  ]);
  expect(await out(chatbots.admin, { public_id: publicId })).toEqual([
    401,
    'Invalid or expired application token',
  ]);
  expect(await out(token, { public_id: 'unknown', token })).toEqual([206, 'No application found']);
  expect(await out(undefined, { public_id: publicId, token, type_id: 3 })).toEqual([
    200,
    'Application has correctly logout',
  ]);
  expect(await out(token, { public_id: 'unknown', token })).toEqual([
    401,
    'Application can not logout again, already logout',
  ]);
});

test('a login has its lifetime in seconds in GraphQL, and a logout returns the application', async () => {
  const loggedIn = await chatbots.graphql(
    'mutation ($name: String!, $password: String!) { logInApplication(name: $name, password: $password) { login { token expiresIn application { publicId } } } }',
    { name: PLATFORM.name, password: PLATFORM.password },
  );
  const { login } = loggedIn.data['logInApplication'] as {
    login: { token: string; expiresIn: number; application: { publicId: string } };
  };
  const loggedOut = await chatbots.graphql(
    'mutation ($id: ID, $token: String) { logOutApplication(publicId: $id, tokens: [$token]) { application { publicId } userErrors { code } } }',
    { id: login.application.publicId, token: login.token },
  );

  expect(login.expiresIn).toBe(6 * 3600);
  // The client of the tests unwraps payloads.
  expect(loggedOut.data).toEqual({ logOutApplication: login.application });
});

test('A6 changes a part, and a new password needs the old one', async () => {
  const { token } = await chatbots.register('Changer', { connectors: { telephony: { a: 1 } } });
  const put = (body: object) => chatbots.rest('PUT', PATH, { token, body });

  const changed = await put({ description: 'd', connectors: { team_chat: { b: 2 } } });
  expect(changed.body).toMatchObject({
    message: 'Application has correctly updated',
    application: {
      description: 'd',
      name: 'Changer',
      connectors: { telephony: { a: 1 }, team_chat: { b: 2 } },
    },
  });
  const emptied = await put({ connectors: { telephony: null } });
  expect(emptied.body).toMatchObject({ application: { connectors: { telephony: {}, team_chat: { b: 2 } } } });
  expect((await put({ password: 'another long one' })).status).toBe(400);
  const wrong = await put({ password: 'another long one', old_password: 'wrong one' });
  expect([wrong.status, wrong.body['message']]).toEqual([401, 'Incorrect password for this application']);
  expect((await put({ email: 'bad', name: 'x:y' })).body['message']).toBe('Incorrect input email address');
  expect((await put({ name: PLATFORM.name.toUpperCase() })).status).toBe(409);
  expect((await put({ disable_application: true })).status).toBe(200);
  expect((await put({ description: 'again' })).status).toBe(401);
});

const SECRET = 'a-secret-of-the-connector';

test.each([
  [{ channel: 'http', url: 'https://example.org/' }, 'webhook.secret is missing'],
  [{ channel: 'http', secret: 'short', url: 'https://example.org/' }, 'webhook.secret must have 16'],
  [{ channel: 'http', secret: SECRET, url: 'ftp://example.org/' }, 'webhook.url must'],
  [
    { channel: 'http', secret: SECRET, url: 'http://example.org/' },
    'webhook.url must be an address with https',
  ],
  [{ channel: 'telegram', secret: SECRET }, 'webhook.token is missing'],
  [{ channel: 'telegram', secret: `${SECRET} !`, token: '1:aaaaaaaaaa' }, 'webhook.secret must'],
  [
    { channel: 'http', secret: SECRET, url: 'https://example.org/', colour: 'red' },
    'webhook has no member colour',
  ],
])('settings of a webhook %j are refused: %s', async (webhook, expected) => {
  const { token } = await chatbots.register(`Settings ${expected}`);
  const body = { connectors: { bot_framework: { webhook } } };
  const response = await chatbots.rest('PUT', PATH, { token, body });

  expect(response.status).toBe(400);
  expect(response.body['detail']).toContain(expected);
});
