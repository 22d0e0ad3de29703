import {
  RESOURCE_TYPES,
  type ResourceType,
  type ResourceTypeName,
} from '../../domain/chatbot/resource/resource-types';
import { Arg, type ClassType, InputType } from 'type-graphql';
import {
  type DomainClass,
  type ResourceField,
  graphqlField,
  resourceFieldsOf,
} from '../../domain/chatbot/resource/resource-fields';
import { lowerFirst } from '../../shared/text';

/** Names of the operations on a resource type. */
export interface ResourceOperations {
  readonly read: string;
  readonly create: string;
  readonly update: string;
  readonly delete: string;
  /** Operation that creates several; absent if there is none. */
  readonly createMany?: string;
  readonly deleteMany?: string;
}

/** The types that are created and deleted in bulk, with their plurals. Source: the documented bulk operations. */
const BULK_TYPES: Partial<Record<ResourceTypeName, string>> = {
  Intent: 'Intents',
  Entity: 'Entities',
  Template: 'Templates',
};

export function operationsOn({ name }: ResourceType): ResourceOperations {
  const plural = BULK_TYPES[name];
  return {
    read: lowerFirst(name),
    create: `create${name}`,
    update: `update${name}`,
    delete: `delete${name}`,
    ...(plural === undefined ? {} : { createMany: `create${plural}`, deleteMany: `delete${plural}` }),
  };
}

/** The name of the argument for the owner of a new resource. */
export function ownerArgumentName({ owner }: ResourceType): string {
  return `${lowerFirst(owner)}Id`;
}

export const RESOURCE_OPERATIONS = RESOURCE_TYPES.map((type) => operationsOn(type));

/** The name of a type in a sentence: `fields compiler`. */
export function labelOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

/** The same with its indefinite article: `an entity`. */
export function withArticle(name: string): string {
  const label = labelOf(name);
  return `${/^[aeiou]/.test(label) ? 'an' : 'a'} ${label}`;
}

/** The argument of fields that contain secrets. */
export const redactedArgument = () =>
  Arg('redacted', () => Boolean, {
    defaultValue: false,
    description: 'If true, secrets are redacted even for an account that may read them.',
  }) as ParameterDecorator;

const INPUT_TYPES = new Map<DomainClass, ClassType<Record<string, unknown>>>();

/** The input type of a resource. All of its fields are optional. */
export function resourceInputOf({ domainClass }: ResourceType): ClassType<Record<string, unknown>> {
  return inputTypeOf(
    domainClass,
    `Values of ${withArticle(domainClass.name)}. Omitted fields keep their value on update and are null on creation.`,
  );
}

/** The input type of a field of a resource that has fields of its own. It replaces the existing value. */
function partInputOf(part: DomainClass): ClassType<Record<string, unknown>> {
  return inputTypeOf(
    part,
    `The ${labelOf(part.name)} to store in place of the existing ones. Omitted fields become null.`,
  );
}

function inputTypeOf(objectType: DomainClass, description: string): ClassType<Record<string, unknown>> {
  const existing = INPUT_TYPES.get(objectType);
  if (existing) return existing;
  const fields = resourceFieldsOf(objectType);
  const input = inputType(`${objectType.name}Input`, { description, fields });
  INPUT_TYPES.set(objectType, input);
  return input;
}

/** The filter of the lists of a resource type. */
export function filterOf({
  name,
  domainClass: objectType,
  filters,
}: ResourceType): ClassType<Record<string, unknown>> {
  const fields = resourceFieldsOf(objectType).filter((field) => filters.includes(field.name));
  return inputType(`${name}Filter`, {
    description: 'Restricts a list to objects whose fields equal all given values.',
    fields,
  });
}

function inputType(
  name: string,
  { description, fields }: { readonly description: string; readonly fields: readonly ResourceField[] },
): ClassType<Record<string, unknown>> {
  @InputType(name, { description })
  class Input {}
  for (const field of fields)
    graphqlField(field, field.type && partInputOf(field.type))(Input.prototype, field.graphName);
  return Input as unknown as ClassType<Record<string, unknown>>;
}

/**
 * The fields of a class that an input sets, by their names in the class. GraphQL omits the fields that the client
 * omits.
 */
export function fieldsIn(
  objectType: DomainClass,
  input: object | null | undefined,
): Readonly<Record<string, unknown>> {
  const values: Readonly<Record<string, unknown>> = { ...input };
  const presentFields = resourceFieldsOf(objectType).filter(
    ({ graphName }) => values[graphName] !== undefined,
  );
  return Object.fromEntries(
    presentFields.map(({ name, graphName, type }) => {
      const value = values[graphName];
      return [name, type && value !== null ? fieldsIn(type, value) : value];
    }),
  );
}
