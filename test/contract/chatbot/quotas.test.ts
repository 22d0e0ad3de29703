import { applicationFrom } from '../../../src/formats/chatbot/application-folder';
import {
  PASSWORD,
  PATH,
  type Registered,
  startWithApplications,
  type ChatbotServer,
} from '../../support/applications';

const MAX_OBJECTS = 20;
const MIB = 1024 * 1024;

let chatbots: ChatbotServer;

beforeAll(async () => {
  chatbots = await startWithApplications({
    APPLICATION_MAX_OBJECTS: String(MAX_OBJECTS),
    APPLICATION_MAX_MIB: '1',
    OPEN_REGISTRATION: 'true',
    OPEN_APPLICATION_MAX_OBJECTS: '2',
    OPEN_APPLICATION_MAX_MIB: '1',
  });
});
afterAll(() => chatbots.server.close());

interface Usage {
  readonly objects: number;
  readonly bytes: number;
  readonly maxObjects: number;
  readonly maxBytes: number;
}

async function usageOf({ token }: Pick<Registered, 'token'>): Promise<Usage> {
  const query = '{ application { usage { objects bytes maxObjects maxBytes } } }';
  return ((await chatbots.execute(query, {}, token))['application'] as unknown as { usage: Usage }).usage;
}

async function made(mutation: string, variables: object, { token }: Pick<Registered, 'token'>) {
  return (await chatbots.execute(mutation, variables, token))['made'] as unknown as { id: string };
}

const CREATE_FIELD =
  'mutation ($name: String) { made: createField(input: { name: $name }) { field { id } userErrors { code message } } }';
const CREATE_INTENTS =
  'mutation ($id: ID!, $inputs: [IntentInput!]!) { made: createIntents(fieldId: $id, inputs: $inputs) { results { code item: intent { id } } userErrors { code message } } }';
const intents = (amount: number, utterance = '') =>
  Array.from({ length: amount }, (_, i) => ({ intentName: `i${i}`, intentUtterances: { en: utterance } }));

test('stored data of an application are counted, and deletion reduces the count', async () => {
  const application = await chatbots.register('Counted');
  const before = await usageOf(application);
  const { id } = await made(CREATE_FIELD, { name: 'f' }, application);
  await made(CREATE_INTENTS, { id, inputs: intents(5, 'x'.repeat(1000)) }, application);
  const filled = await usageOf(application);
  await made(
    'mutation ($id: ID!, $name: String) { made: updateField(id: $id, input: { name: $name }) { field { id } userErrors { code message } } }',
    { id, name: 'f'.repeat(1001) },
    application,
  );
  const renamed = await usageOf(application);
  await made(
    'mutation ($id: ID!) { made: deleteField(id: $id) { field { id } userErrors { code message } } }',
    { id },
    application,
  );

  expect(before).toMatchObject({ objects: 0, maxObjects: MAX_OBJECTS, maxBytes: MIB });
  expect(filled.objects).toBe(6);
  // Each counts as 512 bytes and its texts.
  expect(filled.bytes - before.bytes).toBeGreaterThan(6 * 512 + 5000);
  expect(filled.bytes - before.bytes).toBeLessThan(6 * 512 + 6000);
  expect(renamed.bytes - filled.bytes).toBe(1000);
  expect(await usageOf(application)).toEqual(before);
});

test('a write beyond the quota is refused as a whole, and the message states the number of objects', async () => {
  const application = await chatbots.register('Many');
  const { id } = await made(CREATE_FIELD, { name: 'f' }, application);
  await made(CREATE_INTENTS, { id, inputs: intents(10) }, application);

  const refused = await chatbots.graphql(CREATE_INTENTS, { id, inputs: intents(10) }, application.token);
  expect(refused.errors).toMatchObject([{ extensions: { code: 'QUOTA_EXCEEDED' } }]);
  expect(refused.errors[0]?.message).toContain('11 of at most 20 objects');
  expect((await usageOf(application)).objects).toBe(11);
  await made(CREATE_INTENTS, { id, inputs: intents(9) }, application);
  expect((await usageOf(application)).objects).toBe(MAX_OBJECTS);
});

