import {
  type DocumentNode,
  type FieldNode,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { AUTHORISE } from '../../shared/extensions';
import type { MemberShape, ObjectShape, ValueShape } from '../../shared/stored-list';

type Field = GraphQLField<unknown, unknown>;

/** A member that is not stored as it is called: how it is written, or `undefined` if it has to be resolved. */
type OwnMember = (node: FieldNode, field: Field) => Unnamed | undefined;
type Unnamed = MemberShape extends infer Each ? (Each extends unknown ? Omit<Each, 'name'> : never) : never;

export type OwnMembers = Readonly<Record<string, OwnMember>>;

interface Within {
  readonly document: DocumentNode;
  readonly own: OwnMembers;
}

/** Fields that return what is stored under their names. */
const plain = new WeakSet<Field>();

/** Notes which fields have no resolver, before any rule surrounds them. */
export function notePlainFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type))
      for (const field of Object.values(type.getFields())) if (!field.resolve) plain.add(field);
  return schema;
}

/** How the fields of a selection are written from a stored object; `undefined` if one of them has to be resolved. */
export function shapeOf(
  set: SelectionSetNode,
  type: GraphQLObjectType,
  within: Within,
): ObjectShape | undefined {
  const members = new Map<string, MemberShape>();
  for (const node of fieldsOf(set, type, within.document)) {
    const member = node && memberOf(node, type, within);
    // Fields of one name would be merged.
    if (!member || members.has(member.name)) return undefined;
    members.set(member.name, member);
  }
  return { members: [...members.values()] };
}

/** The fields of a selection, with fragments opened; `undefined` stands for what is not always selected. */
function fieldsOf(
  { selections }: SelectionSetNode,
  type: GraphQLObjectType,
  document: DocumentNode,
): readonly (FieldNode | undefined)[] {
  return selections.flatMap((selection) => {
    if (selection.directives?.length) return [undefined];
    if (selection.kind === Kind.FIELD) return [selection];
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragmentOf(document, selection.name.value);
    const condition = fragment?.typeCondition?.name.value ?? type.name;
    const isOfType = condition === type.name || type.getInterfaces().some(({ name }) => name === condition);
    return fragment && isOfType ? fieldsOf(fragment.selectionSet, type, document) : [undefined];
  });
}

function fragmentOf({ definitions }: DocumentNode, name: string) {
  return definitions
    .filter((one) => one.kind === Kind.FRAGMENT_DEFINITION)
    .find((one) => one.name.value === name);
}

function memberOf(node: FieldNode, type: GraphQLObjectType, within: Within): MemberShape | undefined {
  const from = node.name.value;
  const name = (node.alias ?? node.name).value;
  if (from === '__typename') return { name, source: 'constant', text: type.name };
  const field = type.getFields()[from];
  if (!field || AUTHORISE in field.extensions) return undefined;
  const own = within.own[`${type.name}.${from}`];
  const member = own ? own(node, field) : storedMember(node, field, within);
  return member && { ...member, name };
}

function storedMember(node: FieldNode, field: Field, within: Within): Unnamed | undefined {
  const value = plain.has(field) ? valueOf(field.type, node, within) : undefined;
  return value && { source: 'stored', from: field.name, isRequired: isNonNullType(field.type), value };
}

/** How scalars are stored. Free JSON is stored as text where `own` says so, and nowhere else. */
const SCALARS: Readonly<Record<string, 'text' | 'integer' | 'boolean' | 'time'>> = {
  String: 'text',
  ID: 'text',
  Int: 'integer',
  SafeInt: 'integer',
  Boolean: 'boolean',
  DateTime: 'time',
};

function valueOf(type: GraphQLOutputType, node: FieldNode, within: Within): ValueShape | undefined {
  const inner = getNullableType(type);
  if (isListType(inner)) {
    const item = valueOf(inner.ofType, node, within);
    return item && { kind: 'list', item, isItemRequired: isNonNullType(inner.ofType) };
  }
  if (isScalarType(inner)) {
    const kind = SCALARS[inner.name];
    return kind && { kind };
  }
  const shape =
    isObjectType(inner) && node.selectionSet ? shapeOf(node.selectionSet, inner, within) : undefined;
  return shape && { kind: 'object', shape };
}
