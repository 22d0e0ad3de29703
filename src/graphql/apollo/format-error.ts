import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, Kind, type GraphQLFormattedError } from 'graphql';
import { cut } from '../../shared/text';
import { failureBehind } from './failure-behind';

/** Some messages of GraphQL repeat what was sent, for every mistake in it; in code points. */
const LONGEST_MESSAGE = 1000;

const INTERNAL: string = ApolloServerErrorCode.INTERNAL_SERVER_ERROR;

/** Apollo's words for mistakes in the request itself, whose texts quote nothing but the request. */
const CLIENT_CODES: ReadonlySet<unknown> = new Set(
  Object.values<string>(ApolloServerErrorCode).filter((code) => code !== INTERNAL),
);

/**
 * What a client sees of an error: a failure by its reason, a mistake in the request by Apollo's code, and of
 * anything else only that it happened.
 */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const said = saidOf(formatted, error);
  return { ...said, message: cut(said.message, LONGEST_MESSAGE) };
}

function saidOf(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const failure = failureBehind(error);
  if (failure !== undefined) {
    const { message, reason, details } = failure;
    return { ...formatted, message, extensions: { code: reason, ...details } };
  }
  if (isClientMistake(formatted)) return formatted;
  if (isWrongArgument(error))
    return { ...formatted, extensions: { code: ApolloServerErrorCode.BAD_USER_INPUT } };
  if (isRefusal(error)) return { ...formatted, extensions: { code: ApolloServerErrorCode.BAD_REQUEST } };
  return { ...formatted, message: 'Internal error', extensions: { code: INTERNAL } };
}

/**
 * Whether GraphQL refused the value of an argument while it ran: a variable that may be null, and is, for an argument that may
 * not and has a default. What we answer wrongly it finds at fields, not at variables.
 */
export function isWrongArgument(error: unknown): boolean {
  if (!(error instanceof GraphQLError)) return false;
  const { originalError = error } = error;
  return originalError instanceof GraphQLError && originalError.nodes?.[0]?.kind === Kind.VARIABLE;
}

/** Whether the error tells the client what to change, rather than us. */
export function isClientMistake({ extensions }: Pick<GraphQLFormattedError, 'extensions'>): boolean {
  return CLIENT_CODES.has(extensions?.['code']);
}

/**
 * Whether the request was refused before any field of it ran, without a word of its own: by Apollo for a hash that is not the
 * query's, by GraphQL for more wrong values than it cares to list.
 */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof GraphQLError &&
    error.originalError === undefined &&
    error.path === undefined &&
    error.extensions['code'] === undefined
  );
}
