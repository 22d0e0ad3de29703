import { resourceTypeNamed } from '../../../src/domain/chatbot/resource/resource-types';
import { applicationFrom } from '../../../src/formats/chatbot/application-folder';
import { hashPassword } from '../../../src/services/accounts/password';
import type { Json } from '../../../src/shared/json';
import {
  PASSWORD,
  PATH,
  PLATFORM,
  startWithApplications,
  type ChatbotServer,
} from '../../support/applications';

let chatbots: ChatbotServer;

beforeAll(async () => {
  chatbots = await startWithApplications();
});
afterAll(() => chatbots.server.close());

type File = Readonly<Record<string, Json>>;

/** An application in its documented form. */
function fileOf(name: string, more: File = {}): File {
  return { name, email: `${name}@example.org`, password: PASSWORD, ...more };
}

async function load(file: File, { overwrite = false } = {}): Promise<string> {
  const rules = { overwrite, dryRun: false };
  const { applicationImports } = chatbots.server.gateway;
  return (await applicationImports.importApplication(applicationFrom(file, 'file'), rules)).outcome;
}

const numbered = (...numbers: readonly number[]) => numbers.map((number) => ({ public_id: number }));

test('numbers may be far apart: both ends of the list are read, and the application logs in', async () => {
  const numbers = [5, 120_000, 1_234_567_890, 1_000_000_000_000_000];
  await load(fileOf('gaps', { conversations: numbered(...numbers) }));

  const { status, body } = await chatbots.logInAs('gaps');
  const lists = await chatbots.execute(
    '{ application { conversationCount conversations(first: 3) { nodes { number } } newestConversations(last: 3) { number } } }',
    {},
    String(body['token']),
  );

  expect(status).toBe(200);
  const { conversations } = body['app_data'] as { conversations: readonly { public_id: number }[] };
  expect(conversations.map(({ public_id }) => public_id)).toEqual(numbers);
  const named = numbers.map((number) => ({ number }));
  expect(lists['application']).toEqual({
    conversationCount: 4,
    conversations: { nodes: named.slice(0, 3) },
    newestConversations: named.slice(1),
  });
});

test('an application whose name is the email of another replaces nothing', async () => {
  await load(fileOf('one', { email: 'one@mail.example' }));
  const namesake = fileOf('one@mail.example', { email: 'other@mail.example' });

  await expect(load(namesake, { overwrite: true })).rejects.toMatchObject({ reason: 'CONFLICT' });
  expect((await chatbots.logInAs('one')).status).toBe(200);
});

test('a password that changes while a file replaces the application is kept', async () => {
  const [file, password] = [fileOf('keeper'), 'another long password'];
  await load(file);
  const { applications } = chatbots.server.gateway.storage;
  const { publicId = '' } = (await applications.findByKey('keeper')) ?? {};
  const passwordHash = await hashPassword(password);

  await Promise.all([
    load({ ...file, description: 'new' }, { overwrite: true }),
    applications.update(publicId, () => ({ passwordHash })),
  ]);

  expect((await chatbots.logInAs('keeper', password)).body['app_data']).toMatchObject({ description: 'new' });
});

test('an application that is deleted while a file replaces it is created again, with all its resources', async () => {
  const file = fileOf('phoenix', { conversations: numbered(1) });
  await load(file);
  const { storage } = chatbots.server.gateway;
  const { publicId = '' } = (await storage.applications.findByKey('phoenix')) ?? {};

  await Promise.all([
    load({ ...file, conversations: numbered(1, 2) }, { overwrite: true }),
    storage.applications.remove(publicId),
  ]);

  const { body } = await chatbots.logInAs('phoenix');
  expect(body['app_data']).toMatchObject({ conversations: numbered(1, 2) });
  expect(
    await storage.resources.find(resourceTypeNamed('Conversation'), [`${publicId}/1`, `${publicId}/2`]),
  ).toEqual([]);
});

test('a file that disables an application ends its sessions, but never disables the platform’s own', async () => {
  const { token } = await chatbots.register('locked');
  const { email } = PLATFORM;
  const disabled = { disable_application: true };

  await load(fileOf('locked', disabled), { overwrite: true });
  const refused = load(fileOf(PLATFORM.name, { email, ...disabled }), { overwrite: true });

  await expect(refused).rejects.toMatchObject({ reason: 'PLATFORM_KEPT' });
  expect((await chatbots.rest('PUT', PATH, { token, body: { country: 'CM' } })).status).toBe(401);
  const question = '{ application { name } }';
  expect((await chatbots.graphql(question, {}, token)).errors).not.toEqual([]);
  await load(fileOf('locked'), { overwrite: true });
  expect((await chatbots.graphql(question, {}, token)).errors).not.toEqual([]);
  expect((await chatbots.logInAs(PLATFORM.name, PLATFORM.password)).status).toBe(200);
});

test.each([1.5, 0, -3, 1e300, 1_000_000_000_000_001])(
  'a number %p is refused, and nothing is imported',
  async (number) => {
    const file = fileOf('odd', { conversations: numbered(1, number) });

    await expect(load(file)).rejects.toMatchObject({
      reason: 'INVALID_INPUT',
      message: expect.stringContaining('public_id') as string,
    });
    expect((await chatbots.logInAs('odd')).status).toBe(401);
  },
);

test('a number above the largest is not assigned, in an import and later', async () => {
  const last = { public_id: 1_000_000_000_000_000 };
  await load(fileOf('full', { conversations: [last] }));
  const { token } = (await chatbots.logInAs('full')).body;
  const create = (list: string) =>
    chatbots.graphql(
      `mutation { create${list}(input: {}) { ${list.toLowerCase()} { number } userErrors { code message } } }`,
      {},
      String(token),
    );

  const [conversation, field] = [await create('Conversation'), await create('Field')];

  expect(conversation.errors).toMatchObject([{ extensions: { code: 'CONFLICT' } }]);
  expect(field.data).toEqual({ createField: { number: 1 } });
  const file = fileOf('fuller', { conversations: [last, {}] });
  await expect(load(file)).rejects.toMatchObject({ reason: 'INVALID_INPUT' });
});
