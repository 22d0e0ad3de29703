import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type GraphQLObjectType, isListType, isNonNullType, isObjectType } from 'graphql';
import { PASSWORD, startWithApplications, type ChatbotServer } from '../../support/applications';
import { everyObject, importMade, uploaded } from '../../support/every-object';
import { type Kind, pathsOf, requestOf } from '../../support/wrong-inputs';
import { minimalOperation } from '../access/minimal-operation';

const DICTIONARY = 'ewe_fr_2020';
const SCHEMA = buildSchema(readFileSync(join(__dirname, '../../../schema/schema.graphql'), 'utf8'));
const MUTATIONS = Object.values(SCHEMA.getMutationType()?.getFields() ?? {});

const COMMENT = `createComment(input: { dictionary: "${DICTIONARY}", number: "1", text: "good" })`;
const GOOD = `good: ${COMMENT} { comment { text } userErrors { code } }`;
const STORED = { comment: { text: 'good' }, userErrors: [] };
const FAULTS = 'userErrors { code field message }';

interface Reply {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly {
    readonly path: readonly string[];
    readonly extensions: { readonly code: string };
  }[];
}

interface Payload {
  readonly userErrors?: readonly Fault[];
  readonly results?: readonly { readonly userErrors: readonly Fault[] }[];
}

interface Fault {
  readonly field: readonly string[] | null;
  readonly message: string;
}

/** As REST spells its members: no name of the schema has it. */
const REST_WORD = /\b[a-z]+_[a-z_]+\b|\bREST\b|GraphQL/;

let server: ChatbotServer;
let admin: string;

beforeAll(async () => {
  server = await startWithApplications();
  ({ admin } = server);
  await run(`createDictionary(input: { publicId: "${DICTIONARY}" }) { ${FAULTS} }`);
  await run(`createArticle(dictionary: "${DICTIONARY}", input: { source: "x" }) { ${FAULTS} }`);
});
afterAll(() => server.server.close());

async function run(
  mutations: string,
  token = admin,
  headers = {},
): Promise<Reply & { readonly status: number }> {
  const body = { query: `mutation { ${mutations} }` };
  const response = await server.rest('POST', '/graphql', { token, body, headers });
  return { ...(response.body as unknown as Reply), status: response.status };
}

/** The operation with required arguments alone, which names nothing that exists, as one of several of a request. */
function failing(mutation: (typeof MUTATIONS)[number]): string {
  return minimalOperation('mutation', mutation).replace(/^mutation \{ (.*) \}$/, '$1');
}

describe.each(MUTATIONS.map((field) => [field.name, field] as const))('%s', (name, field) => {
  test('returns a payload that may be null, with the result and the faults of the input', () => {
    expect(isObjectType(field.type) && field.type.name).toBe(
      `${name.charAt(0).toUpperCase()}${name.slice(1)}Payload`,
    );
    const { userErrors, ...results } = isObjectType(field.type) ? field.type.getFields() : {};
    expect(String(userErrors?.type)).toBe('[UserError!]!');
    expect(Object.values(results).map(({ type }) => isNonNullType(type))).not.toContain(true);
    const lists = Object.values(results).filter(({ type }) => isListType(type));
    expect(lists.map((list) => list.name)).toEqual(lists.length === 0 ? [] : ['results']);
  });
});

/** So many stand between two that succeed. */
const BETWEEN = 4;

/** All mutations that fail in one request, but for what would end the session of the others. */
const FAILING = MUTATIONS.filter(({ name }) => name !== 'logOut').map(failing);

test('a mutation that fails leaves the results of the others in the response', async () => {
  const good = (n: number) => GOOD.replace('good', `good${String(n)}`);
  const all = FAILING.flatMap((failing, n) => (n % BETWEEN === 0 ? [good(n / BETWEEN), failing] : [failing]));
  const { data, status } = await run(`before: ${COMMENT} { ${FAULTS} } ${all.join(' ')} ${GOOD}`);

  const results = Object.entries(data ?? {}).filter(([name]) => name.startsWith('good'));
  expect([status, results.length]).toEqual([200, Math.ceil(FAILING.length / BETWEEN) + 1]);
  for (const [, result] of results) expect(result).toEqual(STORED);
});

test('logging out leaves the results of others of its request, too', async () => {
  const { data, status } = await run(`${GOOD} logOut { __typename }`);
  admin = await server.logIn('Root', 'a password of the admin');

  expect([status, data?.['good']]).toEqual([200, STORED]);
});

