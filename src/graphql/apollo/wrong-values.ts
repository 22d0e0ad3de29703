import type { ApolloServerPlugin } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import {
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  isLeafType,
  Kind,
  type VariableDefinitionNode,
} from 'graphql';

/** Wrong values of variables that are told one by one. Each is told with all that stands around it, however much that is. */
const MOST_TOLD = 5;

/** Refuses requests with very many wrong values in their variables at the first of them. */
export function wrongValues(): ApolloServerPlugin {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation: ({ schema, operation, request }) => {
          const { variableDefinitions = [] } = operation ?? {};
          if (!canHaveMany(schema, variableDefinitions)) return Promise.resolve();
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

/** Values are read once more when the operation runs: that is spared where there cannot be so many wrong ones. */
function canHaveMany(schema: GraphQLSchema, definitions: readonly VariableDefinitionNode[]): boolean {
  const isPlain = ({ type }: VariableDefinitionNode) => {
    const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
    return named.kind === Kind.NAMED_TYPE && isLeafType(schema.getType(named.name.value));
  };
  return definitions.length > MOST_TOLD || !definitions.every(isPlain);
}

function refusalOf({ message, nodes }: GraphQLError): GraphQLError {
  return new GraphQLError(`${message} (and more than ${MOST_TOLD} others)`, {
    nodes: nodes ?? null,
    extensions: { code: ApolloServerErrorCode.BAD_USER_INPUT, http: { status: 400 } },
  });
}
