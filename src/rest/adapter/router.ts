import type { GraphQLSchema } from 'graphql';
import type { Handler, Incoming } from '../../shared/http';
import type { Once } from '../../shared/once';
import { send } from '../reply/answer';
import { dispatch, type Surroundings } from './dispatch';
import { graphqlExecutor, operationRunner, type Executor } from '../document/execution';
import { loadOperations } from '../document/operations';
import { unexpectedIn } from '../table/refusals';
import { RouteTable } from '../table/route-table';
import { rows as allRows } from '../routes';
import type { Row } from '../table/route';

export interface RestOptions {
  readonly schema: GraphQLSchema;
  /** The folder `schema/operations`. */
  readonly operationsFolder: string;
  /** Runs a document; graphql-js when absent. */
  readonly execute?: Executor;
  /** The context that the same request would get at `/graphql`. */
  readonly contextOf: (request: Incoming) => Promise<unknown>;
  readonly requestIdOf: (request: Incoming) => string;
  /** Takes what nobody meant to happen; the client learns only that it did. */
  readonly report: (error: unknown, request: Incoming) => void;
  /** Carries requests out once that have an `Idempotency-Key`; the header means nothing when absent. */
  readonly once?: Once;
  /** The routes to serve; all those of the interface when absent. */
  readonly rows?: readonly Row[];
}

/** The paths that are answered here, known or not; all others are passed on. */
const OWN_PATHS = /^\/(lexicon|chatbot|export)(?=[/?]|$)/;

/**
 * Serves the REST routes.
 *
 * @throws Error at once, when the rows, the documents and the schema do not fit together
 */
export function restRouter(options: RestOptions): Handler {
  const {
    schema,
    operationsFolder,
    rows = allRows,
    execute = graphqlExecutor(schema),
    ...callbacks
  } = options;
  const surroundings: Surroundings = {
    table: new RouteTable(rows, loadOperations(schema, operationsFolder)),
    runOperation: operationRunner(execute),
    ...callbacks,
  };

  return async (request, response, next) => {
    if (!OWN_PATHS.test(request.url)) {
      next();
      return;
    }
    const { row, ...outgoing } = await dispatch(request, surroundings);
    request.row = row;
    await send(request, response, outgoing).catch((error: unknown) => {
      for (const one of unexpectedIn(error)) surroundings.report(one, request);
    });
  };
}