test('a denied mutation does not affect the others', async () => {
  const response = await run(
    `${FAILING.join(' ')} logOut { __typename } other: logIn(username: "Root", password: "a password of the admin") { login { user { username } } }`,
    '',
  );

  expect(Object.keys(response.data ?? {})).toHaveLength(MUTATIONS.length + 1);
  expect(response.data).toMatchObject({ other: { login: { user: { username: 'Root' } } } });
});

describe('of every mutation, all faults of its input are data, with their paths', () => {
  let ids: Readonly<Record<string, string>>;
  let right: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    const now = { ...server, admin };
    ids = { ...(await everyObject(now, 'qaa_every')), DictionaryImport: await importMade(now) };
    right = { upload: await uploaded(now), confirm: 'qaa_every' };
  });

  const cases = MUTATIONS.flatMap((field) =>
    (['form', 'value'] as const).flatMap((kind) =>
      choicesOf(pathsIn(kind, field)).map((paths) => [field.name, kind, paths] as const),
    ),
  ).filter(([, , paths]) => paths.length > 0);

  function pathsIn(kind: Kind, { args }: (typeof MUTATIONS)[number]) {
    return pathsOf(kind, args).map((path) => path.join('.'));
  }

  /** An article is written with its free JSON or with typed content. */
  function choicesOf(paths: readonly string[]) {
    if (!paths.some((path) => /\bcontent\./.test(path))) return [paths];
    return [/\bcontent\b/, /\bsource\b/].map((other) => paths.filter((path) => !other.test(path)));
  }

  /** The errors of the input of a mutation, and of its items that have results of their own. */
  function faultsIn(payload: Payload) {
    return [...(payload.userErrors ?? []), ...(payload.results ?? []).flatMap((result) => result.userErrors)];
  }

  test.each(cases)('%s, each wrong %s', async (name, kind, paths) => {
    const field = MUTATIONS.find((mutation) => mutation.name === name)!;
    const wrong = paths.map((path) => path.split('.'));
    const { head, call, variables } = requestOf({ schema: SCHEMA, field, ids, right }, kind, wrong);
    const results = 'results' in (field.type as GraphQLObjectType).getFields() ? `results { ${FAULTS} }` : '';
    const query = `mutation ${head} { bad: ${call} { ${results} ${FAULTS} } ${GOOD} }`;
    const { body } = await server.rest('POST', '/graphql', { token: admin, body: { query, variables } });

    const { data, errors } = body as unknown as Reply;
    expect([errors, data?.['good']]).toEqual([undefined, STORED]);
    const faults = faultsIn(data?.['bad'] ?? {});
    const found = faults.map((fault) => fault.field?.join('.') ?? '');
    expect(paths.filter((path) => !found.includes(path))).toEqual([]);
    expect(faults.map((fault) => fault.message).filter((message) => REST_WORD.test(message))).toEqual([]);
  });

  test('these cases cover most mutations', () => {
    expect(cases.length).toBeGreaterThan(100);
  });
});

test('faults of the input are data, with the path of the field, all of them at once', async () => {
  const { data, errors, status } = await run(`
    user: createUser(input: { username: "x", password: "y", name: "${'n'.repeat(1001)}" }) { user { id } ${FAULTS} }
    application: createApplication(input: { email: "a@example.org", name: "a:b", password: "short" }) { application { id } ${FAULTS} }
    dictionary: createDictionary(input: { publicId: "a b", longName: "${'n'.repeat(100_001)}", searchProfile: { distinct: "1", affixMarks: "a" } }) { dictionary { id } ${FAULTS} }
    comment: createComment(input: { dictionary: "${DICTIONARY}", number: "1", text: "", avatar: "ftp://x" }) { comment { id } ${FAULTS} }
    article: createArticle(dictionary: "${DICTIONARY}", radical: "${'r'.repeat(1001)}", input: { source: { constructor: 1 } }) { article { id } ${FAULTS} }
    quota: updateDictionaryQuota(dictionary: "${DICTIONARY}", maxObjects: 0, maxMiB: 0) { dictionary { id } ${FAULTS} }
    password: changePassword(oldPassword: "x", newPassword: "y") { user { id } ${FAULTS} }
    ${GOOD}`);

  expect([status, errors]).toEqual([200, undefined]);
  const faults = Object.entries(data ?? {}).map(([name, payload]) => {
    const { userErrors } = payload as { userErrors: { code: string; field?: string[] }[] };
    return [name, userErrors.map(({ code, field }) => [code, field?.join('.')])];
  });
  expect(Object.fromEntries(faults)).toEqual({
    user: [
      ['INVALID_INPUT', 'input.username'],
      ['INVALID_INPUT', 'input.name'],
      ['INVALID_INPUT', 'input.password'],
    ],
    application: [
      ['INVALID_INPUT', 'input.name'],
      ['INVALID_INPUT', 'input.password'],
    ],
    dictionary: [
      ['INVALID_INPUT', 'input.longName'],
      ['INVALID_INPUT', 'input.searchProfile.distinct'],
      ['INVALID_INPUT', 'input.searchProfile.affixMarks'],
      ['INVALID_INPUT', 'input.publicId'],
    ],
    comment: [
      ['INVALID_INPUT', 'input.avatar'],
      ['INVALID_INPUT', 'input.text'],
    ],
    article: [
      ['INVALID_INPUT', 'input.source'],
      ['INVALID_INPUT', 'radical'],
    ],
    quota: [
      ['INVALID_INPUT', 'maxObjects'],
      ['INVALID_INPUT', 'maxMiB'],
    ],
    password: [['INVALID_INPUT', 'newPassword']],
    good: [],
  });
});

