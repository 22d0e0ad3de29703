import { GraphQLSafeInt } from 'graphql-scalars';
import { Schema, type SchemaDefinition } from 'mongoose';
import { Float, getMetadataStorage, ID, Int } from 'type-graphql';

type Class = abstract new (...args: never[]) => unknown;

/** Scalars and their stored types. Any other scalar is free JSON, stored as its text. */
const STORED_TYPES = new Map<unknown, unknown>([
  [String, String],
  [ID, String],
  [Boolean, Boolean],
  [Date, Date],
  [Int, Number],
  [Float, Number],
  [GraphQLSafeInt, Number],
]);

/** Unknown fields and filter paths are errors: the domain classes define what is stored. */
const SCHEMA_OPTIONS = { strict: 'throw', strictQuery: 'throw', versionKey: false, minimize: false } as const;

/**
 * The mongoose schema of a domain class, from the fields that it declares for GraphQL.
 *
 * @param hidden fields that are stored and never part of the GraphQL type
 */
export function documentSchema(type: Class, hidden: SchemaDefinition = {}): Schema {
  return new Schema(
    { ...definitionOf(type), ...hidden },
    { ...SCHEMA_OPTIONS, autoIndex: false, autoCreate: false },
  );
}

/** A schema for documents that GraphQL never shows. */
export function internalSchema(definition: SchemaDefinition): Schema {
  return new Schema(definition, { ...SCHEMA_OPTIONS, autoIndex: false, autoCreate: false });
}

/** A schema for a member of a document. */
export function partSchema(definition: SchemaDefinition): Schema {
  return new Schema(definition, { ...SCHEMA_OPTIONS, _id: false });
}

function definitionOf(type: Class): SchemaDefinition {
  const fields = getMetadataStorage().fields.filter((field) => field.target === type);
  if (fields.length === 0) throw new Error(`${type.name} declares no fields`);
  return Object.fromEntries(
    fields.map((field) => {
      let type = storedType(field.getType() as unknown);
      // The fields are known only after the type has been declared.
      const { array = false, arrayDepth = 1 } = field.typeOptions;
      for (let depth = array ? arrayDepth : 0; depth > 0; depth -= 1) type = [type];
      return [field.name, { type }];
    }),
  );
}

function storedType(type: unknown): unknown {
  const schemaType = STORED_TYPES.get(type);
  if (schemaType !== undefined) return schemaType;
  // A scalar that is not in the list is free JSON; an enum is an object whose values are texts.
  if (typeof type !== 'function') return String;
  return partSchema(definitionOf(type as Class));
}

const schemas = new Map<string, Schema>();

/**
 * The schema of a model, which all connections of a process share, because creating the schemas takes most of the time
 * of creating the models of a connection.
 */
export function sharedSchema(name: string, schemaOf: () => Schema): Schema {
  const schema = schemas.get(name) ?? schemaOf();
  schemas.set(name, schema);
  return schema;
}
