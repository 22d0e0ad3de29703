import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, isNonNullType } from 'graphql';
import { type ChatbotServer, PASSWORD, startWithApplications } from '../../support/applications';
import { makeDictionaries, makeMedia } from './members';
import { minimalOperation } from './minimal-operation';
import {
  KEYS,
  type Key,
  type Role,
  USERS,
  EVERYONE,
  ALL,
  ADMINS,
  DICTIONARY_OWNERS,
  EDITORS,
  OWNERS,
  MAY,
  isAllowed,
} from './roles';

const ARTICLES = ['/lexicon/articles', '/lexicon/dictionaries/articles'];
const COMMENTS = ['/lexicon/comments', '/lexicon/dictionaries/comments'];
const METADATA = ['/lexicon/metadata', '/lexicon/dictionaries/metadata'];
const LOGIN = ['/lexicon/login', '/lexicon/core/login'];
const APPLICATIONS = ['/chatbot/core/applications'];

/** The same over REST, under every path of an operation. Each area takes its own tokens only. */
const ROUTES: readonly (readonly [
  id: string,
  method: string,
  starts: readonly string[],
  rest: string,
  may: readonly Role[],
])[] = [
  ['A1', 'POST', APPLICATIONS, '', ['platform']],
  ['A2', 'DELETE', APPLICATIONS, '', ['application', 'platform']],
  ['A3', 'GET', APPLICATIONS, '', ['platform']],
  ['A6', 'PUT', APPLICATIONS, '', ['application', 'platform']],
  ['B1', 'POST', ARTICLES, '/mine', EDITORS],
  ['B2', 'DELETE', ARTICLES, '/mine?article_id=987654', EDITORS],
  ['B3', 'DELETE', ARTICLES, '/mine/987654', EDITORS],
  ['B4', 'GET', ARTICLES, '?search=x', EVERYONE],
  ['B5', 'GET', ARTICLES, '/none?search=x', EVERYONE],
  ['B6', 'GET', ARTICLES, '', EVERYONE],
  ['B12', 'GET', ARTICLES, '/none', EVERYONE],
  ['B13', 'GET', ARTICLES, '/none/1', EVERYONE],
  ['B33', 'PUT', ARTICLES, '/mine/987654', EDITORS],
  ['B34', 'GET', COMMENTS, '/none', USERS],
  ['B35', 'GET', COMMENTS, '', USERS],
  ['B36', 'GET', COMMENTS, '/none/1', USERS],
  ['B36-post', 'POST', COMMENTS, '/none/1', USERS],
  ['B36-put', 'PUT', COMMENTS, '/none/1?public_id=x', USERS],
  ['B36-delete', 'DELETE', COMMENTS, '/none/1?public_id=x', USERS],
  ['B34-post', 'POST', COMMENTS, '/none', USERS],
  ['B34-put', 'PUT', COMMENTS, '/none?public_id=x', USERS],
  ['B34-delete', 'DELETE', COMMENTS, '/none?public_id=x', USERS],
  ['B35-post', 'POST', COMMENTS, '', USERS],
  ['B35-put', 'PUT', COMMENTS, '?public_id=x', USERS],
  ['B35-delete', 'DELETE', COMMENTS, '?public_id=x', USERS],
  ['B38', 'POST', METADATA, '', ADMINS],
  ['B39', 'GET', METADATA, '', USERS],
  ['B40', 'GET', METADATA, '/none', USERS],
  ['B40-put', 'PUT', METADATA, '/mine', DICTIONARY_OWNERS],
  ['B40-delete', 'DELETE', METADATA, '/none?confirm=none', ADMINS],
  ['B41', 'POST', ['/lexicon/users'], '', ADMINS],
  ['B42', 'GET', ['/lexicon/users'], '', ADMINS],
  ['B43', 'GET', ['/lexicon/users'], '/987654', ADMINS],
  ['B43-put', 'PUT', ['/lexicon/users'], '/987654', ADMINS],
  ['B43-delete', 'DELETE', ['/lexicon/users'], '/987654', ADMINS],
  ...['conversations', 'fields', 'compilers', 'conversations/1/requests']
    .concat(['corpus', 'entities', 'intents', 'requests', 'templates'].map((list) => `fields/1/${list}`))
    .map((list) => [list, 'GET', APPLICATIONS, `/none/${list}`, ['application', 'platform']] as const),
  ['export', 'GET', ['/export/applications'], '/none', OWNERS],
  ['export-field', 'GET', ['/export/applications'], '/none/fields/1.rasa', OWNERS],
  ['export-dictionary', 'GET', ['/export/dictionaries'], '/none.csv', EVERYONE],
  ['export-losses', 'GET', ['/export/dictionaries'], '/none.csv/losses', EVERYONE],
];

/** Logging in and out goes by names and passwords, or by a token in the body; every role may try. */
const OPEN_TO_ALL: readonly (readonly [method: string, path: string])[] = [
  ...LOGIN.flatMap(
    (path) =>
      [
        ['GET', path],
        ['POST', path],
      ] as const,
  ),
  ['GET', `${APPLICATIONS[0]!}/login`],
  ['PUT', `${APPLICATIONS[0]!}/login`],
  ['GET', '/offline/{}/manifest.json'],
  ['GET', '/offline/{}/changes'],
  ['GET', '/offline/{}/change-lines'],
  ['GET', '/chatbot/connectors/{}/{}'],
  ['POST', '/chatbot/connectors/{}/{}'],
];

