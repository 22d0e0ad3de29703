import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  GraphQLNonNull,
  type GraphQLResolveInfo,
  GraphQLScalarType,
  type GraphQLSchema,
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
import { type OwnMembers, shapeOf } from './object-shape';

/** Extension of lists whose resolvers return stored objects where `isStoredList` asks for them. */
export const STORED_LIST = 'storedList';

const NODES = 'nodes';

/** No document can spell this name: only `withStoredLists` puts it into one. */
export const STORED_NODES = 'nodes as stored';

/** The lists that documents take as stored, and the shapes of their nodes. */
const lists = new WeakSet<FieldNode>();
const shapes = new WeakMap<FieldNode, ObjectShape>();

/** Whether the objects of a list are only written, so that its resolver returns them as they are stored. */
export function isStoredList({ fieldNodes }: GraphQLResolveInfo): boolean {
  return fieldNodes.every((node) => lists.has(node));
}

/** A list that the code that writes the response serialises. */
const StoredNodes = new GraphQLScalarType({ name: 'StoredNodes', serialize: (value) => value });

/** Gives connections of stored lists the field that returns their nodes as one value. Introspection does not show it. */
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
      work.addToAnswer(list.size);
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
 * The same document, but that lists whose nodes can be written as they are stored are one value each: their fields are not
 * resolved one by one. Everything else of it is executed as it is. A document is prepared once.
 *
 * @param own members of types that are not stored as they are called, by `Type.field`
 */
export function withStoredLists(
  document: DocumentNode,
  schema: GraphQLSchema,
  own: OwnMembers,
): DocumentNode {
  const known = prepared.get(document);
  if (known) return known;
  const result = rewritten(document, schema, own);
  prepared.set(document, result);
  return result;
}

function rewritten(document: DocumentNode, schema: GraphQLSchema, own: OwnMembers): DocumentNode {
  const types = new TypeInfo(schema);
  const replaced = new Map<FieldNode, FieldNode>();
  const found: string[] = [];
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: (node) => {
        if (types.getFieldDef()?.extensions[STORED_LIST] !== true) return;
        found.push((node.alias ?? node.name).value);
        const list = storedList(node, types, (set, type) => shapeOf(set, type, { document, own }));
        if (list) replaced.set(node, list);
      },
    }),
  );
  // Fields of one name may be merged into one, of which each would know a part.
  if (replaced.size === 0 || new Set(found).size < found.length) return document;
  return visit<DocumentNode>(document, { Field: { leave: (node) => replaced.get(node) } });
}

/** The list with its nodes as one value; `undefined` if they have to be resolved. */
function storedList(
  list: FieldNode,
  types: TypeInfo,
  shape: (set: NonNullable<FieldNode['selectionSet']>, type: GraphQLObjectType) => ObjectShape | undefined,
): FieldNode | undefined {
  const { selectionSet } = list;
  const connection = getNamedType(types.getType());
  const fields = selectionSet?.selections.filter((selection) => selection.kind === Kind.FIELD) ?? [];
  const nodes = fields.filter(({ name }) => name.value === NODES || name.value === 'edges');
  const [node] = nodes;
  if (!selectionSet || fields.length < selectionSet.selections.length || !isObjectType(connection))
    return undefined;
  if (nodes.length !== 1 || node?.name.value !== NODES || !node.selectionSet || node.directives?.length)
    return undefined;
  const item = getNullableType(connection.getFields()[NODES]?.type);
  const type = isListType(item) ? getNamedType(item) : undefined;
  const found = isObjectType(type) ? shape(node.selectionSet, type) : undefined;
  if (!found) return undefined;
  // The selection stays: what is read depends on it.
  const stored: FieldNode = {
    ...node,
    alias: node.alias ?? node.name,
    name: { kind: Kind.NAME, value: STORED_NODES },
  };
  const selections = selectionSet.selections.map((selection) => (selection === node ? stored : selection));
  const result: FieldNode = { ...list, selectionSet: { ...selectionSet, selections } };
  shapes.set(stored, found);
  lists.add(result);
  return result;
}
