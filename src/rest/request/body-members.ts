import { Failure } from '../../shared/failure';
import { FORBIDDEN_KEYS, isJsonObject } from '../../shared/json';

/** A schema of JSON Schema 2020-12, the dialect of OpenAPI 3.1. An empty one allows anything. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type Properties = Readonly<Record<string, JsonSchema>>;

/** The schema of an object with these members and no others. All are required except the optional ones. */
export function objectSchema(properties: Properties, optional: ReadonlySet<string> = new Set()): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.has(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

export function arraySchema(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** The same, or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (typeof type === 'string' && schema['enum'] === undefined) return { ...schema, type: [type, 'null'] };
  return allowsAnything(schema) ? schema : { anyOf: [schema, { type: 'null' }] };
}

/** A part of the OpenAPI document that is defined elsewhere. */
export function reference(
  kind: 'schemas' | 'responses' | 'parameters' | 'headers',
  name: string,
): JsonSchema {
  return { $ref: `#/components/${kind}/${name}` };
}

function allowsAnything(schema: JsonSchema): boolean {
  return Object.keys(schema).every((keyword) => keyword === 'description');
}

type Members = Readonly<Record<string, unknown>>;

/** Mapping of the members of a JSON body to variables of a document. */
export interface BodyMembers {
  readonly read: (body: unknown) => Members;
  /** Names of the members that are not read. Defaults to those of `read` that the document has no variable for. */
  readonly ignored?: (body: unknown) => readonly string[];
  /** Names in the body of the variables that have other names. */
  readonly wireNames?: Readonly<Record<string, string>>;
  /** The schema of the body, from that of the variables that it fills. */
  readonly schema: (variables: JsonSchema) => JsonSchema;
}

/** The members of the body itself. */
export const membersOfBody: BodyMembers = {
  read: (body) => (body === undefined ? {} : item(body, 'The request body')),
  schema: (variables) => variables,
};

/** The members of one member of the body: none where it is absent. */
export function membersUnder(name: string): BodyMembers {
  return {
    read: (body) => {
      const value = membersOfBody.read(body)[name];
      return value === undefined ? {} : item(value, name);
    },
    schema: (variables) => ({ ...objectSchema({ [name]: variables }), additionalProperties: true }),
  };
}

/** The members of one member of the body, or where it is absent those of the body itself. */
export function membersUnderOrFlat(name: string): BodyMembers {
  const under = membersUnder(name);
  return {
    read: (body) => (name in membersOfBody.read(body) ? under : membersOfBody).read(body),
    schema: (variables) => ({ anyOf: [under.schema(variables), variables] }),
  };
}

/**
 * @param name what the value is, for the message
 * @throws Failure INVALID_INPUT when it is not an object, or has a member whose name could reach its prototype
 */
function item(value: unknown, name: string): Members {
  if (!isJsonObject(value)) throw new Failure('INVALID_INPUT', `${name} must be a JSON object`);
  const forbidden = Object.keys(value).find((key) => FORBIDDEN_KEYS.has(key));
  if (forbidden === undefined) return value;
  throw new Failure('INVALID_INPUT', `${name} has a member with the forbidden name ${forbidden}`);
}