/** Bodies without which a request is refused for its body before its sender's role in the dictionary is looked up. */
const BODIES: Readonly<Record<string, object>> = {
  B1: { article: { entry: 'x' } },
  B33: { article: { entry: 'x' } },
};

const REFUSALS: ReadonlySet<unknown> = new Set(['UNAUTHENTICATED', 'FORBIDDEN']);
const PROJECT = join(__dirname, '..', '..', '..');
const SCHEMA = buildSchema(readFileSync(join(PROJECT, 'schema', 'schema.graphql'), 'utf8'));

let server: ChatbotServer;
let tokens: Readonly<Record<Role, string | undefined>>;
/** What operations name, so that the members of a dictionary have something to do. */
let names: Readonly<Record<string, string>>;
let bots = 0;

beforeAll(async () => {
  server = await startWithApplications();
  const user = { username: 'reader', password: PASSWORD };
  await server.rest('POST', '/lexicon/users', { token: server.admin, body: { user } });
  names = await makeDictionaries(server);
  tokens = Object.fromEntries(
    await Promise.all(ALL.map(async (role) => [role, await tokenOf(role)])),
  ) as typeof tokens;
});
afterAll(() => server.server.close());

async function tokenOf(role: Role): Promise<string | undefined> {
  if (role === 'anonymous') return undefined;
  if (role === 'user') return server.logIn('reader', PASSWORD);
  if (role === 'admin') return server.logIn('Root', 'a password of the admin');
  if (role === 'application') return (await server.register(`Bot ${String(++bots)}`)).token;
  if (role in KEYS) return keyOf(KEYS[role as Key]);
  if (role !== 'platform') return server.logIn(`the ${role}`, PASSWORD);
  return String((await server.logInAs('The platform', 'a password of it')).body['token']);
}

async function keyOf(scope: string): Promise<string> {
  const made = `createApiKey(input: { name: "a program", scopes: [${scope}] }) { createdApiKey { token } userErrors { code } }`;
  const { data } = await server.graphql(
    `mutation { ${made} }`,
    {},
    await server.logIn('the owner', PASSWORD),
  );
  return (data['createApiKey'] as { readonly token: string }).token;
}

/** The arguments of an operation that name what exists: its dictionary, and what belongs to it. */
function namesFor(operation: string): Readonly<Record<string, unknown>> {
  if (operation === 'setCommentDisabled') return { publicId: names['publicId'], isDisabled: false };
  if (operation === 'withdrawProposal') return {};
  // A deleted dictionary would not be there for the other roles.
  if (operation === 'deleteDictionary') return {};
  const { dictionary, import: importId, proposal, media } = names;
  return { dictionary, import: importId, proposal, media };
}

const ROOTS = {
  query: SCHEMA.getQueryType(),
  mutation: SCHEMA.getMutationType(),
  subscription: SCHEMA.getSubscriptionType(),
};

const fieldsOf = (kind: keyof typeof ROOTS) => ROOTS[kind]?.getFields() ?? {};

