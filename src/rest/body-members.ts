import { Failure } from '../shared/failure';
import { objectOf, type JsonSchema } from './openapi/json-schema';

type Members = Readonly<Record<string, unknown>>;

/** How a JSON body becomes variables of a document, by name. */
export interface BodyMembers {
  readonly read: (body: unknown) => Members;
  /** The schema of the body, from that of the variables that it fills. */
  readonly schema: (variables: JsonSchema) => JsonSchema;
}

/** The members of the body itself. */
export const membersOfBody: BodyMembers = {
  read: (body) => (isItem(body) ? body : {}),
  schema: (variables) => variables,
};

/** The members of one member of the body: none where it is absent. */
export function membersUnder(name: string): BodyMembers {
  return {
    read: (body) => {
      const value = membersOfBody.read(body)[name];
      if (value === undefined) return {};
      if (!isItem(value)) throw new Failure('INVALID_INPUT', `${name} must be an object`);
      return value;
    },
    schema: (variables) => ({ ...objectOf({ [name]: variables }), additionalProperties: true }),
  };
}

function isItem(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
