import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
} from 'graphql';
import { startWithApplications, type ChatbotServer } from '../../support/applications';
import { everyObject, importMade, typesNamed } from '../../support/every-object';

const SCHEMA = buildSchema(readFileSync(join(__dirname, '../../../schema/schema.graphql'), 'utf8'));

type Input = GraphQLArgument | GraphQLInputField;
type Values = Readonly<Record<string, unknown>>;
type Kind = 'query' | 'mutation' | 'subscription';

/** An input that takes the global identifier of an object, and a short name that names one in its place. */
const WAYS: readonly (readonly [global: string, short: string])[] = [
  ['id', 'import'],
  ['id', 'media'],
  ['id', 'proposal'],
  ['id', 'publicId'],
  ['id', 'user'],
  ['accountId', 'account'],
  ['applicationId', 'application'],
  ['articleId', 'dictionary'],
  ['articleId', 'number'],
  ['dictionaryId', 'dictionary'],
  ['dictionaryIds', 'dictionaries'],
  ['userId', 'user'],
  ['userId', 'userNumber'],
];

/** Inputs that stand together: the arguments of an operation, or the fields of one of its inputs. */
interface Group {
  readonly kind: Kind;
  readonly field: GraphQLField<unknown, unknown>;
  /** The argument whose fields they are; none for arguments. */
  readonly argument?: GraphQLArgument;
  readonly inputs: readonly Input[];
}

interface Case extends Group {
  readonly global: string;
  readonly short: string;
}

const ROOTS = [
  ['query', SCHEMA.getQueryType()],
  ['mutation', SCHEMA.getMutationType()],
  ['subscription', SCHEMA.getSubscriptionType()],
] as const;

const CASES: readonly Case[] = ROOTS.flatMap(([kind, root]) =>
  Object.values(root?.getFields() ?? {}).flatMap((field) => groupsOf(kind, field).flatMap(casesIn)),
);

function groupsOf(kind: Kind, field: Group['field']): readonly Group[] {
  const inner = field.args.flatMap((argument) => {
    const type = getNamedType(argument.type);
    return isInputObjectType(type)
      ? [{ kind, field, argument, inputs: Object.values(type.getFields()) }]
      : [];
  });
  return [{ kind, field, inputs: field.args }, ...inner];
}

function casesIn(group: Group): readonly Case[] {
  const names = new Set(
    group.inputs.filter(({ type }) => /^(ID|SafeInt)$/.test(getNamedType(type).name)).map(({ name }) => name),
  );
  // The dictionary and the article are named by `id` where they have no input of their own.
  const ownId = [
    ...(names.has('dictionaryId') || names.has('articleId') ? [] : ([['id', 'dictionary']] as const)),
    ...(names.has('articleId') ? [] : ([['id', 'number']] as const)),
  ];
  return [...WAYS, ...ownId]
    .filter(([global, short]) => names.has(global) && names.has(short))
    .map(([global, short]) => ({ ...group, global, short }));
}

let server: ChatbotServer;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startWithApplications();
  ids = { ...(await everyObject(server, 'qaa_two')), DictionaryImport: await importMade(server) };
});
afterAll(() => server.server.close());

const SIMPLE: Values = { Int: 1, SafeInt: 1, Boolean: true, JSON: 1, JSONObject: {} };

/** Both names of the group, beside what the operation needs. */
function valuesOf(inputs: readonly Input[], one: Case, isWithin: boolean): Values {
  const isNamed = (name: string) => isWithin && (name === one.global || name === one.short);
  // A comment that is to be of an article is named too, and the dictionary of a member.
  const alsoNeeded = one.global === 'userId' ? 'dictionaryId' : one.global === 'id' ? undefined : 'id';
  const needed = inputs.filter(
    ({ name, type, defaultValue }) =>
      isNamed(name) ||
      name === one.argument?.name ||
      (isWithin && one.argument === undefined && name === alsoNeeded) ||
      (isNonNullType(type) && defaultValue === undefined),
  );
  return Object.fromEntries(needed.map((input) => [input.name, valueOf(input, one, isNamed(input.name))]));
}

function valueOf({ name, type }: Input, one: Case, isNamed: boolean): unknown {
  const named = getNamedType(type);
  if (isInputObjectType(named) && named.isOneOf) return { source: 1 };
  if (isInputObjectType(named) && isListType(getNullableType(type))) return [];
  if (isInputObjectType(named))
    return valuesOf(Object.values(named.getFields()), one, name === one.argument?.name);
  const types = named.name === 'ID' ? typesNamed(SCHEMA, [name], one.field) : [];
  const isGlobal = isNamed ? name === one.global : /^(id|\w+Id)$/.test(name);
  const id = isGlobal ? ids[types[0] ?? ''] : undefined;
  const word = isEnumType(named) ? named.getValues()[0]?.name : undefined;
  const value = id ?? word ?? SIMPLE[named.name] ?? '1';
  return isListType(getNullableType(type)) ? [value] : value;
}

function selectionOf({ type }: Group['field']): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  const isPayload = isObjectType(named) && 'userErrors' in named.getFields();
  return `{ __typename ${isPayload ? 'userErrors { message code }' : ''} }`;
}

/** All that the server says of an operation, also of one that is a stream. */
async function responseTo(one: Case): Promise<string> {
  const values = valuesOf(one.field.args, one, one.argument === undefined);
  const used = one.field.args.filter(({ name }) => name in values);
  const declared = used.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passed = used.map(({ name }) => `${name}: $${name}`).join(', ');
  const response = await fetch(`${server.server.url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-access-token': server.admin,
      ...(one.kind === 'subscription' && { accept: 'text/event-stream' }),
    },
    body: JSON.stringify({
      query: `${one.kind} (${declared}) { ${one.field.name}(${passed}) ${selectionOf(one.field)} }`,
      variables: values,
    }),
  });
  return response.text();
}

test.each(
  CASES.map((naming) => {
    const path = [naming.field.name, ...(naming.argument ? [naming.argument.name] : [])];
    return [path.join('.'), naming.global, naming.short, naming] as const;
  }),
)('%s refuses %s together with %s, and names both', async (_path, global, short, one) => {
  const responseText = await responseTo(one);

  expect(responseText).toMatch(/give either [^"]+, not both/);
  const [, sentence = ''] = /(give either [^"]+, not both)/.exec(responseText) ?? [];
  expect(sentence).toMatch(new RegExp(`\\b${global}\\b.*\\b${short}\\b`));
  expect(responseText).toContain('INVALID_INPUT');
});

test('the list contains all operations that name objects in two ways', () => {
  expect(CASES.length).toBeGreaterThan(50);
  expect(new Set(CASES.map(({ kind }) => kind)).size).toBe(3);
});
