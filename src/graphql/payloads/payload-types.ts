import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  isEnumType,
  isListType,
  isObjectType,
} from 'graphql';
import { RESOURCE_TYPES } from '../../domain/chatbot/resource/resource-types';
import { userCursor } from '../../services/accounts/user.service';
import { applicationCursor } from '../../services/applications/application-list.service';
import { resourceCursor } from '../../services/applications/resource-list.service';
import { alphabetCursor } from '../../services/articles/alphabet.service';
import { articleCursor } from '../../services/articles/article.service';
import { proposalCursor } from '../../services/articles/proposal.service';
import { commentCursor } from '../../services/comments/comment.service';
import { dictionaryCursor } from '../../services/dictionaries/dictionary.service';
import { importCursor } from '../../services/imports/import-history.service';
import { MAX_FAULTS } from '../../shared/faults';
import { lowerFirst } from '../../shared/text';
import { UserError } from './user-errors';

type CursorOf = (created: never) => string;

/** The cursor of an object in the lists of its type, which have one order. */
const CURSOR_OF_TYPE: Readonly<Record<string, CursorOf>> = {
  Application: applicationCursor,
  Comment: commentCursor,
  Dictionary: dictionaryCursor,
  DictionaryImport: importCursor,
  Proposal: proposalCursor,
  User: userCursor,
  ...Object.fromEntries(RESOURCE_TYPES.map((type) => [type.name, resourceCursor(type)])),
};

/** The cursor of an article in the lists of each order. */
const CURSOR_OF_ARTICLE_ORDER: Readonly<Record<string, CursorOf>> = {
  headword: articleCursor,
  alphabet: alphabetCursor,
};

interface Created {
  readonly mutation: string;
  readonly type: GraphQLOutputType;
  /** The member of the payload that has the object. */
  readonly member: string;
}

/**
 * Returns the field with the created object as an edge, which clients insert into cached connections.
 *
 * @returns no field for mutations that create nothing, or nothing that is listed
 */
function createdEdge(
  schema: GraphQLSchema,
  { mutation, type, member }: Created,
): GraphQLFieldConfigMap<unknown, unknown> {
  const { name } = getNamedType(type);
  const edge = schema.getType(`${name}Edge`);
  if (!/^(create|propose)/.test(mutation) || isListOutput(type) || !isObjectType(edge)) return {};
  return {
    [`${member}Edge`]: {
      type: edge,
      description:
        'The created object as an edge of a list, for clients that keep lists in their caches. Null if the mutation failed.',
      args: name === 'Article' ? orderArgument(schema) : {},
      resolve: (payload, args) => {
        const node = (payload as Readonly<Record<string, unknown>>)[member];
        return node ? { node, cursor: cursorFor(name, args as Ordered)(node as never) } : null;
      },
    },
  };
}

interface Ordered {
  readonly orderBy?: string;
}

function cursorFor(type: string, { orderBy }: Ordered): CursorOf {
  const cursor = orderBy === undefined ? CURSOR_OF_TYPE[type] : CURSOR_OF_ARTICLE_ORDER[orderBy];
  if (!cursor) throw new Error(`Lists of ${type} have no cursor`);
  return cursor;
}

function isListOutput(type: GraphQLOutputType): boolean {
  return isListType(type instanceof GraphQLNonNull ? type.ofType : type);
}

function orderArgument(schema: GraphQLSchema) {
  const order = schema.getType('ArticleOrder');
  if (!isEnumType(order)) throw new Error('Lists of articles have no order');
  return {
    orderBy: {
      type: new GraphQLNonNull(order),
      defaultValue: 'headword',
      description: 'Order of the list. Cursors of one order are invalid in the other.',
    },
  };
}

type FieldConfig = GraphQLFieldConfig<unknown, unknown>;

/** Names of results in payloads that differ from the name of their type. */
const RESULT_NAMES: Readonly<Record<string, string>> = {
  logIn: 'login',
  refreshLogin: 'login',
  logInApplication: 'login',
  logOut: 'endedSessions',
};

