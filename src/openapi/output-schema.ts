import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  getOperationAST,
  isCompositeType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import {
  arraySchema,
  nullable,
  type JsonSchema,
  objectSchema,
  reference,
  type Properties,
} from '../rest/request/body-members';
import { documentedSchema } from '../rest/document/documented-members';
import { payloadIn } from '../rest/document/payload';
import { fragmentOf, isAdapterField, responseName } from '../rest/document/selected-fields';

const SCALARS: Readonly<Record<string, JsonSchema>> = {
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  Float: { type: 'number' },
  ID: { type: 'string' },
  Int: { type: 'integer' },
  SafeInt: { type: 'integer' },
  String: { type: 'string' },
};

/** The schema of a scalar or an enum; any other scalar is free JSON. */
function leafSchema(type: GraphQLNamedType): JsonSchema {
  if (isEnumType(type)) return { type: 'string', enum: type.getValues().map(({ name }) => name) };
  return SCALARS[type.name] ?? {};
}

/** The schema of what a variable takes. */
export function inputSchema(type: GraphQLInputType): JsonSchema {
  if (isNonNullType(type)) return filledSchema(type.ofType);
  return nullable(filledSchema(type));
}

function filledSchema(type: GraphQLInputType): JsonSchema {
  if (isNonNullType(type)) return filledSchema(type.ofType);
  if (isListType(type)) return arraySchema(inputSchema(type.ofType));
  if (!isInputObjectType(type)) return leafSchema(type);
  const fields = Object.values(type.getFields());
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [field.name, withDescription(inputSchema(field.type), field.description)]),
    ),
    required: fields.filter((field) => isNonNullType(field.type)).map(({ name }) => name),
  };
}

/** Adds what the GraphQL schema says of a field. */
function withDescription(schema: JsonSchema, description: string | null | undefined): JsonSchema {
  return description === null || description === undefined ? schema : { ...schema, description };
}

/** Members of an object; a directive can leave some of them out. */
export interface Members {
  readonly properties: Properties;
  readonly optional: ReadonlySet<string>;
}

const NO_MEMBERS: Members = { properties: {}, optional: new Set() };

/** Schemas of the data that a document returns. */
export interface OutputSchemas {
  /** The root field as it is, never null; notes for the adapter are left out everywhere. */
  readonly root: JsonSchema;
  /** The members of the root field, where it is an object. */
  readonly members: Members;
  /** The items of a connection. */
  readonly item: JsonSchema | undefined;
  /** Objects that a fragment describes whole, by its name. */
  readonly named: ReadonlyMap<string, JsonSchema>;
}

/**
 * Reads the schemas of a validated document off the types that it selects from.
 *
 * @param options hasInlineItems: whether items are described in place, because they get further members; otherwise they refer to
 *   the schema of their fragment
 */
export function outputSchemas(
  schema: GraphQLSchema,
  document: DocumentNode,
  { hasInlineItems = false } = {},
): OutputSchemas {
  const operation = getOperationAST(document);
  const rootType = operation && schema.getRootType(operation.operation);
  if (!operation || !rootType) throw new Error('a document has exactly one operation');
  const { root, type } = shownRoot(document, operation, rootType);
  const connection = connectionIn(root, type);
  const nodes = fieldSelections(connection.field.selectionSet).find(({ name }) => name.value === 'nodes');
  const items = new SchemaWriter(document);
  const item = nodes && items.item(nodes, nodesType(objectType(connection.type)), hasInlineItems);
  const writer = new SchemaWriter(document);
  const members = root.selectionSet ? writer.members(root.selectionSet, objectType(type)) : NO_MEMBERS;
  const named = hasInlineItems ? items.named : new Map([...writer.named, ...items.named]);
  return { root: writer.filled(root, type), members, item, named };
}

/** The root field; of a mutation, the result in its payload. */
function shownRoot(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  rootType: GraphQLObjectType,
): { readonly root: FieldNode; readonly type: GraphQLOutputType } {
  const [root] = fieldSelections(operation.selectionSet);
  const type = root && rootType.getFields()[root.name.value]?.type;
  if (!type) throw new Error('a document has exactly one root field');
  const result = payloadIn(document, operation)?.result;
  const inside = result && objectType(type).getFields()[result.name.value]?.type;
  return result && inside ? { root: result, type: inside } : { root, type };
}

interface Typed {
  readonly field: FieldNode;
  readonly type: GraphQLOutputType;
}

