import mongoose from 'mongoose';
import { PATH, type Registered, startWithApplications, type ChatbotServer } from '../../support/applications';
import { LOOKED_INTO } from '../../support/recorded-commands';

let chatbots: ChatbotServer;
const commands: string[] = [];

beforeAll(async () => {
  chatbots = await startWithApplications();
  mongoose.set('debug', (collection: string, method: string) => {
    if (!LOOKED_INTO.has(collection)) commands.push(`${collection}.${method}`);
  });
});

afterAll(async () => {
  mongoose.set('debug', false);
  await chatbots.server.close();
});

const ids = { Conversation: '', Field: '' };

async function fill(application: Registered, fields: number, intents: number): Promise<void> {
  const { execute } = chatbots;
  for (let i = 0; i < fields; i++) {
    const { field } = await execute(
      'mutation { field: createField(input: { name: "f" }) { field { id } userErrors { code message } } }',
      {},
      application.token,
    );
    ids.Field = (field as unknown as { id: string }).id;
    const inputs = Array.from({ length: intents }, (_, number) => ({ intentName: `i${String(number)}` }));
    const create =
      'mutation ($id: ID!, $inputs: [IntentInput!]!) { createIntents(fieldId: $id, inputs: $inputs) { results { code message } userErrors { code message } } }';
    await execute(create, { id: ids.Field, inputs }, application.token);
  }
  const { conversation } = await execute(
    'mutation { conversation: createConversation(input: { userName: "u" }) { conversation { id } userErrors { code message } } }',
    {},
    application.token,
  );
  ids.Conversation = (conversation as unknown as { id: string }).id;
  await append(application, 2);
}

async function append({ token }: Registered, amount: number): Promise<void> {
  const mutation =
    'mutation ($id: ID!) { createConversationRequest(conversationId: $id, input: { intentName: "GREET" }) { conversationRequest { number } userErrors { code message } } }';
  for (let i = 0; i < amount; i++) await chatbots.execute(mutation, { id: ids.Conversation }, token);
}

const ALL_FLAGS = `${PATH}?limit=1000&conversations&fields&compilers&connectors`;

test('the number of commands for a list with all its parts does not depend on the number of applications and fields', async () => {
  await fill(await chatbots.register('First'), 1, 3);
  commands.length = 0;
  await chatbots.rest('GET', ALL_FLAGS, { token: chatbots.platform });
  const few = commands.toSorted();

  for (const name of ['Second', 'Third', 'Fourth', 'Fifth'])
    await fill(await chatbots.register(name), 3, 110);
  commands.length = 0;
  const { body, headers } = await chatbots.rest('GET', ALL_FLAGS, { token: chatbots.platform });

  expect(commands.toSorted()).toEqual(few);
  const { applications } = body as unknown as {
    applications: { name: string; fields: { intents: object[] }[] }[];
  };
  expect(applications.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['First', 'Second', 'Third', 'Fourth', 'Fifth']),
  );
  expect(
    applications.find(({ name }) => name === 'Third')?.fields.map(({ intents }) => intents.length),
  ).toEqual(Array.from({ length: 3 }, () => 100));
  // A field has 110 intents, of which the newest 100 are shown.
  expect(headers.get('x-truncated')).toBe('intents');
});