test('a name that is taken and an outdated revision are faults of the input', async () => {
  const { data } = await run(`
    user: createUser(input: { username: "root", password: "${PASSWORD}" }) { ${FAULTS} }
    dictionary: createDictionary(input: { publicId: "${DICTIONARY}" }) { ${FAULTS} }
    article: updateArticle(dictionary: "${DICTIONARY}", number: "1", revisions: [7], input: { source: 1 }) { ${FAULTS} }
    none: updateArticle(dictionary: "${DICTIONARY}", number: "1", revisions: [], input: { source: 1 }) { ${FAULTS} }`);

  expect(data).toMatchObject({
    user: { userErrors: [{ code: 'CONFLICT', field: ['input', 'username'] }] },
    dictionary: { userErrors: [{ code: 'CONFLICT', field: ['input', 'publicId'] }] },
    article: { userErrors: [{ code: 'REVISION_MISMATCH', field: ['revisions'] }] },
    none: { userErrors: [{ code: 'REVISION_MISMATCH', field: ['revisions'] }] },
  });
});

test('denied access and missing objects are errors, and leave the other results', async () => {
  const user = { username: 'reader', password: PASSWORD };
  await server.rest('POST', '/lexicon/users', { token: admin, body: { user } });
  const { data, errors } = await run(
    `denied: createUser(input: { username: "another", password: "${PASSWORD}" }) { ${FAULTS} }
     missing: updateComment(publicId: "none", text: "x") { ${FAULTS} } ${GOOD}`,
    await server.logIn('reader', PASSWORD),
  );

  expect(data).toEqual({ denied: null, missing: null, good: STORED });
  expect(errors?.map(({ path, extensions }) => [...path, extensions.code])).toEqual([
    ['denied', 'FORBIDDEN'],
    ['missing', 'NOT_FOUND'],
  ]);
});

test('the audit log has the code of a mutation whose input was at fault', async () => {
  await run(`createUser(input: { username: "x", password: "y" }) { ${FAULTS} }`);

  const entries = await server.graphql(
    '{ auditLog(last: 1) { nodes { action target outcome } } }',
    {},
    admin,
  );
  expect(entries.data['auditLog']).toEqual({
    nodes: [{ action: 'CREATE_USER', target: 'username=x', outcome: 'INVALID_INPUT' }],
  });
});

test('a mutation with invalid input has changed nothing, so that its idempotency key may be used again', async () => {
  const headers = { 'idempotency-key': 'payload' };
  const duplicate = `createDictionary(input: { publicId: "${DICTIONARY}" }) { dictionary { id } ${FAULTS} }`;
  expect((await run(duplicate, admin, headers)).data).toMatchObject({
    createDictionary: { dictionary: null },
  });

  const fresh =
    'createDictionary(input: { publicId: "qaa_retry" }) { dictionary { publicId } userErrors { code } }';
  const made = await run(fresh, admin, headers);
  expect(made.data).toEqual({
    createDictionary: { dictionary: { publicId: 'qaa_retry' }, userErrors: [] },
  });
  expect((await run(fresh, admin, headers)).data).toEqual(made.data);
});

test('a deletion returns the identifier that caches know', async () => {
  const { data } = await run(`${COMMENT} { comment { id publicId } }`);
  const { id, publicId } = (data?.['createComment'] as { comment: { id: string; publicId: string } }).comment;
  const deletion = `deleteComment(publicId: "${publicId}") { deletedId userErrors { code } }`;

  expect((await run(deletion)).data).toEqual({ deleteComment: { deletedId: id, userErrors: [] } });
  expect((await run(deletion)).data).toEqual({ deleteComment: null });
});