/** The only field of lifted ones, or the field itself. */
function connectionIn(field: FieldNode, type: GraphQLOutputType): Typed {
  const [only, ...others] = fieldSelections(field.selectionSet);
  if (responseName(field) !== '_' || !only?.selectionSet || others.length > 0) return { field, type };
  const inside = objectType(type).getFields()[only.name.value]?.type;
  return inside ? connectionIn(only, inside) : { field, type };
}

function nodesType(connection: GraphQLObjectType): GraphQLOutputType {
  const nodes = connection.getFields()['nodes']?.type;
  if (!nodes) throw new Error(`${connection.name} has no nodes`);
  const list = isNonNullType(nodes) ? nodes.ofType : nodes;
  return isListType(list) ? (list.ofType as GraphQLOutputType) : list;
}

class SchemaWriter {
  readonly named = new Map<string, JsonSchema>();

  constructor(private readonly document: DocumentNode) {}

  /** The schema of a field whose value is there. */
  filled(field: FieldNode, type: GraphQLOutputType): JsonSchema {
    if (isNonNullType(type)) return this.filled(field, type.ofType as GraphQLOutputType);
    if (isListType(type)) return arraySchema(this.value(field, type.ofType));
    const named = getNamedType(type);
    if (!isCompositeType(named) || !field.selectionSet) return leafSchema(named);
    return this.object(field.selectionSet, objectType(named));
  }

  item(nodes: FieldNode, type: GraphQLOutputType, isInline: boolean): JsonSchema {
    const { selectionSet } = nodes;
    return isInline && selectionSet
      ? this.objectOf(selectionSet, objectType(type))
      : this.filled(nodes, type);
  }

  members(selections: SelectionSetNode, type: GraphQLObjectType): Members {
    const all = selections.selections.map((selection) => {
      const members = this.membersOf(selection, type);
      const canBeLeftOut = (selection.directives ?? []).length > 0;
      return canBeLeftOut ? { ...members, optional: new Set(Object.keys(members.properties)) } : members;
    });
    return {
      properties: Object.assign({}, ...all.map(({ properties }) => properties)) as Properties,
      optional: new Set(all.flatMap(({ optional }) => [...optional])),
    };
  }

  private membersOf(selection: SelectionNode, type: GraphQLObjectType): Members {
    if (selection.kind === Kind.INLINE_FRAGMENT) return this.members(selection.selectionSet, type);
    if (selection.kind === Kind.FRAGMENT_SPREAD)
      return this.members(fragmentOf(this.document, selection.name.value).selectionSet, type);
    const documented = documentedSchema(selection, type);
    if (documented) return { ...NO_MEMBERS, properties: { [responseName(selection)]: documented } };
    const definition = type.getFields()[selection.name.value];
    if (isAdapterField(selection) || !definition) return NO_MEMBERS;
    const schema = withDescription(this.value(selection, definition.type), definition.description);
    return { ...NO_MEMBERS, properties: { [responseName(selection)]: schema } };
  }

  private value(field: FieldNode, type: GraphQLOutputType): JsonSchema {
    return isNonNullType(type) ? this.filled(field, type) : nullable(this.filled(field, type));
  }

  /** An object that one fragment describes, notes aside, has the name of the fragment. */
  private object(selections: SelectionSetNode, type: GraphQLObjectType): JsonSchema {
    const shown = selections.selections.filter(
      (selection) => selection.kind !== Kind.FIELD || !isAdapterField(selection),
    );
    const [only, ...others] = shown;
    if (only?.kind !== Kind.FRAGMENT_SPREAD || others.length > 0) return this.objectOf(selections, type);
    const name = only.name.value;
    if (!this.named.has(name)) {
      const { selectionSet } = fragmentOf(this.document, name);
      this.named.set(name, withDescription(this.objectOf(selectionSet, type), type.description));
    }
    return reference('schemas', name);
  }

  private objectOf(selections: SelectionSetNode, type: GraphQLObjectType): JsonSchema {
    const { properties, optional } = this.members(selections, type);
    return objectSchema(properties, optional);
  }
}

function objectType(type: GraphQLOutputType): GraphQLObjectType {
  const named = getNamedType(type);
  if (!isObjectType(named)) throw new Error(`${named.name} is no object; a route shows objects alone`);
  return named;
}

function fieldSelections(selections: SelectionSetNode | undefined): readonly FieldNode[] {
  return (selections?.selections ?? []).filter(
    (selection): selection is FieldNode => selection.kind === Kind.FIELD,
  );
}
