import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { failureBehind } from './failure-behind';

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
  const failure = failureBehind(error);
  if (failure !== undefined) {
    const { message, reason, details } = failure;
    return { ...formatted, message, extensions: { code: reason, ...details } };
  }
  if (isClientMistake(formatted)) return formatted;
  if (isRefusal(error)) return { ...formatted, extensions: { code: ApolloServerErrorCode.BAD_REQUEST } };
  return { ...formatted, message: 'Internal error', extensions: { code: INTERNAL } };
}

/** Whether the error tells the client what to change, rather than us. */
export function isClientMistake({ extensions }: Pick<GraphQLFormattedError, 'extensions'>): boolean {
  return CLIENT_CODES.has(extensions?.['code']);
}

/** Whether Apollo refused the request before any of it ran, without a word of its own: a hash that is not the query's. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof GraphQLError) || error.originalError !== undefined || error.path !== undefined)
    return false;
  const { code, http } = error.extensions as {
    readonly code?: unknown;
    readonly http?: { status?: unknown };
  };
  return code === undefined && http?.status === 400;
}
