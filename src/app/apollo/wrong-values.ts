import type { ApolloServerPlugin } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { getVariableValues, GraphQLError } from 'graphql';

/** Wrong values of variables that are told one by one. Each is told with all that stands around it, however much that is. */
const MOST_TOLD = 5;

/** Refuses requests with very many wrong values in their variables at the first of them. */
export function wrongValues(): ApolloServerPlugin {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation: ({ schema, operation, request }) => {
          const { variableDefinitions = [] } = operation ?? {};
          const { errors = [] } = getVariableValues(schema, variableDefinitions, request.variables ?? {}, {
            maxErrors: MOST_TOLD,
          });
          const [first] = errors;
          if (first && errors.length > MOST_TOLD) throw refusalOf(first);
          return Promise.resolve();
        },
      }),
  };
}

function refusalOf({ message, nodes }: GraphQLError): GraphQLError {
  return new GraphQLError(`${message} (and more than ${MOST_TOLD} others)`, {
    nodes: nodes ?? null,
    extensions: { code: ApolloServerErrorCode.BAD_USER_INPUT, http: { status: 400 } },
  });
}
