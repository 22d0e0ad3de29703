import { newApplication } from '../../../src/services/applications/new-application';
import { startGateway, type TestGateway } from '../../support/gateway';
import { PASSWORD, PATH, startWithApplications, type ChatbotServer } from '../../support/applications';

const EACH = 20;
const ROUNDS = 10;

let server: ChatbotServer;
/** On the same database, with a line of transactions of its own. */
let second: TestGateway;

beforeAll(async () => {
  server = await startWithApplications();
  second = await startGateway(server.server.env);
});
afterAll(async () => {
  await second.close();
  await server.server.close();
});

/** A conversation and a field that are both the first of their application, and so have keys of one spelling. */
test('concurrent new requests of a conversation and of a field are added to the right lists', async () => {
  const { execute, register } = server;
  const { token } = await register('Everything at once');
  const { conversation, field } = (await execute(
    'mutation { conversation: createConversation(input: {}) { conversation { id } userErrors { code message } } field: createField(input: {}) { field { id } userErrors { code message } } }',
    {},
    token,
  )) as unknown as Record<'conversation' | 'field', { readonly id: string }>;
  const ids = { c: conversation.id, f: field.id };

  await Promise.all(
    Array.from({ length: EACH }, () => [
      execute(
        'mutation ($c: ID!) { createConversationRequest(conversationId: $c, input: { sessionId: "s" }) { conversationRequest { id } userErrors { code message } } }',
        { c: ids.c },
        token,
      ),
      execute(
        'mutation ($f: ID!) { createFieldRequest(fieldId: $f, input: { requestName: "r" }) { fieldRequest { id } userErrors { code message } } }',
        { f: ids.f },
        token,
      ),
    ]).flat(),
  );

  const requests = 'requests(first: 100) { totalCount nodes { id } }';
  const lists = (await execute(
    `query ($c: ID!, $f: ID!) { conversation(id: $c) { ${requests} } field(id: $f) { ${requests} } }`,
    ids,
    token,
  )) as unknown as Record<string, { requests: { totalCount: number; nodes: { id: string }[] } }>;
  for (const kind of ['conversation', 'field']) {
    const { totalCount, nodes } = lists[kind]?.requests ?? { totalCount: 0, nodes: [] };
    expect([kind, totalCount, new Set(nodes.map(({ id }) => id)).size]).toEqual([kind, EACH, EACH]);
  }
});

test('objects for a missing list are refused, also with other concurrent writes', async () => {
  const { execute, register } = server;
  const { token } = await register('Somebody else at once');
  const { conversation } = (await execute(
    'mutation { conversation: createConversation(input: {}) { conversation { id } userErrors { code message } } }',
    {},
    token,
  )) as unknown as Record<'conversation', { readonly id: string }>;
  const { field } = (await execute(
    'mutation { field: createField(input: {}) { field { id } userErrors { code message } } }',
    {},
    token,
  )) as unknown as {
    readonly field: { readonly id: string };
  };
  await execute(
    'mutation ($f: ID!) { deleteField(id: $f) { field { id } userErrors { code message } } }',
    { f: field.id },
    token,
  );

  const outcomes = await Promise.allSettled(
    Array.from({ length: EACH }, (_, n) =>
      n % 2 === 0
        ? execute(
            'mutation ($c: ID!) { createConversationRequest(conversationId: $c, input: { sessionId: "s" }) { conversationRequest { id } userErrors { code message } } }',
            { c: conversation.id },
            token,
          )
        : execute(
            'mutation ($f: ID!) { createFieldRequest(fieldId: $f, input: { requestName: "r" }) { fieldRequest { id } userErrors { code message } } }',
            { f: field.id },
            token,
          ),
    ),
  );

  expect(outcomes.map(({ status }) => status)).toEqual(
    Array.from({ length: EACH }, (_, n) => (n % 2 === 0 ? 'fulfilled' : 'rejected')),
  );
});

test('simultaneous changes of different parts of an application are all kept', async () => {
  const { rest, register } = server;
  const { token } = await register('Parts at once');
  const change = (body: object) => rest('PUT', PATH, { token, body });

  const responses = await Promise.all([
    change({ name: 'Parts at once, renamed' }),
    change({ email: 'parts.renamed@example.org' }),
    change({ description: 'described' }),
    ...['team_chat', 'telephony', 'voice_assistant'].map((name) =>
      change({ connectors: { [name]: { name } } }),
    ),
  ]);

  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  const { body } = await change({ country: 'CM' });
  expect(body['application']).toMatchObject({
    name: 'Parts at once, renamed',
    email: 'parts.renamed@example.org',
    description: 'described',
    connectors: {
      team_chat: { name: 'team_chat' },
      telephony: { name: 'telephony' },
      voice_assistant: { name: 'voice_assistant' },
    },
  });
});

test('one of two simultaneous password changes with the same old password succeeds', async () => {
  const { rest, register, logInAs } = server;
  const { token, name } = await register('Passwords at once');
  const passwords = ['first new password', 'second new password'];

  const responses = await Promise.all(
    passwords.map((password) => rest('PUT', PATH, { token, body: { password, old_password: PASSWORD } })),
  );

  expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
  const accepted = passwords[responses.findIndex(({ status }) => status === 200)] ?? '';
  expect((await logInAs(name, accepted)).status).toBe(200);
});

test('one of two applications with the same name and email, created on two gateways simultaneously, is accepted', async () => {
  const [one, two] = [server.server.gateway.storage.applications, second.gateway.storage.applications];
  const made = (name: string, email: string) =>
    newApplication({ name, email, passwordHash: '', isPlatform: false });
  const winners: number[] = [];

  for (let n = 0; n < ROUNDS; n++) {
    const login = `login${String(n)}@example.org`;
    const [a, b] = [made(`a${login}`, `a@${login}`), made(`b${login}`, `b@${login}`)];
    await one.insert(b);
    const isCreation = n % 2 === 0;
    if (!isCreation) await one.insert(a);
    const stored = await Promise.all([
      isCreation
        ? one.insert(made(login, `a@${login}`))
        : one.update(a.publicId, () => ({ name: login, nameKey: login })),
      two.update(b.publicId, () => ({ email: login, emailKey: login })),
    ]);
    winners.push(stored.filter((outcome) => outcome !== false && outcome !== 'taken').length);
  }

  expect(winners).toEqual(Array.from({ length: ROUNDS }, () => 1));
});
