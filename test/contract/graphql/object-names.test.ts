import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
} from 'graphql';
import { PASSWORD, startWithApplications, type ChatbotServer } from '../../support/applications';
import {
  everyObject,
  importMade,
  namingsIn,
  uploaded,
  uploadedPicture,
  type Naming,
} from '../../support/every-object';

const SCHEMA = buildSchema(readFileSync(join(__dirname, '../../../schema/schema.graphql'), 'utf8'));
const DICTIONARY = 'qaa_fr_1';

const NAMINGS = namingsIn(SCHEMA);

type Input = GraphQLArgument | GraphQLInputField;

let server: ChatbotServer;
let ids: Readonly<Record<string, string>>;
/** A file that waits to be imported, and one that waits to become a picture. */
let upload: string;
let picture: string;

beforeAll(async () => {
  server = await startWithApplications();
  // Where the imports go. The first that is accepted would make it.
  const into = 'mutation { createDictionary(input: { publicId: "qaa_import" }) { userErrors { message } } }';
  await server.execute(into, {}, server.admin);
  ids = { ...(await made()), DictionaryImport: await importMade(server) };
  upload = await uploaded(server);
  picture = await uploadedPicture(server);
});
afterAll(() => server.server.close());

let objects = 0;

async function made(): Promise<Readonly<Record<string, string>>> {
  return everyObject(server, `${DICTIONARY}${String(++objects)}`);
}

/** Types whose objects an operation may have deleted since they were made. */
const used = new Set<string>();

/** Types with objects that are deleted with them. */
const CONTAINERS = new Set(['Application', 'Article', 'Conversation', 'Dictionary', 'Field', 'User']);

/** Deleting an object takes one request and making all of them takes ten, so they are made when a used one is needed. */
async function idOf(type: string): Promise<string> {
  if (used.has(type)) {
    ids = { ...ids, ...(await made()) };
    used.clear();
  }
  return ids[type]!;
}

function use(type: string): void {
  for (const name of CONTAINERS.has(type) ? Object.keys(ids) : [type]) used.add(name);
}

const VALUES_OF: Readonly<Record<string, unknown>> = {
  Boolean: true,
  Int: 1,
  SafeInt: 1,
  JSON: 1,
  JSONObject: {},
};

const TEXTS: Readonly<Record<string, unknown>> = { password: PASSWORD, language: 'sw', scopes: ['READ'] };

/** The shortest value that an input takes, with the identifier in its place. */
function valueOf({ name, type }: Input, path: readonly string[], id: string): unknown {
  const inner = path[0] === name ? path.slice(1) : [];
  const nullable = isNonNullType(type) ? type.ofType : type;
  if (path.length === 1 && path[0] === name) return isListType(nullable) ? [id] : id;
  if (isListType(nullable)) return TEXTS[name] ?? [];
  if (isInputObjectType(nullable)) {
    const fields = Object.values(nullable.getFields()).filter(
      (field) => field.name === inner[0] || (isNonNullType(field.type) && field.defaultValue === undefined),
    );
    const source = /^(Create|Update)ArticleInput$/.test(nullable.name) ? { source: 2 } : {};
    return {
      ...source,
      ...Object.fromEntries(fields.map((field) => [field.name, valueOf(field, inner, id)])),
    };
  }
  if (name === 'confirm') return `${DICTIONARY}${String(objects)}`;
  const named = getNamedType(type);
  const [word] = isEnumType(named) ? named.getValues() : [];
  return TEXTS[name] ?? VALUES_OF[named.name] ?? word?.name ?? 'some text';
}

function run({ kind, field, path }: Naming, id: string, more: Readonly<Record<string, unknown>> = {}) {
  const args = field.args.filter(
    ({ name, type, defaultValue }) =>
      name === path[0] || name in more || (isNonNullType(type) && defaultValue === undefined),
  );
  const variables = Object.fromEntries(
    args.map((argument) => [argument.name, more[argument.name] ?? valueOf(argument, path, id)]),
  );
  const declared = args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
  return server.graphql(
    `${kind} (${declared}) { ${field.name}(${passed}) ${selectionOf(field)} }`,
    variables,
    server.admin,
  );
}