test('every operation has an access rule', () => {
  const operations = [...Object.keys(fieldsOf('query')), ...Object.keys(fieldsOf('mutation'))];
  expect(Object.keys(MAY).sort()).toEqual(operations.sort());

  const { paths } = JSON.parse(readFileSync(join(PROJECT, 'schema', 'openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const template = (path: string) =>
    path.replace(/\?.*/, '').replace(/\/(none|mine|\d+|\{\w+\})(\.csv|\.rasa|\.\{\w+\})?/g, '/{}');
  const documented = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${template(path)}`),
  );
  const tried = ROUTES.flatMap(([, method, starts, rest]) =>
    starts.map((start) => `${method} ${template(start + rest)}`),
  );
  const open = OPEN_TO_ALL.map(([method, path]) => `${method} ${path}`);
  expect([...new Set([...tried, ...open])]).toEqual(expect.arrayContaining([...new Set(documented)]));
});

/** Fields that change what the others of their operation need, or fail as a whole: an operation has no other beside them. */
const isAlone = (kind: keyof typeof ROOTS, name: string) =>
  /^(logOut|deleteApplication|deleteMedia|logInApplication|refreshLogin)/.test(name) ||
  isNonNullType(fieldsOf(kind)[name]!.type);

/** All fields of a role in as few operations as there can be: most of what a field costs is the request. */
const OPERATIONS = (['query', 'mutation'] as const).flatMap((kind) => {
  const all = Object.keys(fieldsOf(kind));
  const alone = all.filter((name) => isAlone(kind, name));
  const together = all.filter((name) => !alone.includes(name));
  return [together, ...alone.map((name) => [name])].map((fields) => ({ kind, fields }));
});

/** Asks for fields of one operation. @returns the codes of their errors, by field */
async function codesOf(kind: 'query' | 'mutation', fields: readonly string[], role: Role) {
  const selections = fields.map((name) =>
    minimalOperation(kind, fieldsOf(kind)[name]!, namesFor(name)).replace(/^\w+ \{ (.*) \}$/, '$1'),
  );
  const { errors } = await server.graphql(`${kind} { ${selections.join(' ')} }`, {}, tokens[role]);
  const codes = errors.map(({ extensions }) => extensions['code']);
  expect(codes).not.toContain('GRAPHQL_VALIDATION_FAILED');
  const pathOf = (error: object) => (error as { readonly path?: readonly string[] }).path?.[0];
  return (name: string) => codes.filter((_, at) => [name, undefined].includes(pathOf(errors[at]!)));
}

test.each(ALL)('every operation, for %s', async (role) => {
  const refused: string[] = [];
  for (const { kind, fields } of OPERATIONS) {
    const codes = await codesOf(kind, fields, role);
    // It may be gone now.
    if (fields.includes('deleteMedia')) names = { ...names, media: await makeMedia(server) };
    if (/^(logOut|deleteApplication)/.test(fields[0]!) && !(role in KEYS))
      tokens = { ...tokens, [role]: await tokenOf(role) };
    refused.push(...fields.filter((name) => codes(name).some((code) => REFUSALS.has(code))));
  }

  const isRead = (name: string) => name in fieldsOf('query');
  const meant = Object.keys(MAY).filter((name) => !isAllowed(role, MAY[name]!, name, isRead(name)));
  // The first look at passwords and tokens themselves, and refuse wrong ones. Who is no member does not see that there is such a proposal.
  const beside = ['logInApplication', 'logOutApplication', 'refreshLogin'].concat(
    role === 'outsider' ? ['reviewProposal'] : [],
  );
  const compared = (list: readonly string[]) => list.filter((name) => !beside.includes(name)).sort();
  expect(compared(refused)).toEqual(compared(meant));
});

/** What streams tell whom. A stream that is not refused goes on: its head suffices. */
const MAY_FOLLOW: Readonly<Record<string, readonly Role[]>> = {
  articleChanged: EVERYONE,
  commentAdded: USERS,
  conversationRequestAdded: OWNERS,
};

test('every subscription has an access rule', () => {
  expect(Object.keys(MAY_FOLLOW).sort()).toEqual(Object.keys(fieldsOf('subscription')).sort());
});

describe.each(Object.entries(MAY_FOLLOW))('%s', (name, may) => {
  test.each(ALL)('for %s', async (role) => {
    // The object does not exist, so the response ends immediately.
    const query = minimalOperation('subscription', fieldsOf('subscription')[name]!);
    const token = tokens[role];
    const response = await fetch(`${server.server.url}/graphql?query=${encodeURIComponent(query)}`, {
      headers: { accept: 'text/event-stream', ...(token !== undefined && { 'x-access-token': token }) },
    });
    const [, data = ''] = /data: (.*)/.exec(await response.text()) ?? [];
    const { errors } = JSON.parse(data) as { errors: { extensions: { code: string } }[] };

    expect(errors.some(({ extensions }) => REFUSALS.has(extensions.code))).toBe(
      !isAllowed(role, may, name, true),
    );
  });
});

/** Who asks under the other paths of a route too: at least one whom it refuses, if it refuses any, and one whom it does not. */
const OF_OTHER_PATHS: readonly Role[] = ['anonymous', 'user', 'admin', 'owner', 'application'];

test.each(ALL)('every route, for %s', async (role) => {
  for (const [id, method, starts, rest, may] of ROUTES)
    for (const start of OF_OTHER_PATHS.includes(role) ? starts : starts.slice(0, 1)) {
      const body = ['POST', 'PUT'].includes(method) ? (BODIES[id] ?? {}) : undefined;
      const response = await server.rest(method, `${start}${rest}`, { token: tokens[role], body });

      const isExpected = isAllowed(role, may, id, method === 'GET');
      const found = [id, start, REFUSALS.has(response.body['code']), [401, 403].includes(response.status)];
      if (isExpected) expect(found.slice(0, 3)).toEqual([id, start, false]);
      else expect(found).toEqual([id, start, true, true]);
      if (method === 'DELETE' && response.status === 200) tokens = { ...tokens, [role]: await tokenOf(role) };
    }
});

test('everyone can read the names of a dictionary, and users the other metadata', async () => {
  await server.rest('POST', '/lexicon/metadata', {
    token: server.admin,
    body: { metadata: { id_dico: 'qaa', source: 'a book' } },
  });
  const read = (field: string, role: Role) =>
    server.graphql(`{ dictionary(dictionary: "qaa") { ${field} } }`, {}, tokens[role]);

  expect((await read('longName publicId', 'anonymous')).errors).toEqual([]);
  for (const field of [
    'comment',
    'publication',
    'reviewVersion',
    'reviewYear',
    'source',
    'sourceAuthors',
    'targetAuthors',
  ]) {
    expect((await read(field, 'anonymous')).errors[0]?.extensions['code']).toBe('UNAUTHENTICATED');
    expect((await read(field, 'user')).errors).toEqual([]);
  }
});
