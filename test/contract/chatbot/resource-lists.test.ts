import type { Resource, ResourceKey } from '../../../src/domain/chatbot/resource/resource-record';
import {
  type ResourceTypeName,
  resourceTypeNamed,
} from '../../../src/domain/chatbot/resource/resource-types';
import { globalId } from '../../../src/graphql/node/global-id';
import { PATH, type Registered, startWithApplications, type ChatbotServer } from '../../support/applications';
import { ADMIN } from '../../support/viewers';

/** More than the 100 that the documented reads show. */
const COUNT = 105;

let chatbots: ChatbotServer;
let owner: Registered;
let other: Registered;
let field: number;
let fieldId: string;
let conversation: number;

beforeAll(async () => {
  chatbots = await startWithApplications();
  owner = await chatbots.register('Big');
  other = await chatbots.register('Other');
  const conversations = await createMany('Conversation', owner.publicId, 'userName', 'talk ');
  const fields = await createMany('Field', owner.publicId, 'name', 'field ');
  await createMany('FieldsCompiler', owner.publicId, 'url', 'https://example.org/');
  [conversation, field] = [conversations.number, fields.number];
  fieldId = globalId('Field', fields.key);
  await createMany('ConversationRequest', conversations.key, 'intentName', 'I');
  await createMany('Corpus', fields.key, 'corpusName', 'x');
  await createMany('Entity', fields.key, 'entityName', 'x');
  await createMany('Intent', fields.key, 'intentName', 'x');
  await createMany('FieldRequest', fields.key, 'requestName', 'x');
  await createMany('Template', fields.key, 'templateName', 'x');
});
afterAll(() => chatbots.server.close());

/** Fills a list, at once. @returns the first object */
async function createMany(
  type: ResourceTypeName,
  key: ResourceKey,
  member: string,
  prefix: string,
): Promise<Resource> {
  const inputs = Array.from({ length: COUNT }, (_, n) => ({ [member]: `${prefix}${String(n + 1)}` }));
  const { resourceWrites } = chatbots.server.gateway;
  const [first] = await resourceWrites.createMany(ADMIN, resourceTypeNamed(type), { owner: key, inputs });
  if (first === undefined || 'failure' in first) throw new Error(`no ${type} was made`);
  return first.object;
}

/** Path below the application, key of the body, and the member that tells the objects apart. */
const LISTS = [
  ['conversations', 'conversations', 'user_name', 'talk '],
  ['fields', 'fields', 'name', 'field '],
  ['compilers', 'fields_compiler', 'url', 'https://example.org/'],
  ['conversations/:conversation/requests', 'requests', 'intent_name', 'I'],
  ['fields/:field/corpus', 'corpus', 'corpus_name', 'x'],
  ['fields/:field/entities', 'entities', 'entity_name', 'x'],
  ['fields/:field/intents', 'intents', 'intent_name', 'x'],
  ['fields/:field/requests', 'requests', 'request_name', 'x'],
  ['fields/:field/templates', 'templates', 'template_name', 'x'],
] as const;

const pathOf = (path: string, application = owner.publicId) =>
  `${PATH}/${application}/${path.replace(':conversation', String(conversation)).replace(':field', String(field))}`;
const read = (path: string, token: string | undefined = owner.token) => chatbots.rest('GET', path, { token });

