import {
  getNamedType,
  isInputObjectType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
} from 'graphql';
import { PASSWORD, type ChatbotServer } from './applications';
import { eventually } from './eventually';
import { tusClient, wordTable } from './tus';

type Server = Pick<ChatbotServer, 'server' | 'admin' | 'execute' | 'register'>;

/** Types of the objects that arguments name, if neither the name of the argument nor the result of the operation shows the type. */
const BY_NAME: Readonly<Record<string, readonly string[]>> = {
  accountId: ['User', 'Application'],
  requestIds: ['ConversationRequest'],
  'receiveMessages.id': ['Application'],
  'undoImport.id': ['DictionaryImport'],
  'webhookChallenge.id': ['Application'],
};

/** Types of the objects that an argument, or a field of an input, names by their identifiers. */
export function typesNamed(
  schema: GraphQLSchema,
  path: readonly string[],
  field: GraphQLField<unknown, unknown>,
): readonly string[] {
  const name = path.at(-1) ?? '';
  const typeNames = BY_NAME[`${field.name}.${name}`] ?? BY_NAME[name];
  if (typeNames) return typeNames;
  if (!/^ids?$/.test(name)) return [name.charAt(0).toUpperCase() + name.slice(1).replace(/Ids?$/, '')];
  if (/^nodes?$/.test(field.name))
    return schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name);
  const payload = getNamedType(field.type);
  const [result] =
    isObjectType(payload) && 'userErrors' in payload.getFields()
      ? Object.values(payload.getFields()).filter(({ name }) => name !== 'deletedId')
      : [];
  const named = result ? getNamedType(result.type).name : payload.name;
  return [named.replace(/(Result|Export)$/, '').replace(/^Deleted/, '')];
}

/** An argument, or a field of an input, that names an object by its global identifier. */
export interface Naming {
  readonly kind: 'query' | 'mutation';
  readonly field: GraphQLField<unknown, unknown>;
  /** Names from the argument to what has the identifier. */
  readonly path: readonly string[];
  /** The types of the objects. */
  readonly types: readonly string[];
}

/** Everything in the arguments of the operations of a schema that names an object by its global identifier. */
export const namingsIn = (schema: GraphQLSchema): readonly Naming[] =>
  (['query', 'mutation'] as const).flatMap((kind) => {
    const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
    return Object.values(root?.getFields() ?? {}).flatMap((field) =>
      field.args.flatMap((argument) =>
        pathsIn(argument).map((path) => ({ kind, field, path, types: typesNamed(schema, path, field) })),
      ),
    );
  });

function pathsIn(input: GraphQLArgument | GraphQLInputField): readonly (readonly string[])[] {
  const named = getNamedType(input.type);
  if (isInputObjectType(named))
    return Object.values(named.getFields()).flatMap((field) =>
      pathsIn(field).map((path) => [input.name, ...path]),
    );
  const isNaming = named.name === 'ID' && /^(id|ids|\w+Ids?)$/.test(input.name) && input.name !== 'publicId';
  return isNaming ? [[input.name]] : [];
}

type Nodes = readonly [{ readonly id: string }];

/** A file that waits to be imported. */
export const uploaded = (server: Server): Promise<string> =>
  tusClient(server).upload(wordTable(['w1', 'mot', 'un']));

