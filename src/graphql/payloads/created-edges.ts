import {
  getNamedType,
  GraphQLNonNull,
  isEnumType,
  isListType,
  isObjectType,
  type GraphQLFieldConfigMap,
  type GraphQLOutputType,
  type GraphQLSchema,
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
export function createdEdge(
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