function selectionOf({ type }: GraphQLField<unknown, unknown>): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  const fields = isObjectType(named) || isInterfaceType(named) ? Object.keys(named.getFields()) : [];
  return `{ __typename ${fields.includes('userErrors') ? 'userErrors { code message }' : ''} ${fields.includes('results') ? 'results { code }' : ''} }`;
}

/** What else an operation needs: the comment that must be of the dictionary or article. */
async function elsewhere({ field, path }: Naming): Promise<Readonly<Record<string, unknown>>> {
  const last = path.at(-1);
  if (last === 'requestIds' && field.name === 'learnUtterance') return { intentId: await idOf('Intent') };
  if (last === 'requestIds') return { dictionaryId: await idOf('Dictionary') };
  if (last === 'fieldId' && field.name === 'converse') return { conversationId: await idOf('Conversation') };
  if (field.name === 'createImport') return { upload };
  if (field.name === 'createMedia') return { upload: picture };
  if (field.name.endsWith('DictionaryMember'))
    return path[0] === 'userId' ? { dictionaryId: await idOf('Dictionary') } : { userId: await idOf('User') };
  return /^(update|delete)Comment$/.test(field.name) && path[0] !== 'id' ? { id: await idOf('Comment') } : {};
}

/** What remains to be said of an operation that found its object. */
const OTHERWISE: Readonly<Record<string, string>> = {
  articleRevisionSource: '',
  restoreArticle: 'NOT_FOUND: There is no earlier revision 1',
  logOutApplication: 'TOKEN_INVALID',
  undoImport: 'CONFLICT',
  webhookChallenge: 'NOT_FOUND: There is no such webhook',
  receiveMessages: 'NOT_FOUND: There is no such webhook',
  removeDictionaryMember: 'NOT_FOUND: The user is not a member',
};

describe.each(NAMINGS.map((naming) => [`${naming.field.name}(${naming.path.join('.')})`, naming] as const))(
  '%s',
  (_, naming) => {
    test('takes the id of every type that it names', async () => {
      expect(naming.types.length).toBeGreaterThan(0);
      for (const type of naming.types) {
        if (/^(accept|cancel)Import$/.test(naming.field.name))
          ids = { ...ids, DictionaryImport: await importMade(server) };
        const more = await elsewhere(naming);
        const { data, errors } = await run(naming, await idOf(type), more);
        if (/^(delete|review|withdraw)/.test(naming.field.name)) use(type);

        const expected = OTHERWISE[naming.field.name];
        const messages = errors.map(({ message, extensions }) => `${String(extensions['code'])}: ${message}`);
        expect([type, messages.filter((one) => expected === undefined || !one.startsWith(expected))]).toEqual(
          [type, []],
        );
        const value = data[naming.field.name];
        if (expected === undefined && naming.kind === 'query')
          expect([type, value]).not.toEqual([type, null]);
        if (naming.path[0] === 'ids' && naming.kind === 'mutation')
          expect(value).toMatchObject([{ code: null }]);
      }
    });

    test('refuses invalid ids and ids of other types', async () => {
      const other = await idOf(naming.types.includes('Comment') ? 'Intent' : 'Comment');
      const bulk = naming.path[0] === 'ids';
      for (const wrong of ['55', ...(naming.types.length > 5 ? [] : [other])]) {
        const { data, errors } = await run(naming, wrong, await elsewhere(naming));

        const codes = errors.map(({ extensions }) => extensions['code']);
        const results = bulk ? Object.values(data).flat() : [];
        if (bulk && naming.kind === 'mutation')
          expect(results).toMatchObject([{ code: wrong === '55' ? 'INVALID_INPUT' : 'NOT_FOUND' }]);
        else expect(['INVALID_INPUT', 'NOT_FOUND']).toContain(codes[0]);
      }
    });
  },
);