test('the newest intents are those that were created last, oldest first, even if many were deleted since', async () => {
  const application = await chatbots.register('Sparse');
  await fill(application, 1, 900);
  const pages =
    'query ($id: ID!) { field(id: $id) { intentCount intents(first: 100, page: 9) { nodes { id intentName } pageInfo { hasNextPage } } newestIntents(last: 3) { intentName } } }';
  interface Page {
    field: {
      intentCount: number;
      intents: { nodes: { id: string; intentName: string }[]; pageInfo: object };
      newestIntents: object[];
    };
  }
  const read = async () =>
    (await chatbots.execute(pages, { id: ids.Field }, application.token)) as unknown as Page;

  const before = await read();
  const all =
    'query ($id: ID!, $page: Int!) { field(id: $id) { intents(first: 100, page: $page) { nodes { id } } } }';
  const deletedIds: string[] = [];
  for (let page = 2; page <= 9; page++) {
    const { field } = (await chatbots.execute(
      all,
      { id: ids.Field, page },
      application.token,
    )) as unknown as Page;
    deletedIds.push(...field.intents.nodes.map(({ id }) => id));
  }
  await chatbots.execute(
    'mutation ($ids: [ID!]!) { deleteIntents(ids: $ids) { results { code } userErrors { code message } } }',
    { ids: deletedIds },
    application.token,
  );
  const after = await read();

  expect(before.field.intents.nodes[0]?.intentName).toBe('i800');
  expect(before.field.intents.pageInfo).toEqual({ hasNextPage: false });
  expect(before.field.newestIntents).toEqual([
    { intentName: 'i897' },
    { intentName: 'i898' },
    { intentName: 'i899' },
  ]);
  expect(after.field).toEqual({
    intentCount: 100,
    intents: { nodes: [], pageInfo: { hasNextPage: false } },
    newestIntents: [{ intentName: 'i97' }, { intentName: 'i98' }, { intentName: 'i99' }],
  });
});

