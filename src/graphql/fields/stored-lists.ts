import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  GraphQLNonNull,
  type GraphQLResolveInfo,
  GraphQLScalarType,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionSetNode,
  isListType,
  isObjectType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  getNamedType,
  getNullableType,
  type GraphQLObjectType,
} from 'graphql';
import { type ObjectShape, StoredList, type StoredObject } from '../../shared/json-text';
import type { Context } from '../context';
import { type CustomMembers, shapeOf } from './object-shape';

/** Name of the extension of list fields whose resolvers return stored objects if `isStoredList` is true. */
export const STORED_LIST = 'storedList';

const NODES = 'nodes';

/**
 * Name of the field that returns the nodes as one value. It contains spaces, so no document can select it; only
 * `withStoredLists` inserts it.
 */
export const STORED_NODES = 'nodes as stored';

/** The lists that are serialised from their stored bytes, and the shapes of their nodes. */
const lists = new WeakSet<FieldNode>();
const shapes = new WeakMap<FieldNode, ObjectShape>();

/** Whether the objects of a list are only serialised, so that its resolver returns them as they are stored. */
export function isStoredList({ fieldNodes }: GraphQLResolveInfo): boolean {
  return fieldNodes.every((node) => lists.has(node));
}

/** The type of a `StoredList`, which `jsonBytes` serialises. */
const StoredNodes = new GraphQLScalarType({ name: 'StoredNodes', serialize: (value) => value });

/** Adds the field `STORED_NODES` to connections of stored lists. Introspection does not show it. */
export function addStoredNodes(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields()))
      if (field.extensions[STORED_LIST] === true) addTo(getNamedType(field.type) as GraphQLObjectType);
  }
  return schema;
}

function addTo(connection: GraphQLObjectType): void {
  const field: GraphQLField<{ readonly nodes: readonly StoredObject[] }, Context> = {
    name: STORED_NODES,
    description: undefined,
    type: new GraphQLNonNull(StoredNodes),
    args: [],
    resolve: ({ nodes }, _, { work }, { fieldNodes: [node] }) => {
      const shape = node && shapes.get(node);
      if (shape === undefined) throw new Error('the document was not prepared by withStoredLists');
      const list = new StoredList(nodes, shape);
      work.addToResponse(list.size);
      return list;
    },
    deprecationReason: undefined,
    extensions: {},
    astNode: undefined,
  };
  Object.defineProperty(connection.getFields(), STORED_NODES, {
    value: field,
    enumerable: false,
    configurable: true,
  });
}

const prepared = new WeakMap<DocumentNode, DocumentNode>();

/**
 * Rewrites a document so that lists whose nodes can be serialised from stored bytes are one value each, whose fields
 * are not resolved one by one. The rest of the document is executed unchanged. Results are cached by document.
 *
 * @param custom members of types that are not stored as they are called, by `Type.field`
 */
export function withStoredLists(
  document: DocumentNode,
  schema: GraphQLSchema,
  custom: CustomMembers,
): DocumentNode {
  const cached = prepared.get(document);
  if (cached) return cached;
  const result = rewritten(document, schema, custom);
  prepared.set(document, result);
  return result;
}

function rewritten(document: DocumentNode, schema: GraphQLSchema, custom: CustomMembers): DocumentNode {
  const types = new TypeInfo(schema);
  const replaced = new Map<FieldNode, FieldNode>();
  const responseNames: string[] = [];
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: (node) => {
        if (types.getFieldDef()?.extensions[STORED_LIST] !== true) return;
        responseNames.push((node.alias ?? node.name).value);
        const list = storedList(node, types, (set, type) => shapeOf(set, type, { document, custom }));
        if (list) replaced.set(node, list);
      },
    }),
  );
  // Execution could merge lists with the same response name, and each rewritten list would know only its own selection.
  if (replaced.size === 0 || new Set(responseNames).size < responseNames.length) return document;
  return visit<DocumentNode>(document, { Field: { leave: (node) => replaced.get(node) } });
}

/** The list with its nodes as one value; `undefined` if a field of the nodes has to be resolved. */
function storedList(
  list: FieldNode,
  types: TypeInfo,
  shape: (set: SelectionSetNode, type: GraphQLObjectType) => ObjectShape | undefined,
): FieldNode | undefined {
  const { selectionSet } = list;
  const node = selectionSet && onlyNodesOf(selectionSet);
  const type = itemTypeOf(getNamedType(types.getType()));
  if (!selectionSet || !node?.selectionSet || !type) return undefined;
  const itemShape = shape(node.selectionSet, type);
  if (!itemShape) return undefined;
  // The selection stays, because the projection is derived from it.
  const stored: FieldNode = {
    ...node,
    alias: node.alias ?? node.name,
    name: { kind: Kind.NAME, value: STORED_NODES },
  };
  const selections = selectionSet.selections.map((selection) => (selection === node ? stored : selection));
  const result: FieldNode = { ...list, selectionSet: { ...selectionSet, selections } };
  shapes.set(stored, itemShape);
  lists.add(result);
  return result;
}

/** The field `nodes` of a selection without fragments, if it is the only one that has the items. */
function onlyNodesOf({ selections }: SelectionSetNode): FieldNode | undefined {
  const fields = selections.filter((selection) => selection.kind === Kind.FIELD);
  const [node, ...others] = fields.filter(({ name }) => name.value === NODES || name.value === 'edges');
  const isPlain = node?.name.value === NODES && !node.directives?.length;
  return isPlain && others.length === 0 && fields.length === selections.length ? node : undefined;
}

/** The type of the items of a connection. */
function itemTypeOf(connection: GraphQLNamedType | undefined): GraphQLObjectType | undefined {
  const list = isObjectType(connection) ? getNullableType(connection.getFields()[NODES]?.type) : undefined;
  const type = isListType(list) ? getNamedType(list) : undefined;
  return isObjectType(type) ? type : undefined;
}
