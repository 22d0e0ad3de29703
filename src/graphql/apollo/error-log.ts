import type { ApolloServerPlugin, GraphQLRequest } from '@apollo/server';
import type { GraphQLError } from 'graphql';
import type { Logger } from '../../observability/logger';
import { failureBehind } from './failure-behind';
import { isClientMistake, isRefusal, isWrongArgument } from './format-error';

/** Logs what the client sees only as an internal error, under the id that the client was told. */
export function errorLog(logger: Logger): ApolloServerPlugin {
  const log = (error: Error, { http }: GraphQLRequest, path?: string): void => {
    const requestId = http?.headers.get('x-request-id');
    logger.error({ err: error, requestId, path }, 'A GraphQL operation failed');
  };
  return {
    unexpectedErrorProcessingRequest: ({ error, requestContext }) => {
      log(error, requestContext.request);
      return Promise.resolve();
    },
    requestDidStart: () =>
      Promise.resolve({
        didEncounterErrors: ({ errors, request }) => {
          for (const error of errors.filter(isUnexpected)) {
            log(error.originalError ?? error, request, error.path?.join('.'));
          }
          return Promise.resolve();
        },
      }),
  };
}

function isUnexpected(error: GraphQLError): boolean {
  return (
    failureBehind(error) === undefined &&
    !isClientMistake(error) &&
    !isRefusal(error) &&
    !isWrongArgument(error)
  );
}
