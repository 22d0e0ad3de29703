import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputType,
  type GraphQLNamedType,
} from 'graphql';
import { listOf, nullable, type JsonSchema } from '../rest/request/json-schema';

const SCALARS: Readonly<Record<string, JsonSchema>> = {
  Boolean: { type: 'boolean' },
  DateTimeISO: { type: 'string', format: 'date-time' },
  Float: { type: 'number' },
  ID: { type: 'string' },
  Int: { type: 'integer' },
  SafeInt: { type: 'integer' },
  String: { type: 'string' },
};

/** The schema of a scalar or an enum; any other scalar is free JSON. */
export function leafSchema(type: GraphQLNamedType): JsonSchema {
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
  if (isListType(type)) return listOf(inputSchema(type.ofType));
  if (!isInputObjectType(type)) return leafSchema(type);
  const fields = Object.values(type.getFields());
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [field.name, described(inputSchema(field.type), field.description)]),
    ),
    required: fields.filter((field) => isNonNullType(field.type)).map(({ name }) => name),
  };
}

/** Adds what the GraphQL schema says of a field. */
export function described(schema: JsonSchema, description: string | null | undefined): JsonSchema {
  return description === null || description === undefined ? schema : { ...schema, description };
}
