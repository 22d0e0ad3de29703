import { Failure } from '../shared/failure';

type Members = Readonly<Record<string, unknown>>;

/** Turns a JSON body into variables of a document, by name. */
export type BodyMembers = (body: unknown) => Members;

/** The members of the body itself. */
export const membersOfBody: BodyMembers = (body) => (isItem(body) ? body : {});

/** The members of one member of the body: none where it is absent. */
export function membersUnder(name: string): BodyMembers {
  return (body) => {
    const value = membersOfBody(body)[name];
    if (value === undefined) return {};
    if (!isItem(value)) throw new Failure('INVALID_INPUT', `${name} must be an object`);
    return value;
  };
}

function isItem(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
