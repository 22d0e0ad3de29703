import type { ApolloServerPlugin } from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { Kind, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import { readDocuments } from '../shared/documents';
import type { Metrics, OperationEnd } from './metrics';

/** Stands for every name that clients made up. */
const OTHER = 'other';

/** Counts operations. Clients choose the names of theirs, so that only known ones are told apart. */
export function operationMetrics(metrics: Metrics, known: ReadonlySet<string>): ApolloServerPlugin {
  return {
    requestDidStart: () =>
      Promise.resolve({
        willSendResponse: ({ operation, operationName, response: { body } }) => {
          const errors = body.kind === 'single' ? body.singleResult.errors : undefined;
          metrics.operation({
            type: operation?.operation ?? 'none',
            name: operationName != null && known.has(operationName) ? operationName : OTHER,
            outcome: outcomeOf(errors),
          });
          return Promise.resolve();
        },
      }),
  };
}

/** Names of the stored documents, and of the examples in the playground, which are the root fields with a capital. */
export function knownOperations(schema: GraphQLSchema, operationsFolder: string): ReadonlySet<string> {
  const documents = [...readDocuments(operationsFolder).values()];
  const stored = documents.flatMap(({ definitions }) =>
    definitions.flatMap((one) =>
      one.kind === Kind.OPERATION_DEFINITION && one.name ? [one.name.value] : [],
    ),
  );
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const fields = roots.flatMap((type) => Object.keys(type?.getFields() ?? {}));
  return new Set([...stored, ...fields.map((name) => name.charAt(0).toUpperCase() + name.slice(1))]);
}

function outcomeOf(errors: readonly GraphQLFormattedError[] | undefined): OperationEnd['outcome'] {
  if (errors === undefined || errors.length === 0) return 'ok';
  const isOurs = errors.some(
    ({ extensions }) => extensions?.['code'] === ApolloServerErrorCode.INTERNAL_SERVER_ERROR,
  );
  return isOurs ? 'failed' : 'refused';
}
