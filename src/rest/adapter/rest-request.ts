import { getNamedType } from 'graphql';
import { adapterValues } from '../request/adapter-variables';
import type { RequestInfo } from '../reply/answer';
import { membersOfBody } from '../request/body-members';
import type { Data, Operation } from '../document/operations';
import type { Paging } from '../reply/paging';
import { parameterText, type Query, variablesOf, type Variables } from '../request/variables';
import { takesBody, type Route } from '../table/route';
import type { FileWriters } from './whole-object';

/** A request whose route is known. */
export interface RestRequest {
  readonly route: Route;
  readonly info: RequestInfo;
  readonly query: Query;
  /** The path segments that fill the parameters of the path, in order. */
  readonly pathValues: readonly string[];
  /** The parsed JSON body; undefined if there is none, or the route accepts none. */
  readonly body: unknown;
  readonly writers: FileWriters;
  /** Runs the route's document in the request's own context. */
  readonly run: (variables: Variables) => Promise<Data>;
  /** Runs a document in a separate context, which stores nothing that was read for other pages. */
  readonly runApart: (operation: Operation, variables: Variables) => Promise<Data>;
}

/**
 * The variables of a request's document, from path, query and body.
 *
 * @param paging of a list, replaces the paging in the query
 * @throws Failure INVALID_INPUT that names the invalid parameter
 */
export function variablesFor(restRequest: RestRequest, paging?: Paging): Variables {
  const { route, query } = restRequest;
  const texts = new Map<string, string>();
  for (const name of route.queryParameters) {
    // `?trads` and `?search=` search for the empty text, which finds nothing.
    const isBare = route.definition.when === name || (query.has(name) && isSwitch(route, name));
    const text = parameterText(query, name) ?? (isBare ? '' : undefined);
    if (text !== undefined) texts.set(name, text);
  }
  for (const [index, name] of route.pathParameters.entries()) {
    texts.set(name, restRequest.pathValues[index] ?? '');
  }
  if (paging !== undefined) texts.set('limit', String(paging.limit)).set('page', String(paging.page));
  return variablesOf(route.operation.variables, { texts, values: valuesFor(restRequest) });
}

/** A flag is set if it is in the query without a value. */
function isSwitch({ operation }: Route, name: string): boolean {
  const type = operation.variables.get(name)?.type;
  return type !== undefined && getNamedType(type).name === 'Boolean';
}

function valuesFor({
  route: { definition, operation },
  info,
  query,
  body,
}: RestRequest): ReadonlyMap<string, unknown> {
  const members =
    takesBody(definition) && definition.isSigned !== true
      ? (definition.members ?? membersOfBody).read(body)
      : {};
  const given = Object.entries(members).filter(([name]) => !name.startsWith('_'));
  return new Map([...given, ...adapterValues(operation, { headers: info.headers, query, body })]);
}
