import {
  getNamedType,
  isInputObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  GraphQLEnumType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type GraphQLFieldConfigMap,
} from 'graphql';
import { type Failure, type UserErrorReason, USER_ERROR_REASONS } from '../../shared/failure';

/** One fault of the input of a mutation, as clients see it. */
interface UserErrorView {
  readonly code: UserErrorReason;
  readonly message: string;
  readonly field: readonly string[] | null;
}

const CODES: Readonly<Record<UserErrorReason, string>> = {
  INVALID_INPUT: 'The value is invalid; the message states the rule.',
  DICTIONARY_UNNAMED: 'The new dictionary has neither an identifier nor an abbreviated name.',
  EMAIL_INVALID: 'The text is not an email address.',
  CONTENT_MISSING: 'The article has no content.',
  PLATFORM_KEPT: 'The application of the platform itself cannot be disabled or deleted.',
  CONFLICT: 'Another object has the same name, email address or identifier.',
  REVISION_MISMATCH: 'The object has changed since it was read: read it again.',
  TOO_LARGE: 'The value exceeds the largest size that the server stores.',
  QUOTA_EXCEEDED: 'The application, dictionary or user has reached its storage quota.',
};

const UserErrorCode = new GraphQLEnumType({
  name: 'UserErrorCode',
  description: 'Kind of a fault in the input of a mutation.',
  values: Object.fromEntries(
    Object.entries(CODES).map(([name, description]) => [name, { value: name, description }]),
  ),
});

const fields: GraphQLFieldConfigMap<UserErrorView, unknown> = {
  field: {
    type: new GraphQLList(new GraphQLNonNull(GraphQLString)),
    description:
      'Path of the input field at fault, from the name of the argument, e.g. `["input", "password"]`. Null if the fault concerns no single field.',
  },
  message: { type: new GraphQLNonNull(GraphQLString), description: 'What is wrong, for people.' },
  code: { type: new GraphQLNonNull(UserErrorCode), description: 'What is wrong, for programs.' },
};

/** The GraphQL type of a fault in the input of a mutation. */
export const UserError = new GraphQLObjectType<UserErrorView>({
  name: 'UserError',
  description: 'A fault in the input of a mutation. The mutation has changed nothing.',
  fields,
});

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
