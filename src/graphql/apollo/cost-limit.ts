import type { ApolloServerPlugin } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, Kind, type DocumentNode, type FragmentDefinitionNode } from 'graphql';
import { operationCost } from './operation-cost';

/** Most fields that one operation may bring back, of GraphQL and of REST; about fifty milliseconds of work. */
export const HIGHEST_COST = 20_000;

/** Refuses operations that could bring back too much, before they run. */
export function costLimit(): ApolloServerPlugin {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation: ({ schema, document, operation, request }) => {
          // Execution itself refuses a request whose operation is not named clearly.
          if (operation === undefined) return Promise.resolve();
          const fragments = fragmentsOf(document);
          const cost = operationCost({ schema, operation, fragments, variables: request.variables ?? {} });
          if (cost > HIGHEST_COST) throw tooCostly(cost);
          return Promise.resolve();
        },
      }),
  };
}

function tooCostly(cost: number): GraphQLError {
  return new GraphQLError(
    `The query could bring back ${cost} fields, more than ${HIGHEST_COST}; ask for fewer fields or items`,
    { extensions: { code: ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED, http: { status: 400 } } },
  );
}

function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
}