/** Descriptions of results whose type is not an object of the API. */
const RESULT_DESCRIPTIONS: Readonly<Record<string, string>> = {
  createApiKey: 'The key with its whole text. Null if the mutation failed.',
  logIn: 'The token and its user. Null if the login failed.',
  refreshLogin: 'The new token and its user. Null if the renewal failed.',
  logInApplication: 'The token and its application. Null if the login failed.',
  logOut: 'Number of ended sessions.',
  logOutApplication: 'The application that was logged out. Null if no application has this identifier.',
  revokeApiKey: 'The revoked API key. Null if the mutation failed.',
  undoImport: 'Result of the undo. Null if the mutation failed.',
};

/** The name of the member of a payload that has the result of the mutation: `article`, `results`. */
function payloadMember(mutation: string, type: GraphQLOutputType): string {
  if (isListType(getNullableType(type))) return 'results';
  return RESULT_NAMES[mutation] ?? lowerFirst(getNamedType(type).name);
}

/** The member of the payload of a mutation that has its result. */
export function resultMember({ name, type }: GraphQLField<unknown, unknown>): string {
  const [member] = Object.keys((type as GraphQLObjectType).getFields());
  if (member === undefined) throw new Error(`The payload of ${name} has no result`);
  return member;
}

/**
 * Changes the type of every mutation to a payload: its result, which is null if the mutation failed, and its
 * `userErrors`. The payload is nullable, so that a mutation that ends in an error leaves the results of the others in
 * the response.
 */
export function withPayloads(schema: GraphQLSchema): GraphQLSchema {
  const before = schema.getMutationType();
  if (!before) return schema;
  const config = schema.toConfig();
  const fields = Object.entries(before.toConfig().fields).map(([name, field]) => {
    return [name, { ...field, type: payloadType(schema, name, field) }] as const;
  });
  const mutation = new GraphQLObjectType({
    ...before.toConfig(),
    description: 'The operations that write.',
    fields: Object.fromEntries(fields),
  });
  return new GraphQLSchema({ ...config, mutation, types: config.types.filter((type) => type !== before) });
}

function payloadType(schema: GraphQLSchema, mutation: string, { type }: FieldConfig): GraphQLObjectType {
  const member = payloadMember(mutation, type);
  const userError = schema.getType(UserError.name) as GraphQLObjectType;
  const result: FieldConfig = { type: getNullableType(type), description: descriptionOf(mutation, type) };
  const userErrors: FieldConfig = {
    type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(userError))),
    description: `Every fault that the server found in the input, at most ${MAX_FAULTS}. Empty if the mutation was executed.`,
  };
  return new GraphQLObjectType({
    name: `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Payload`,
    description: `Result of \`${mutation}\`.`,
    fields: {
      [member]: result,
      ...createdEdge(schema, { mutation, type, member }),
      ...deletedId(mutation, type),
      userErrors,
    },
  });
}

/** Returns the field by which client caches drop a deleted object. */
function deletedId(mutation: string, type: GraphQLOutputType): GraphQLFieldConfigMap<unknown, unknown> {
  const object = getNullableType(type);
  if (!mutation.startsWith('delete') || !isObjectType(object)) return {};
  // The record of a deleted object has an id, but no field of this name.
  const id = object.getFields()['id'];
  const member = payloadMember(mutation, type);
  const description = 'Global identifier (`id`) of the deleted object. Null if it was not deleted.';
  return {
    deletedId: {
      type: GraphQLID,
      description,
      resolve: (payload, args, context, info) => {
        const deleted = (payload as Readonly<Record<string, unknown>>)[member];
        if (typeof deleted !== 'object' || deleted === null) return null;
        return id?.resolve ? id.resolve(deleted, args, context, info) : (deleted as { id?: unknown }).id;
      },
    },
  };
}

function descriptionOf(mutation: string, type: GraphQLOutputType): string {
  if (isListType(getNullableType(type))) return 'A result for each item, in the order of the input.';
  const named = RESULT_DESCRIPTIONS[mutation];
  if (named !== undefined) return named;
  const [verb] = /^(create|delete)/.exec(mutation) ?? [];
  const label = payloadMember(mutation, type)
    .replaceAll(/(?=[A-Z])/g, ' ')
    .toLowerCase();
  const subject = `${verb === undefined ? 'The' : `The ${verb}d`} ${label.replace(/^deleted /, '')}`;
  return `${subject}. Null if the mutation failed.`;
}
