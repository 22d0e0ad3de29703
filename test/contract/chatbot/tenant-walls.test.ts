import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  isInputObjectType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { ACCESS } from '../../../src/graphql/access/access-table';
import { globalId } from '../../../src/graphql/node/global-id';
import { buildSchema } from '../../../src/graphql/schema';
import { PATH, type Registered, startWithApplications, type ChatbotServer } from '../../support/applications';
import { MAKE, MAKE_INNER } from './one-of-each';

/** Objects of one application, by the name of their type, and what names none. */
type Ids = Readonly<Record<string, string>>;

let chatbots: ChatbotServer;
let owner: Registered;
let otherTenant: Registered;
let foreign: Ids;
let missing: Ids;
/** What the victim has before the others try. */
let before: unknown;

beforeAll(async () => {
  chatbots = await startWithApplications();
  owner = await chatbots.register('Victim', { connectors: { telephony: { key: 'secret-of-the-victim' } } });
  otherTenant = await chatbots.register('Stranger');
  foreign = { Application: owner.publicId, ...(await made()) };
  const deletedApplication = await chatbots.register('Gone');
  const nobody = deletedApplication.publicId;
  missing = Object.fromEntries(Object.entries(foreign).map(([name, id]) => [name, elsewhere(id, nobody)]));
  await chatbots.rest('DELETE', PATH, { token: deletedApplication.token });
  before = await everything();
});

afterAll(() => chatbots.server.close());

async function made(): Promise<Ids> {
  const outer = await chatbots.execute(MAKE, {}, owner.token);
  const ids = idsIn(outer);
  const inner = { conversation: ids['Conversation'], field: ids['Field'] };
  return { ...ids, ...idsIn(await chatbots.execute(MAKE_INNER, inner, owner.token)) };
}

function idsIn(data: Readonly<Record<string, { readonly id: string }>>): Ids {
  return Object.fromEntries(Object.entries(data).map(([name, { id }]) => [name, id]));
}

/** The identifier of the object that another application would have in the place of this one. */
function elsewhere(id: string, application: string): string {
  if (id === owner.publicId) return application;
  const text = Buffer.from(id, 'base64url').toString('utf8').replace(owner.publicId, application);
  return Buffer.from(text, 'utf8').toString('base64url');
}

interface Operation {
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  readonly field: GraphQLField<unknown, unknown>;
}

/** Every operation of the schema by which an owner can name an object. */
const OPERATIONS: readonly Operation[] = (['Query', 'Mutation'] as const).flatMap((root) => {
  const type = buildSchema().getType(root);
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  return (
    fields
      .filter(({ name, args }) => ACCESS[`${root}.${name}`] === 'owner' && args.some(namesObject))
      // It names a dictionary: what belongs to an application lies in its input.
      .filter(({ name }) => name !== 'reportMissingWord')
      .map((field) => ({ name: field.name, kind: root === 'Query' ? 'query' : 'mutation', field }) as const)
  );
});

function namesObject({ name }: Pick<GraphQLArgument, 'name'>): boolean {
  return /^(id|ids|publicId|applicationId|application|fieldId|conversationId)$/.test(name);
}

function namedBy(argument: string, { field }: Operation): string {
  if (/^(publicId|applicationId|application)$/.test(argument)) return 'Application';
  if (argument === 'fieldId') return 'Field';
  if (argument === 'conversationId') return 'Conversation';
  return resultOf(field).name.replace(/Result$/, '');
}

/** The type of what an operation gives; that of a mutation lies in its payload. */
function resultOf({ type }: Operation['field']) {
  const named = getNamedType(type);
  const [result] =
    isObjectType(named) && 'userErrors' in named.getFields() ? Object.values(named.getFields()) : [];
  return result ? getNamedType(result.type) : named;
}

/** How an object is named: by its global identifier, or an application by its public one. */
const IDENTIFIERS = ['id', 'publicId'] as const;
type Identifier = (typeof IDENTIFIERS)[number];

/** The arguments for one way of naming an object; the others for it are left out. */
function argumentsFor(way: Identifier, { field: { args } }: Operation): readonly GraphQLArgument[] {
  const has = (name: string) => args.some((argument) => argument.name === name);
  const omitted =
    way === 'id'
      ? ['publicId', 'application', ...(has('id') ? ['number'] : [])]
      : [has('publicId') ? 'id' : '', has('application') ? 'applicationId' : ''];
  return args.filter(({ name }) => !omitted.includes(name));
}

