import { GraphQLError } from 'graphql';
import { Failure } from '../../shared/failure';

/** The failure that an error stands for; GraphQL wraps what resolvers and scalars throw, more than once. */
export function failureBehind(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error;
  return error instanceof GraphQLError ? failureBehind(error.originalError) : undefined;
}
