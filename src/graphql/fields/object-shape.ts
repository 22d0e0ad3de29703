import {
  type DocumentNode,
  type FieldNode,
  type FragmentSpreadNode,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { AUTHORISE } from '../../shared/extensions';
import type { MemberShape, ObjectShape, ValueShape } from '../../shared/json-text';

type Field = GraphQLField<unknown, unknown>;

/** How a member is serialised that is not stored under its name; `undefined` if it has to be resolved. */
type CustomMember = (node: FieldNode, field: Field) => UnnamedShape | undefined;
type UnnamedShape = MemberShape extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'name'>
    : never
  : never;

export type CustomMembers = Readonly<Record<string, CustomMember>>;

interface ShapeContext {
  readonly document: DocumentNode;
  readonly custom: CustomMembers;
}

/** Fields that return the stored value of the same name. */
const plain = new WeakSet<Field>();

/** Collects the fields without a resolver, before any rule wraps them. */
export function collectPlainFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type))
      for (const field of Object.values(type.getFields())) if (!field.resolve) plain.add(field);
  return schema;
}

/** The shape by which a selection is serialised from a stored object; `undefined` if a field must be resolved. */
export function shapeOf(
  set: SelectionSetNode,
  type: GraphQLObjectType,
  context: ShapeContext,
): ObjectShape | undefined {
  const members = new Map<string, MemberShape>();
  for (const node of openedSelections(set, type, { document: context.document, opened: new Set() })) {
    const member = node && memberShapeOf(node, type, context);
    // Execution would merge fields with the same response name.
    if (!member || members.has(member.name)) return undefined;
    members.set(member.name, member);
  }
  return { members: [...members.values()] };
}

interface Opening {
  readonly document: DocumentNode;
  /** Names of the fragments that have been expanded. */
  readonly opened: Set<string>;
}

/**
 * The fields of a selection, with fragments expanded; `undefined` represents a field that is not always selected. A
 * fragment is expanded once: twice, its fields would be merged, and nested fragments would double the work at each
 * level.
 */
function* openedSelections(
  { selections }: SelectionSetNode,
  type: GraphQLObjectType,
  opening: Opening,
): Generator<FieldNode | undefined> {
  for (const selection of selections) {
    const set = selection.kind === Kind.FIELD ? undefined : setOf(selection, type, opening);
    if (selection.directives?.length) yield undefined;
    else if (selection.kind === Kind.FIELD) yield selection;
    else if (set) yield* openedSelections(set, type, opening);
    else yield undefined;
  }
}

/** The selection of a fragment; `undefined` if it has been expanded before or may apply to another type. */
function setOf(
  selection: FragmentSpreadNode | InlineFragmentNode,
  type: GraphQLObjectType,
  { document, opened }: Opening,
): SelectionSetNode | undefined {
  const name = selection.kind === Kind.FRAGMENT_SPREAD ? selection.name.value : undefined;
  if (name !== undefined && opened.has(name)) return undefined;
  if (name !== undefined) opened.add(name);
  const fragment =
    selection.kind === Kind.INLINE_FRAGMENT ? selection : fragmentOf(document, selection.name.value);
  const condition = fragment?.typeCondition?.name.value ?? type.name;
  const isOfType =
    condition === type.name || type.getInterfaces().some((parent) => parent.name === condition);
  return isOfType ? fragment?.selectionSet : undefined;
}

function fragmentOf({ definitions }: DocumentNode, name: string) {
  return definitions
    .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
    .find((fragment) => fragment.name.value === name);
}

function memberShapeOf(
  node: FieldNode,
  type: GraphQLObjectType,
  context: ShapeContext,
): MemberShape | undefined {
  const from = node.name.value;
  const name = (node.alias ?? node.name).value;
  if (from === '__typename') return { name, source: 'constant', text: type.name };
  const field = type.getFields()[from];
  if (!field || AUTHORISE in field.extensions) return undefined;
  const customMember = context.custom[`${type.name}.${from}`];
  const member = customMember ? customMember(node, field) : storedMember(node, field, context);
  return member && { ...member, name };
}

function storedMember(node: FieldNode, field: Field, context: ShapeContext): UnnamedShape | undefined {
  const value = plain.has(field) ? valueShapeOf(field.type, node, context) : undefined;
  return value && { source: 'stored', from: field.name, isRequired: isNonNullType(field.type), value };
}

/** Stored forms of scalars. Free JSON is stored as text only if `own` says so. */
const STORED_FORMS: Readonly<Record<string, 'text' | 'integer' | 'boolean' | 'time'>> = {
  String: 'text',
  ID: 'text',
  Int: 'integer',
  SafeInt: 'integer',
  Boolean: 'boolean',
  DateTime: 'time',
};

function valueShapeOf(
  type: GraphQLOutputType,
  node: FieldNode,
  context: ShapeContext,
): ValueShape | undefined {
  const inner = getNullableType(type);
  if (isListType(inner)) {
    const item = valueShapeOf(inner.ofType, node, context);
    return item && { kind: 'list', item, isItemRequired: isNonNullType(inner.ofType) };
  }
  if (isScalarType(inner)) {
    const kind = STORED_FORMS[inner.name];
    return kind && { kind };
  }
  const shape =
    isObjectType(inner) && node.selectionSet ? shapeOf(node.selectionSet, inner, context) : undefined;
  return shape && { kind: 'object', shape };
}