describe.each(LISTS)('%s', (path, key, member, prefix) => {
  const names = (body: Readonly<Record<string, unknown>>) =>
    (body[key] as Readonly<Record<string, unknown>>[]).map((item) => item[member]);
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => `${prefix}${String(from + n)}`);

  test('is read page by page, beyond the first hundred', async () => {
    const uri = `${pathOf(path)}?limit=50&page=3`;
    const { status, headers, body } = await read(uri);

    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([key, 'message', 'status', 'total', 'uri'].sort());
    expect(body).toMatchObject({ status: '200', total: COUNT, uri });
    expect(names(body)).toEqual(numbered(101, COUNT));
    expect(headers.get('x-total-count')).toBe(String(COUNT));
    expect(headers.get('link')).toBe(
      [
        `<${pathOf(path)}?limit=50&page=1>; rel="first"`,
        `<${pathOf(path)}?limit=50&page=2>; rel="prev"`,
        `<${pathOf(path)}?limit=50&page=3>; rel="last"`,
      ].join(', '),
    );
  });

  test('has ten items by default, and is sorted', async () => {
    expect(names((await read(pathOf(path))).body)).toEqual(numbered(1, 10));
    expect(names((await read(`${pathOf(path)}?sort=DESC&limit=2`)).body)).toEqual(
      numbered(COUNT - 1, COUNT).toReversed(),
    );
  });

  test('is empty past its end', async () => {
    const { status, body } = await read(`${pathOf(path)}?page=99`);

    expect([status, body[key], body['total']]).toEqual([200, [], COUNT]);
  });

  test('is available only to the application and the platform', async () => {
    const statuses = [];
    for (const token of [chatbots.platform, other.token, undefined, 'nonsense'])
      statuses.push((await chatbots.rest('GET', pathOf(path), { token })).status);

    expect(statuses).toEqual([200, 404, 401, 401]);
  });

  test('400 for an invalid limit', async () => {
    expect((await read(`${pathOf(path)}?limit=none`)).body['message']).toBe(
      'limit must be an integer of 1 or more',
    );
  });
});

test.each([
  ['an application', () => `${PATH}/none/conversations`, 'No application found'],
  ['a conversation', () => `${PATH}/${owner.publicId}/conversations/999/requests`, 'No conversation found'],
  ['a field', () => `${PATH}/${owner.publicId}/fields/999/intents`, 'No field found'],
])('404 without %s', async (_, uri, message) => {
  const { status, body } = await read(uri());

  expect([status, body['message'], body['status'], body['code']]).toEqual([404, message, '404', 'NOT_FOUND']);
});

test('400 for an invalid number', async () => {
  const { status, body } = await read(`${PATH}/${owner.publicId}/fields/first/intents`);

  expect([status, body['message']]).toEqual([400, 'field_id must be an integer']);
});

test('a page has no more conversations than an application shows', async () => {
  const { headers, body } = await read(`${pathOf('conversations')}?limit=101`);

  expect([headers.get('x-limit-applied'), (body['conversations'] as object[]).length]).toEqual(['100', 100]);
});

test('a header names the inner lists that have more than 100 items', async () => {
  const { headers } = await read(`${pathOf('conversations')}?limit=1`);

  expect(headers.get('x-truncated')).toBe('requests');
});

test.each([
  ['whose cursor belongs to another list', cursorOfUsers],
  ['whose cursor is none', () => Promise.resolve('none')],
])('a list %s fails without the others that are read with it', async (_, cursor) => {
  const { data, errors } = await chatbots.graphql(
    `query ($id: ID!, $wrong: String, $right: String) {
      first: field(id: $id) { intents(first: 1, after: $right) { nodes { intentName } } }
      wrong: field(id: $id) { entities(first: 1, after: $wrong) { nodes { entityName } } }
      last: field(id: $id) { templates(first: 1) { nodes { templateName } } }
    }`,
    { id: fieldId, wrong: await cursor(), right: await cursorOfIntents() },
    owner.token,
  );

  expect(data).toEqual({
    first: { intents: { nodes: [{ intentName: 'x2' }] } },
    wrong: null,
    last: { templates: { nodes: [{ templateName: 'x1' }] } },
  });
  expect(errors).toEqual([
    expect.objectContaining({
      path: ['wrong', 'entities'],
      extensions: expect.objectContaining({ code: 'INVALID_INPUT' }) as object,
    }),
  ]);
});

async function cursorOfIntents(): Promise<string> {
  const query = 'query ($id: ID!) { field(id: $id) { intents(first: 1) { pageInfo { endCursor } } } }';
  const read = await chatbots.execute(query, { id: fieldId }, owner.token);
  return ((read as Record<string, unknown>)['field'] as { intents: { pageInfo: { endCursor: string } } })
    .intents.pageInfo.endCursor;
}

async function cursorOfUsers(): Promise<string> {
  const query = '{ users(first: 1) { pageInfo { endCursor } } }';
  const read = await chatbots.execute(query, {}, chatbots.admin);
  return ((read as Record<string, unknown>)['users'] as { pageInfo: { endCursor: string } }).pageInfo
    .endCursor;
}
