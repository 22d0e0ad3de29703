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
  /** The directory `schema/operations`. */
  readonly operationsFolder: string;
  /** Executes a document. Defaults to graphql-js. */
  readonly execute?: Executor;
  /** The context that the same request would have at `/graphql`. */
  readonly contextOf: (request: Incoming) => Promise<unknown>;
  readonly requestIdOf: (request: Incoming) => string;
  /** Called with unexpected errors; the client learns only that there was one. */
  readonly report: (error: unknown, request: Incoming) => void;
  /** Executes requests with an `Idempotency-Key` once; without it the header is ignored. */
  readonly once?: Once;
  /** The routes to serve. Defaults to all routes of the interface. */
  readonly rows?: readonly Row[];
}

/** The paths that the router answers, known or not; all others are passed on. */
const OWN_PATHS = /^\/(lexicon|chatbot)(?=[/?]|$)/;

/**
 * Serves the REST routes.
 *
 * @throws Error at once when the rows, the documents and the schema do not fit together
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
