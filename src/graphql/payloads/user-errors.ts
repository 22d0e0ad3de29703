import {
  getNamedType,
  isInputObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
} from 'graphql';
import { type Failure, type UserErrorReason, USER_ERROR_REASONS } from '../../shared/failure';
import type { UserErrorView } from './user-error';

type Input = GraphQLArgument | GraphQLInputField;

/**
 * Whether the input of a mutation is at fault, rather than the rights of the caller, the objects that exist or the state of the
 * server. Missing content is a fault of the input; the same code also says that an object is missing, and then names no field.
 */
export function isUserError({ reason, kind, field }: Failure): boolean {
  return (
    (USER_ERROR_REASONS as readonly string[]).includes(reason) && (kind !== 'missing' || field !== undefined)
  );
}

/** The faults that a failure of a mutation reports, in the order in which they were found. */
export function userErrorsOf(mutation: GraphQLField<unknown, unknown>, failure: Failure): UserErrorView[] {
  return [failure, ...failure.others].map((one) => ({
    code: one.reason as UserErrorReason,
    message: one.message,
    field: one.field === undefined ? null : pathOf(mutation, one.field),
  }));
}

/**
 * The path of a field that a service names by itself, from the argument: services know the members of an input, not how the
 * arguments of a mutation group them. Null for what is no input of this mutation.
 */
function pathOf(
  { args }: GraphQLField<unknown, unknown>,
  field: readonly string[],
): readonly string[] | null {
  const [first] = field;
  if (args.some(({ name }) => name === first)) return field;
  const group = args.find((argument) => membersOf(argument).some(({ name }) => name === first));
  return group === undefined ? null : [group.name, ...field];
}

function membersOf({ type }: Input): readonly GraphQLInputField[] {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : [];
}