function valueOf(argument: string, operation: Operation, ids: Ids): string | undefined {
  const type = namedBy(argument, operation).replace('DeletedApplication', 'Application');
  const isGlobal = argument !== 'publicId' && argument !== 'application';
  const id = ids[type];
  return type === 'Application' && isGlobal ? globalId('Application', id ?? '') : id;
}

/** Runs an operation with the identifiers of a kind of object, and values of no importance for all else. */
function attempt(operation: Operation, ids: Ids, { token, way = 'id' }: { token: string; way?: Identifier }) {
  const { kind, name } = operation;
  const args = argumentsFor(way, operation);
  const variables = Object.fromEntries(
    args.map((argument) => {
      if (!namesObject(argument)) return [argument.name, aValue(argument)];
      const id = valueOf(argument.name, operation, ids);
      return [argument.name, argument.name === 'ids' ? [id] : id];
    }),
  );
  const declared = args.map((argument) => `$${argument.name}: ${String(argument.type)}`).join(', ');
  const passed = args.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  return chatbots.graphql(
    `${kind} (${declared}) { ${name}(${passed}) { __typename ${selectionOf(operation)} } }`,
    variables,
    token,
  );
}

/** A value of no importance: an input with what it must have, a text where one is needed. */
function aValue({ name, type }: Pick<GraphQLArgument, 'name' | 'type'>): unknown {
  const named = getNamedType(type);
  if (named.name.endsWith('Int')) return 1;
  if (name === 'language') return 'sw';
  if (!isInputObjectType(named)) return isNonNullType(type) ? 'text' : null;
  const needed = Object.values(named.getFields()).filter((field) => isNonNullType(field.type));
  const input = Object.fromEntries(needed.map((field) => [field.name, aValue(field)]));
  return String(type).startsWith('[') ? [input] : input;
}

function selectionOf({ kind, field }: Operation): string {
  if (kind === 'query') return '';
  const type = resultOf(field);
  const names = isObjectType(type) ? Object.keys(type.getFields()) : [];
  const [object = ''] = names.filter((name) => /^(entity|intent|template)$/.test(name));
  const isBulk = names.includes('index');
  return `${isBulk ? `results { item: ${object} { id } code }` : ''} userErrors { code message }`;
}

test('the schema has operations on every kind of object', () => {
  expect(OPERATIONS.length).toBeGreaterThanOrEqual(4 * 9 + 6 + 3);
});

test.each(OPERATIONS.flatMap((operation) => IDENTIFIERS.map((way) => ({ ...operation, way }))))(
  '$kind $name with a foreign $way answers as if there were no such object',
  async ({ way, ...operation }) => {
    const onForeign = await attempt(operation, foreign, { token: otherTenant.token, way });
    const onMissing = await attempt(operation, missing, { token: otherTenant.token, way });

    expect(onForeign).toEqual(onMissing);
    expect(JSON.stringify(onForeign.data)).not.toContain(owner.publicId);
    const [value] = Object.values(onForeign.data);
    if (Array.isArray(value)) expect(value).toMatchObject([{ item: null, code: 'NOT_FOUND' }]);
    else if (operation.kind === 'mutation' || operation.name.startsWith('export'))
      expect(onForeign.errors[0]?.extensions).toEqual({ code: 'NOT_FOUND' });
    else expect(value).toBeNull();
  },
);

test('none of the refused requests has changed anything', async () => {
  // Once for all of them: to export an application costs more than all else here, and a refusal that was none shows above.
  expect(await everything()).toEqual(before);
});

test.each(['user', 'anonymous'] as const)('the role %s has no operation of its own', async (role) => {
  await chatbots.rest('POST', '/lexicon/users', {
    token: chatbots.admin,
    body: { user: { username: 'reader', password: 'a password of the reader' } },
  });
  const token = role === 'user' ? await chatbots.logIn('reader', 'a password of the reader') : '';

  for (const operation of OPERATIONS) {
    const { errors } = await attempt(operation, foreign, { token });
    expect(errors[0]?.extensions).toEqual({ code: role === 'user' ? 'FORBIDDEN' : 'UNAUTHENTICATED' });
  }
});