test.each([
  ['article(id: "<Article>", number: "1") { id }', 'give either id or dictionary and number, not both'],
  ['article(id: "55") { id }', 'the id is not a valid global identifier'],
  [
    'articles(filter: { dictionaryId: "y" }) { totalCount }',
    'dictionaryId is not a valid global identifier; short names go in dictionary',
  ],
  ['article(dictionary: "y") { id }', 'give either id or dictionary and number'],
  ['article { id }', 'id or dictionary and number is required'],
  ['dictionary { id }', 'id or dictionary is required'],
  ['dictionary(id: "<Dictionary>", dictionary: "y") { id }', 'give either id or dictionary, not both'],
  ['comment(id: "<Comment>", publicId: "y") { id }', 'give either id or publicId, not both'],
  ['user(id: "<User>", user: "y") { id }', 'give either id or user, not both'],
  ['application(id: "<Application>", publicId: "y") { id }', 'give either id or publicId, not both'],
  [
    'articles(filter: { dictionaryId: "<Dictionary>", dictionary: "y" }) { totalCount }',
    'give either dictionaryId or dictionary, not both',
  ],
  [
    'comments(filter: { articleId: "<Article>", number: "y" }) { totalCount }',
    'give either articleId or dictionary and number, not both',
  ],
  [
    'comments(filter: { number: "1" }) { totalCount }',
    'number requires a dictionary: dictionary or dictionaryId',
  ],
  [
    'auditLog(filter: { accountId: "<User>", account: "y" }) { totalCount }',
    'give either accountId or account, not both',
  ],
])('%s names its arguments', async (query, message) => {
  const [, type = ''] = /<(\w+)>/.exec(query) ?? [];
  const named = query.replace(/<\w+>/, await idOf(type));
  const { errors } = await server.graphql(`{ ${named} }`, {}, server.admin);

  expect(errors).toMatchObject([{ message, extensions: { code: 'INVALID_INPUT' } }]);
});

test('an object is found by its id as by its short names', async () => {
  ids = { ...ids, ...(await made()) };
  const { data, errors } = await server.graphql(
    `query ($a: ID, $d: ID) {
      byId: article(id: $a) { number dictionaryPublicId }
      byNames: article(dictionary: "${DICTIONARY}${String(objects)}", number: "1") { number dictionaryPublicId }
      listed: articles(filter: { dictionaryId: $d }) { totalCount }
      comments(filter: { articleId: $a }) { totalCount }
    }`,
    { a: ids['Article'], d: ids['Dictionary'] },
    server.admin,
  );

  expect(errors).toEqual([]);
  expect(data['byId']).toEqual(data['byNames']);
  expect(data).toMatchObject({ listed: { totalCount: 1 }, comments: { totalCount: 1 } });
});

/** For each type with a short name: the operation that reads it, and the fields that its arguments take. */
const READERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Application: { publicId: 'publicId' },
  Article: { dictionary: 'dictionaryPublicId', number: 'publicId' },
  Comment: { publicId: 'publicId' },
  Dictionary: { dictionary: 'publicId' },
  DictionaryImport: { import: 'publicId' },
  Proposal: { proposal: 'publicId' },
  User: { user: 'number' },
};

test.each(Object.entries(READERS))('the short names of a result name its %s again', async (type, names) => {
  const fields = Object.values(names);
  const selectionOf = fields.join(' ');
  const read = `query ($id: ID!) { node(id: $id) { ... on ${type} { ${selectionOf} } } }`;
  const id = await idOf(type);
  const { node } = (await server.execute(read, { id }, server.admin)) as unknown as {
    node: Readonly<Record<string, string | number>>;
  };
  const operation = type.charAt(0).toLowerCase() + type.slice(1);
  const args = Object.entries(names).map(([name, field]) => `${name}: "${String(node[field])}"`);

  const found = await server.execute(`{ found: ${operation}(${args.join(', ')}) { id } }`, {}, server.admin);
  expect(found).toEqual({ found: { id } });
});

test('a result that belongs to a dictionary has the short name of the dictionary', async () => {
  const owned = Object.values(SCHEMA.getTypeMap()).filter(
    (type) => isObjectType(type) && ids[type.name] && type.getFields()['dictionaryPublicId'],
  );
  expect(owned.map(({ name }) => name).sort()).toEqual([
    'Article',
    'Comment',
    'DictionaryImport',
    'Media',
    'Proposal',
  ]);

  for (const { name } of owned) {
    const read = `query ($id: ID!) { node(id: $id) { ... on ${name} { dictionaryPublicId } } }`;
    const { node } = (await server.execute(read, { id: await idOf(name) }, server.admin)) as unknown as {
      node: { dictionaryPublicId: string };
    };
    const query = `{ dictionary(dictionary: "${node.dictionaryPublicId}") { publicId } }`;
    const { dictionary } = await server.execute(query, {}, server.admin);
    expect([name, dictionary]).toEqual([name, { publicId: node.dictionaryPublicId }]);
  }
});
