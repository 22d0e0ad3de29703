import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import 'reflect-metadata';
import { GraphQLJSONObject, GraphQLSafeInt } from 'graphql-scalars';
import { Field, Int, ID } from 'type-graphql';
import { JsonText } from '../../../shared/json';

/** The type of fields whose documented type is implausible. */
export type Loose = string | number | boolean;

/**
 * Accepts a string, a number or a boolean, and returns the stored value.
 * Source: interface decisions, section 4, "Implausible documented types".
 */
const LooseScalar = new GraphQLScalarType<unknown, unknown>({
  name: 'TextNumberOrBoolean',
  description: 'A string, a number or a boolean, returned as it was stored.',
  serialize: (value) => (value instanceof JsonText ? value.toJSON() : value),
  parseValue: looseFrom,
  parseLiteral: (node) => looseFrom(scalarValue(node)),
});

function looseFrom(value: unknown): Loose {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new GraphQLError('must be a string, a number or a boolean');
}

function scalarValue(node: ValueNode): unknown {
  if (node.kind === Kind.INT || node.kind === Kind.FLOAT) return Number(node.value);
  return node.kind === Kind.STRING || node.kind === Kind.BOOLEAN ? node.value : undefined;
}

/** The type of a field: `object` is free JSON, `objects` a list of it, `part` an object of a class. */
export type FieldKind = 'text' | 'flag' | 'integer' | 'object' | 'objects' | 'loose' | 'part';

export type DomainClass = abstract new (...args: never[]) => object;

/** A field of a resource that clients write. All fields are nullable. */
export interface ResourceField {
  /** Name in the class and in the store. */
  readonly name: string;
  /** Name in GraphQL. */
  readonly graphName: string;
  readonly kind: FieldKind;
  readonly description: string;
  /** The class of a part. */
  readonly type?: DomainClass;
}

const FIELDS_BY_CLASS = new Map<unknown, ResourceField[]>();

/** The fields of a class, in the order in which it declares them. */
export function resourceFieldsOf(type: DomainClass): readonly ResourceField[] {
  const fields = FIELDS_BY_CLASS.get(type);
  if (fields === undefined) throw new Error(`${type.name} declares no fields`);
  return fields;
}

/**
 * The GraphQL field of a resource field, in a type or in its input.
 *
 * @param partType the type of a part: its class, or its input type
 */
export function graphqlField(
  { kind, description, renamed }: FieldOptions,
  partType?: DomainClass,
): PropertyDecorator {
  const options = { nullable: true, description, ...(renamed && { name: renamed, simple: false }) };
  if (partType) return Field(() => partType, options);
  if (kind === 'flag') return Field(() => Boolean, options);
  if (kind === 'integer') return Field(() => Int, options);
  if (kind === 'loose') return Field(() => LooseScalar, options);
  if (kind === 'object') return Field(() => GraphQLJSONObject, options);
  if (kind === 'objects') return Field(() => [GraphQLJSONObject], options);
  return Field(() => String, options);
}

interface FieldOptions extends Pick<ResourceField, 'kind' | 'description'> {
  /** Name of the field in GraphQL, if it differs from the name of the property. */
  readonly renamed?: string | undefined;
}

export const text = resourceField('text');
export const flag = resourceField('flag');
export const integer = resourceField('integer');
export const freeObject = resourceField('object');
export const freeObjects = resourceField('objects');
export const loose = resourceField('loose');

export const partField = (type: DomainClass, description: string) =>
  declaredField({ kind: 'part', description, type });

function resourceField(kind: FieldKind) {
  return (description: string, renamed?: string) => declaredField({ kind, description, renamed });
}

function declaredField(options: FieldOptions & Pick<ResourceField, 'type'>): PropertyDecorator {
  return (prototype, property) => {
    const owner: unknown = prototype.constructor;
    const { renamed, ...field } = options;
    const name = String(property);
    FIELDS_BY_CLASS.set(owner, [
      ...(FIELDS_BY_CLASS.get(owner) ?? []),
      { ...field, name, graphName: renamed ?? name },
    ]);
    graphqlField(options, options.type)(prototype, property);
  };
}

/** The number that the server assigns to a resource. */
export const numberField = (description: string) => Field(() => GraphQLSafeInt, { description });

export const publicId = () =>
  Field(() => ID, {
    description:
      'Public identifier, unique within the application: a UUID, or the identifier from an import.',
  });

export const lastUpdate = () =>
  Field(() => String, {
    nullable: true,
    description: 'Time of the last change in ISO 8601. An import keeps the value from its file.',
  });