test.each(['application', 'platform', 'admin'] as const)('only the %s can read the object', async (role) => {
  const token = { application: owner.token, platform: chatbots.platform, admin: chatbots.admin }[role];

  for (const operation of OPERATIONS.filter(({ kind }) => kind === 'query')) {
    const { data, errors } = await attempt(operation, foreign, { token });
    expect(errors).toEqual([]);
    expect(data[operation.name]).not.toBeNull();
  }
});

test('node and nodes find nothing of another application', async () => {
  const ids = Object.entries(foreign)
    .filter(([name]) => name !== 'Application')
    .map(([, id]) => id);

  const { data } = await chatbots.graphql(
    'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    { ids },
    otherTenant.token,
  );

  expect(data).toEqual({ nodes: ids.map(() => null) });
});

test('over REST an application can reach only itself, and never learns about another', async () => {
  const list = await chatbots.rest('GET', `${PATH}?search=Victim`, { token: otherTenant.token });
  const renamed = await chatbots.rest('PUT', PATH, {
    token: otherTenant.token,
    body: { public_id: owner.publicId, description: 'mine' },
  });
  const out = (token: string) =>
    chatbots.rest('PUT', `${PATH}/login`, { token, body: { public_id: owner.publicId, token } });
  const exported = await chatbots.rest('GET', `/export/applications/${owner.publicId}`, {
    token: otherTenant.token,
  });
  const none = await chatbots.rest('GET', `/export/applications/${missing['Application']}`, {
    token: otherTenant.token,
  });

  expect(list.status).toBe(401);
  expect(renamed.body).toMatchObject({
    application: { public_id: otherTenant.publicId, description: 'mine' },
  });
  expect((await out(otherTenant.token)).body['message']).toBe(
    'Application can not logout now, incorrect application',
  );
  expect([exported.status, exported.body['message']]).toEqual([none.status, none.body['message']]);
  expect(exported.status).toBe(404);
});

test('an export leaves an entry in the audit log, and so does one that was refused', async () => {
  const path = `/export/applications/${owner.publicId}`;

  const { headers } = await chatbots.rest('GET', path, { token: owner.token });
  await chatbots.rest('GET', path, { token: otherTenant.token });

  const query =
    '{ auditLog(last: 2, filter: { action: EXPORT_APPLICATION }) { nodes { role accountPublicId target outcome } } }';
  const { auditLog } = (await chatbots.execute(query, {}, chatbots.admin)) as Record<
    string,
    { nodes: unknown }
  >;
  const entry = { role: 'APPLICATION', target: `publicId=${owner.publicId}` };
  expect(auditLog?.nodes).toEqual([
    { ...entry, accountPublicId: owner.publicId, outcome: 'DONE' },
    { ...entry, accountPublicId: otherTenant.publicId, outcome: 'NOT_FOUND' },
  ]);
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="application-${owner.publicId}.json"`,
  );
  expect(headers.get('cache-control')).toBe('no-store');
});

test('only the owner sees secrets; the platform sees connectors, an admin sees that they are set', async () => {
  const query = `query ($id: ID!) { application(publicId: $id) { connectors { telephony } conversations { nodes { appToken } } } }`;
  const visible = async (token: string) => {
    const { application } = (await chatbots.execute(query, { id: owner.publicId }, token)) as Record<
      string,
      unknown
    >;
    const { connectors, conversations } = application as {
      connectors: { telephony: object };
      conversations: { nodes: { appToken: string }[] };
    };
    return [connectors.telephony, conversations.nodes[0]?.appToken];
  };

  const secret = 'secret-of-the-victim';
  expect(await visible(owner.token)).toEqual([{ key: secret }, secret]);
  expect(await visible(chatbots.platform)).toEqual([{ key: secret }, '[redacted]']);
  expect(await visible(chatbots.admin)).toEqual([{ key: '[redacted]' }, '[redacted]']);
  const exported = await chatbots.rest('GET', `/export/applications/${owner.publicId}`, {
    token: owner.token,
  });
  expect(exported.text).not.toContain(secret);
  expect(exported.text).not.toMatch(/password|argon2/i);
});

/** What the victim has, as it itself sees it. */
async function everything(): Promise<unknown> {
  const { text } = await chatbots.rest('GET', `/export/applications/${owner.publicId}`, {
    token: owner.token,
  });
  return JSON.parse(text) as unknown;
}