/** An uploaded picture that no article has yet: the beginning of a GIF of one pixel. */
export const uploadedPicture = (server: Pick<Server, 'server' | 'admin'>): Promise<string> =>
  tusClient(server).upload('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'dot.gif');

/** An import that waits to be accepted. Only few may be open at once. */
export async function importMade(server: Server): Promise<string> {
  const { made } = await server.execute(
    'mutation ($upload: ID!) { made: createImport(dictionary: "qaa_import", upload: $upload) { dictionaryImport { id } userErrors { message } } }',
    { upload: await uploaded(server) },
    server.admin,
  );
  const { id } = made as unknown as { readonly id: string };
  await eventually(async () => {
    const query = 'query ($id: ID!) { node(id: $id) { ... on DictionaryImport { state } } }';
    const { node } = await server.execute(query, { id }, server.admin);
    return (node as unknown as { readonly state: string }).state === 'WAITING';
  });
  return id;
}

/**
 * Creates an object of every type except imports. Returns their global identifiers by type.
 *
 * @param dictionary to create; other objects have names that contain it
 */
export async function everyObject(
  server: Server,
  dictionary: string,
): Promise<Readonly<Record<string, string>>> {
  const { admin } = server;
  const { publicId } = await server.register(`owner of ${dictionary}`);
  const execute = async (query: string, variables = {}): Promise<Readonly<Record<string, { id: string }>>> =>
    server.execute(query, variables, admin);
  const lexicon = await execute(`mutation {
    Dictionary: createDictionary(input: { publicId: "${dictionary}" }) { dictionary { id } userErrors { code message } }
    Article: createArticle(dictionary: "${dictionary}", input: { source: 1 }) { article { id } userErrors { code message } }
    Comment: createComment(input: { dictionary: "${dictionary}", number: "1", text: "well" }) { comment { id } userErrors { code message } }
    User: createUser(input: { username: "user-${dictionary}", password: "${PASSWORD}" }) { user { id } userErrors { code message } } }`);
  const { Application } = await execute(
    `query ($id: ID) { Application: application(publicId: $id) { id } }`,
    {
      id: publicId,
    },
  );
  const outer = await execute(
    `mutation ($a: ID) {
      Conversation: createConversation(applicationId: $a, input: {}) { conversation { id } userErrors { code message } }
      Field: createField(applicationId: $a, input: {}) { field { id } userErrors { code message } }
      FieldsCompiler: createFieldsCompiler(applicationId: $a, input: {}) { fieldsCompiler { id } userErrors { code message } } }`,
    { a: Application?.id },
  );
  const inner = await execute(
    `mutation ($c: ID!, $f: ID!) {
      ConversationRequest: createConversationRequest(conversationId: $c, input: {}) { conversationRequest { id } userErrors { code message } }
      ${['Corpus', 'Entity', 'Intent', 'FieldRequest', 'Template']
        .map(
          (type) =>
            `${type}: create${type}(fieldId: $f, input: {}) { ${type.charAt(0).toLowerCase()}${type.slice(1)} { id } userErrors { code message } }`,
        )
        .join('\n')} }`,
    { c: outer['Conversation']?.id, f: outer['Field']?.id },
  );
  const { changed } = (await server.execute(
    `mutation { changed: updateArticle(dictionary: "${dictionary}", number: "1", input: { source: 3 }) {
      article { revisions(first: 1) { nodes { id } } } userErrors { code message } } }`,
    {},
    admin,
  )) as unknown as { changed: { revisions: { nodes: Nodes } } };
  const { log } = (await server.execute(
    '{ log: auditLog(first: 1) { nodes { id } } }',
    {},
    admin,
  )) as unknown as { log: { nodes: Nodes } };
  const { Proposal } = await execute(
    `mutation { Proposal: proposeArticle(dictionary: "${dictionary}", input: { source: 4 }) { proposal { id } userErrors { code message } } }`,
  );
  const { Media } = await execute(
    `mutation ($a: ID, $u: ID!) { Media: createMedia(articleId: $a, upload: $u) { media { id } userErrors { code message } } }`,
    { a: lexicon['Article']?.id, u: await uploadedPicture(server) },
  );
  const records = {
    Media: Media!,
    Proposal: Proposal!,
    ArticleRevision: changed.revisions.nodes[0],
    AuditEntry: log.nodes[0],
  };
  const all = { ...lexicon, Application: Application!, ...outer, ...inner, ...records };
  return Object.fromEntries(Object.entries(all).map(([type, { id }]) => [type, id]));
}
