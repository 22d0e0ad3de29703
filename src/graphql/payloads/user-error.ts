import {
  GraphQLEnumType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type GraphQLFieldConfigMap,
} from 'graphql';
import type { UserErrorReason } from '../../shared/failure';

/** One fault of the input of a mutation, as clients see it. */
export interface UserErrorView {
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
