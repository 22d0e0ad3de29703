/** A schema of JSON Schema 2020-12, the dialect of OpenAPI 3.1. An empty one allows anything. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type Properties = Readonly<Record<string, JsonSchema>>;

/** An object that has these members and no other: all of them, save those that a request can leave out. */
export function objectOf(properties: Properties, optional: ReadonlySet<string> = new Set()): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.has(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

export function listOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** The same, or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (typeof type === 'string' && schema['enum'] === undefined) return { ...schema, type: [type, 'null'] };
  return allowsAnything(schema) ? schema : { anyOf: [schema, { type: 'null' }] };
}

/** A part of the document that stands elsewhere. */
export function reference(
  kind: 'schemas' | 'responses' | 'parameters' | 'headers',
  name: string,
): JsonSchema {
  return { $ref: `#/components/${kind}/${name}` };
}

function allowsAnything(schema: JsonSchema): boolean {
  return Object.keys(schema).every((keyword) => keyword === 'description');
}
