import type { GraphQLSchema } from 'graphql';
import type { Handler, HttpRequest, ExecuteOnce } from '../../shared/http';
import {
  sendResponse,
  requestInfoOf,
  serialised,
  type RestResponse,
  type RequestInfo,
  type SerialisedResponse,
} from '../response/rest-response';
import {
  graphqlExecutor,
  operationRunner,
  type Executor,
  type LoadOptions,
  type RunOperation,
  loadOperations,
} from '../document/operations';
import { unexpectedIn, errorResponse, errorResponseFor } from '../table/error-responses';
import { RouteTable, allowedOn, candidatesFor, type RouteMatch, parsedTarget } from '../table/route-table';
import { routes as allRoutes } from '../routes';
import { type RouteDefinition, pathValuesOf, takesBody, type Route } from '../table/route';
import type { FileWriters } from './streamed-object';
import { Failure } from '../../shared/failure';
import { executeRoute, executeRouteOnce, isForOnce } from './execute-route';
import { type Flag, isOn, partFlagOf, type Query } from '../request/query';
import type { RestRequest } from '../request/rest-request';

export interface RestOptions extends LoadOptions {
  readonly schema: GraphQLSchema;
  /** The directory `schema/operations`. */
  readonly operationsFolder: string;
  /** Executes a document. Defaults to graphql-js. */
  readonly execute?: Executor;
  /** The context that the same request would have at `/graphql`. */
  readonly contextOf: (request: HttpRequest) => Promise<unknown>;
  readonly requestIdOf: (request: HttpRequest) => string;
  /** Called with unexpected errors; the client learns only that there was one. */
  readonly report: (error: unknown, request: HttpRequest) => void;
  /** Executes requests with an `Idempotency-Key` once; without it the header is ignored. */
  readonly once?: ExecuteOnce;
  /** Writes objects as files of other formats than JSON. Without it, there are none. */
  readonly writers?: FileWriters;
  /** The routes to serve. Defaults to all routes of the interface. */
  readonly definitions?: readonly RouteDefinition[];
}

/** The paths that the router answers, with 404 for unknown ones. It passes on all others. */
const REST_PATHS = /^\/(lexicon|chatbot|export|offline)(?=[/?]|$)/;

/**
 * Serves the REST routes.
 *
 * @throws Error immediately when the routes, the documents and the schema do not fit together
 */
export function restRouter(options: RestOptions): Handler {
  const {
    schema,
    operationsFolder,
    definitions = allRoutes,
    execute = graphqlExecutor(schema),
    useStoredLists,
    areValid,
    ...callbacks
  } = options;
  const dependencies: RestDependencies = {
    table: new RouteTable(
      definitions,
      loadOperations(schema, operationsFolder, { useStoredLists, areValid }),
    ),
    runOperation: operationRunner(execute),
    ...callbacks,
  };

  return async (request, response, next) => {
    if (!REST_PATHS.test(request.url)) {
      next();
      return;
    }
    const { routeId, ...outgoing } = await dispatch(request, dependencies);
    request.routeId = routeId;
    await sendResponse(request, response, outgoing).catch((error: unknown) => {
      for (const unexpected of unexpectedIn(error)) dependencies.report(unexpected, request);
    });
  };
}

/** The dependencies of answering. */
export interface RestDependencies {
  readonly table: RouteTable;
  readonly runOperation: RunOperation;
  readonly contextOf: (request: HttpRequest) => Promise<unknown>;
  readonly requestIdOf: (request: HttpRequest) => string;
  readonly report: (error: unknown, request: HttpRequest) => void;
  readonly once?: ExecuteOnce | undefined;
  readonly writers?: FileWriters | undefined;
}

/** A response, and the id of its route; none if no route has the path and the method. */
export interface RoutedResponse extends SerialisedResponse {
  readonly routeId: string | undefined;
}