test('new or longer objects beyond the quota of bytes are refused, also in the application itself; shorter objects are accepted', async () => {
  const application = await chatbots.register('Long');
  const { id } = await made(CREATE_FIELD, { name: 'f' }, application);
  await made(CREATE_INTENTS, { id, inputs: intents(4, 'x'.repeat(200_000)) }, application);
  const update = (name: string) =>
    chatbots.graphql(
      'mutation ($id: ID!, $input: FieldInput!) { updateField(id: $id, input: $input) { field { id } userErrors { code message } } }',
      { id, input: { name, author: name, company: name } },
      application.token,
    );
  const code = { extensions: { code: 'QUOTA_EXCEEDED' } };

  const inputs = intents(2, 'x'.repeat(200_000));
  expect(await chatbots.graphql(CREATE_INTENTS, { id, inputs }, application.token)).toMatchObject({
    errors: [code],
  });
  expect(await update('x'.repeat(100_000))).toMatchObject({ errors: [code] });
  const { token } = application;
  const description = 'x'.repeat(100_000);
  const body = { description, company: description, country: description, maintainer: description };
  const put = await chatbots.rest('PUT', PATH, { token, body });
  expect(put.status).toBe(413);
  expect(put.body).toMatchObject({ code: 'QUOTA_EXCEEDED' });
  expect(put.body['message']).toMatch(/\d+ of at most 1048576 bytes/);
  expect((await update('x')).errors).toEqual([]);
});

test('simultaneous writers do not exceed it together', async () => {
  const application = await chatbots.register('Together');
  const { id } = await made(CREATE_FIELD, { name: 'f' }, application);

  const responses = await Promise.all(
    Array.from({ length: 12 }, () =>
      chatbots.graphql(CREATE_INTENTS, { id, inputs: intents(2) }, application.token),
    ),
  );

  const stored = responses.filter(({ errors }) => errors.length === 0);
  expect(stored).toHaveLength(9);
  expect((await usageOf(application)).objects).toBe(19);
});

test('one full application does not affect another', async () => {
  const [full, free] = [await chatbots.register('Full'), await chatbots.register('Free')];
  const fill = (token: string) => chatbots.graphql(CREATE_FIELD, { name: 'f' }, token);
  for (let i = 0; i < MAX_OBJECTS; i++) await fill(full.token);

  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, i) => fill(i % 2 === 0 ? full.token : free.token)),
  );

  expect(responses.map(({ errors }) => errors.length)).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1, 0]);
});

test('an import counts towards the quota, and so do the objects that it replaces', async () => {
  const load = (amount: number) => {
    const conversations = Array.from({ length: amount }, (_, i) => ({ public_id: i + 1 }));
    const file = { name: 'Loaded', email: 'loaded@example.org', password: PASSWORD, conversations };
    const rules = { overwrite: true, dryRun: false };
    return chatbots.server.gateway.applicationImports.importApplication(applicationFrom(file, 'f'), rules);
  };

  await load(MAX_OBJECTS);
  await expect(load(MAX_OBJECTS + 1)).rejects.toMatchObject({ reason: 'QUOTA_EXCEEDED' });
  await load(3);

  const token = String((await chatbots.logInAs('Loaded')).body['token']);
  expect(await usageOf({ token })).toMatchObject({ objects: 3 });
});

test('an application that was registered without an account has a separate quota', async () => {
  const body = { name: 'Stranger', email: 'stranger@example.org', password: PASSWORD };
  expect((await chatbots.rest('POST', PATH, { body })).status).toBe(201);
  const token = String((await chatbots.logInAs('Stranger')).body['token']);
  for (let i = 0; i < 2; i++) await made(CREATE_FIELD, { name: 'f' }, { token });

  expect(await chatbots.graphql(CREATE_FIELD, { name: 'f' }, token)).toMatchObject({
    errors: [{ extensions: { code: 'QUOTA_EXCEEDED' } }],
  });
  expect(await usageOf({ token })).toMatchObject({ objects: 2, maxObjects: 2 });
});