test('a list is filtered, counted and paged by cursors', async () => {
  const application = await chatbots.register('Filtered');
  await fill(application, 1, 0);
  const inputs = ['wo', 'sw', 'wo', 'fr', 'wo'].map((language, i) => ({
    intentName: `i${String(i)}`,
    language,
  }));
  await chatbots.execute(
    'mutation ($id: ID!, $inputs: [IntentInput!]!) { createIntents(fieldId: $id, inputs: $inputs) { results { code message } userErrors { code message } } }',
    { id: ids.Field, inputs },
    application.token,
  );
  const query =
    'query ($id: ID!, $after: String) { field(id: $id) { intents(first: 2, after: $after, filter: { language: "wo" }) { totalCount nodes { intentName } pageInfo { hasNextPage endCursor } } } }';
  interface Found {
    field: {
      intents: { totalCount: number; nodes: object[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
    };
  }

  const first = ((await chatbots.execute(query, { id: ids.Field }, application.token)) as unknown as Found)
    .field.intents;
  const after = first.pageInfo.endCursor;
  const second = (
    (await chatbots.execute(query, { id: ids.Field, after }, application.token)) as unknown as Found
  ).field.intents;

  expect(first).toMatchObject({
    totalCount: 3,
    nodes: [{ intentName: 'i0' }, { intentName: 'i2' }],
    pageInfo: { hasNextPage: true },
  });
  expect(second).toMatchObject({
    totalCount: 3,
    nodes: [{ intentName: 'i4' }],
    pageInfo: { hasNextPage: false },
  });
});

test('a list is filtered by text in any Unicode form', async () => {
  const application = await chatbots.register('Composed');
  await fill(application, 1, 0);
  await chatbots.execute(
    'mutation ($id: ID!) { createIntents(fieldId: $id, inputs: [{ intentName: "\u00e9" }]) { results { code } userErrors { code message } } }',
    { id: ids.Field },
    application.token,
  );

  const response = await chatbots.execute(
    'query ($id: ID!) { field(id: $id) { intents(filter: { intentName: "e\u0301" }) { totalCount } } }',
    { id: ids.Field },
    application.token,
  );

  expect(response).toEqual({ field: { intents: { totalCount: 1 } } });
});

test('appending a request takes three commands, regardless of the length of the conversation', async () => {
  const application = await chatbots.register('Talkative');
  await fill(application, 0, 0);
  commands.length = 0;
  await append(application, 1);
  const first = commands.filter((command) => !command.startsWith('sessions.'));
  await append(application, 30);
  commands.length = 0;
  await append(application, 1);

  expect(first).toEqual([
    'usages.bulkWrite',
    'conversations.findOneAndUpdate',
    'conversationRequests.insertMany',
  ]);
  expect(commands.filter((command) => !command.startsWith('sessions.'))).toEqual(first);
});

test('a bulk write returns a result for each object and stores the valid ones', async () => {
  const application = await chatbots.register('Bulky');
  await fill(application, 1, 0);
  const create =
    'mutation ($id: ID!, $inputs: [TemplateInput!]!) { createTemplates(fieldId: $id, inputs: $inputs) { results { code message template { templateName externalFieldId publicId } } userErrors { code message } } }';
  const deep = JSON.parse('{"a":'.repeat(40) + '1' + '}'.repeat(40)) as object;
  const inputs = [
    { templateName: 'a', templateParams: { x: [1] } },
    { templateName: 'b', templateParams: deep },
    { templateName: 'c' },
  ];

  const { createTemplates } = await chatbots.execute(create, { id: ids.Field, inputs }, application.token);
  const tooMany = await chatbots.graphql(
    create,
    { id: ids.Field, inputs: Array.from({ length: 1001 }, () => ({})) },
    application.token,
  );

  expect(createTemplates).toMatchObject([
    { code: null, template: { templateName: 'a', externalFieldId: '1' } },
    { code: 'INVALID_INPUT', template: null, message: expect.stringContaining('templateParams') as string },
    { code: null, template: { templateName: 'c' } },
  ]);
  expect(tooMany.errors[0]?.extensions).toEqual({ code: 'INVALID_INPUT' });
});

test('a large operation is read for accounts alone', async () => {
  const application = await chatbots.register('Large');
  await fill(application, 1, 0);
  const query =
    'mutation ($id: ID!, $inputs: [CorpusInput!]!) { a: createCorpus(fieldId: $id, input: $inputs) { corpus { corpusName } userErrors { code message } } }';
  const body = {
    query: query.replace('[CorpusInput!]!', 'CorpusInput!'),
    variables: { id: ids.Field, inputs: { corpusName: 'c' } },
    extensions: { filler: 'x'.repeat(2_000_000) },
  };

  const asOwner = await chatbots.rest('POST', '/graphql', { token: application.token, body });
  const asNobody = await chatbots.rest('POST', '/graphql', { body });

  expect(asOwner.body).toMatchObject({ data: { a: { corpus: { corpusName: 'c' } } } });
  expect(asNobody.status).toBe(413);
});

test('fields of implausible types accept a string, a number or a boolean and return it', async () => {
  const application = await chatbots.register('Loose');
  const create =
    'mutation ($input: FieldInput!) { createField(input: $input) { field { active country description logo } userErrors { code message } } }';

  for (const value of ['true', 7, 0.5, false]) {
    const input = { active: value, country: value, description: value, logo: value };
    const { createField } = await chatbots.execute(create, { input }, application.token);
    expect(createField).toEqual(input);
  }
  const { body } = await chatbots.rest('POST', '/graphql', {
    token: application.token,
    body: { query: create, variables: { input: { country: [1] } } },
  });
  expect(body['errors']).toBeDefined();
});

test('a compiler is refused where compilation is disabled, and the parts of a field are deleted with it', async () => {
  const application = await chatbots.register('Compiler', { disable_compilation: true });
  await fill(application, 1, 2);
  const refused = await chatbots.graphql(
    'mutation { createFieldsCompiler(input: { url: "x" }) { fieldsCompiler { id } userErrors { code message } } }',
    {},
    application.token,
  );
  await chatbots.execute(
    'mutation ($id: ID!) { deleteField(id: $id) { field { name } userErrors { code message } } }',
    { id: ids.Field },
    application.token,
  );

  expect(refused.errors[0]?.extensions).toEqual({ code: 'COMPILATION_DISABLED' });
  const { application: remaining } = await chatbots.execute(
    '{ application { fieldCount fields { totalCount } conversationCount } }',
    {},
    application.token,
  );
  expect(remaining).toEqual({ fieldCount: 0, fields: { totalCount: 0 }, conversationCount: 1 });
});