/** Answers a request. Errors become responses; it throws only what its dependencies throw. */
async function dispatch(request: HttpRequest, dependencies: RestDependencies): Promise<RoutedResponse> {
  const info = requestInfoOf(request, dependencies.requestIdOf(request));
  let route: Route | undefined;
  try {
    const { pathSegments, query } = parsedTarget(request.url);
    const match = dependencies.table.find(pathSegments) ?? refuseUnknownPath();
    const candidates = candidatesFor(match.resource, request.method);
    if (candidates === undefined)
      return routedResponse(responseWithoutRoute(request.method, match, info), route);
    const selected = (route = select(candidates, query) ?? refuseUnknownPath());
    const { operation } = selected;
    const context = await dependencies.contextOf(request);
    const pathValues = pathValuesOf(selected.definition, match.values);
    await authorised(selected, pathValues, context);
    // Lists whose items are converted cannot be serialised from stored bytes.
    const isSerialisedFromStore =
      selected.definition.shows === 'list' && selected.definition.itemMapper === undefined;
    const executed = isSerialisedFromStore
      ? { ...operation, document: operation.withStoredLists }
      : operation;
    const restRequest: RestRequest = {
      route,
      info,
      query,
      pathValues,
      body: takesBody(selected.definition) ? await readBodyFor(request, selected.definition) : undefined,
      writers: dependencies.writers ?? noFormat,
      run: (variables) => dependencies.runOperation(executed, variables, context),
      runSeparately: async (other, variables) =>
        dependencies.runOperation(other, variables, await dependencies.contextOf(request)),
    };
    if (isForOnce(request, restRequest))
      return {
        ...(await executeRouteOnce(request, restRequest, dependencies)),
        routeId: selected.definition.id,
      };
    return routedResponse(await executeRoute(restRequest), route);
  } catch (thrown) {
    for (const error of unexpectedIn(thrown)) dependencies.report(error, request);
    return routedResponse(errorResponseFor(thrown, info, route), route);
  }
}

/** @throws Failure when the caller may not use the route; the audit log has it, as if the document had run */
async function authorised(
  { operation, pathParameters }: Route,
  pathValues: readonly string[],
  context: unknown,
): Promise<void> {
  try {
    operation.authorise(context);
  } catch (refusal) {
    const names = pathParameters.map((name, at) => [name, pathValues[at]] as const);
    await operation.recordRefusal(context, Object.fromEntries(names), refusal);
    throw refusal;
  }
}

async function readBodyFor(request: HttpRequest, definition: RouteDefinition): Promise<unknown> {
  return definition.isSigned === true ? request.readText?.() : request.readBody?.();
}

function routedResponse(answered: RestResponse, route: Route | undefined): RoutedResponse {
  return { ...serialised(answered), routeId: route?.definition.id };
}

function noFormat(): never {
  throw new Failure('INVALID_INPUT', 'There is no such format');
}

function refuseUnknownPath(): never {
  throw new Failure('NOT_FOUND', 'No resource exists at this path');
}

function responseWithoutRoute(method: string, { resource }: RouteMatch, info: RequestInfo): RestResponse {
  const allow = { Allow: allowedOn(resource) };
  if (method === 'OPTIONS') return { status: 204, headers: allow };
  const response = errorResponse(info, [405, `${method} is not allowed for this path`], 'METHOD_NOT_ALLOWED');
  return { ...response, headers: { ...response.headers, ...allow } };
}

/**
 * Selects one of the candidates of a path and method by the flags of the query. A kind of data that the path does not
 * have is ignored like an unknown key; a kind of data takes precedence over the summary form.
 *
 * @param candidates by flag; the one without a flag under undefined
 * @throws Failure INVALID_INPUT when the path has kinds of data, and the query selects several
 */
function select<T>(candidates: ReadonlyMap<Flag | undefined, T>, query: Query): T | undefined {
  const hasParts = [...candidates.keys()].some((flag) => flag !== undefined && flag !== 'resume');
  const part = hasParts ? partFlagOf(query) : undefined;
  const fallback = candidates.get(isOn(query, 'resume') ? 'resume' : undefined) ?? candidates.get(undefined);
  return part === undefined ? fallback : (candidates.get(part) ?? fallback);
}
