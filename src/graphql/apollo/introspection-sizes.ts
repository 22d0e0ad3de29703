import {
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';

/** How long the lists of the schema are that introspection reads, by the names of their fields. */
export type Sizes = Readonly<Record<string, number>>;

export interface IntrospectionSizes {
  /** Over all types: what a list adds where all of them are read. */
  readonly average: Sizes;
  /** Of the type that has most: what a list adds where any type may stand. */
  readonly largest: Sizes;
}

const known = new WeakMap<GraphQLSchema, IntrospectionSizes>();

export function introspectionSizes(schema: GraphQLSchema): IntrospectionSizes {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const lengths = Object.entries(lengthsIn(schema));
  const sizes: IntrospectionSizes = {
    average: Object.fromEntries(lengths.map(([name, all]) => [name, sum(all) / all.length])),
    largest: Object.fromEntries(lengths.map(([name, all]) => [name, Math.max(...all)])),
  };
  known.set(schema, sizes);
  return sizes;
}

function lengthsIn(schema: GraphQLSchema): Readonly<Record<string, readonly number[]>> {
  const types = Object.values(schema.getTypeMap());
  const outputs = types.filter(isOutput);
  const fields = outputs.flatMap((type) => Object.values(type.getFields()));
  const directives = schema.getDirectives();
  return {
    types: [types.length],
    directives: [directives.length],
    fields: types.map((type) => (isOutput(type) ? size(type.getFields()) : 0)),
    inputFields: types.map((type) => (isInputObjectType(type) ? size(type.getFields()) : 0)),
    enumValues: types.map((type) => (isEnumType(type) ? type.getValues().length : 0)),
    interfaces: types.map((type) => (isOutput(type) ? type.getInterfaces().length : 0)),
    possibleTypes: types.map((type) => (isAbstractType(type) ? schema.getPossibleTypes(type).length : 0)),
    args: [...fields, ...directives].map(({ args }) => args.length),
  };
}

function isOutput(type: GraphQLNamedType): type is GraphQLObjectType | GraphQLInterfaceType {
  return isObjectType(type) || isInterfaceType(type);
}

function size(fields: object): number {
  return Object.keys(fields).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