test('an object has at most a megabyte', async () => {
  const { token } = await chatbots.register('One large');
  const text = 'é'.repeat(100_000);
  const input = { author: text, company: text, maintainer: text, name: text, version: text, logo: text };

  const response = await chatbots.graphql(
    'mutation ($input: FieldInput!) { createField(input: $input) { field { id } userErrors { code message } } }',
    { input },
    token,
  );

  expect(response).toMatchObject({ errors: [{ extensions: { code: 'TOO_LARGE' } }] });
});

const QUOTA = `mutation ($id: ID!, $maxObjects: Int, $maxMiB: Int) {
  made: updateApplicationQuota(publicId: $id, maxObjects: $maxObjects, maxMiB: $maxMiB) { application {
    usage { maxObjects maxBytes }
  } userErrors { code message } }
}`;

test('the platform or an admin sets a quota of one application, and resets it', async () => {
  const application = await chatbots.register('Raised');
  const other = await chatbots.register('Not raised');
  const { id } = await made(CREATE_FIELD, { name: 'f' }, application);
  const give = (quota: object, token = chatbots.admin) =>
    chatbots.execute(QUOTA, { id: application.publicId, ...quota }, token);

  expect(await give({ maxObjects: 25 })).toEqual({
    made: { usage: { maxObjects: 25, maxBytes: MIB } },
  });
  await made(CREATE_INTENTS, { id, inputs: intents(24) }, application);
  const refused = await chatbots.graphql(CREATE_INTENTS, { id, inputs: intents(1) }, application.token);
  expect(refused.errors[0]?.message).toContain('25 of at most 25 objects');
  await give({ maxObjects: 25, maxMiB: 2 }, chatbots.platform);
  await made(
    'mutation ($id: ID!, $name: String) { made: updateField(id: $id, input: { name: $name }) { field { id } userErrors { code message } } }',
    { id, name: 'g' },
    application,
  );

  expect(await usageOf(application)).toMatchObject({ objects: 25, maxObjects: 25, maxBytes: 2 * MIB });
  expect(await usageOf(other)).toMatchObject({ maxObjects: MAX_OBJECTS, maxBytes: MIB });
  expect(await give({})).toEqual({ made: { usage: { maxObjects: MAX_OBJECTS, maxBytes: MIB } } });
});

test('an application cannot set its own quota; quotas of missing objects and invalid quotas are refused', async () => {
  const { token, publicId } = await chatbots.register('Greedy');
  const codeOf = async (variables: object, sender: string) =>
    (await chatbots.graphql(QUOTA, variables, sender)).errors[0]?.extensions['code'];

  expect(await codeOf({ id: publicId, maxObjects: 1000 }, token)).toBe('FORBIDDEN');
  expect(await codeOf({ id: 'nobody', maxObjects: 1000 }, chatbots.admin)).toBe('NOT_FOUND');
  expect(await codeOf({ id: publicId, maxObjects: 0 }, chatbots.admin)).toBe('INVALID_INPUT');
  expect(await codeOf({ id: publicId, maxMiB: 2_000_000_000 }, chatbots.admin)).toBe('INVALID_INPUT');
});

test('the audit log contains the quota that was set', async () => {
  const { publicId } = await chatbots.register('Logged');
  await chatbots.execute(QUOTA, { id: publicId, maxObjects: 30, maxMiB: 3 }, chatbots.admin);
  const { auditLog } = await chatbots.execute(
    '{ auditLog(last: 1) { nodes { action target outcome } } }',
    {},
    chatbots.admin,
  );

  expect(auditLog).toEqual({
    nodes: [
      {
        action: 'UPDATE_APPLICATION_QUOTA',
        target: `publicId=${publicId} maxObjects=30 maxMiB=3`,
        outcome: 'DONE',
      },
    ],
  });
});
