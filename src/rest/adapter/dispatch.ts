import { Failure } from '../../shared/failure';
import type { Incoming } from '../../shared/http';
import { callerOf, serialised, type Answer, type Caller, type Outgoing } from '../reply/answer';
import type { Once } from '../../shared/once';
import { answer, answerOnce, isForOnce } from './answering';
import type { RunOperation } from '../document/execution';
import type { Inquiry } from './inquiry';
import { allowedOn, candidatesFor, type Match, type RouteTable, targetOf } from '../table/route-table';
import { refusal, refusalOf, unexpectedIn } from '../table/refusals';
import { takesBody, type Route } from '../table/route';
import { select } from '../document/selection';

/** The dependencies of answering. */
export interface Surroundings {
  readonly table: RouteTable;
  readonly runOperation: RunOperation;
  readonly contextOf: (request: Incoming) => Promise<unknown>;
  readonly requestIdOf: (request: Incoming) => string;
  readonly report: (error: unknown, request: Incoming) => void;
  readonly once?: Once | undefined;
}

/** A response, and the id of its row; none if the path or the method has no row. */
export interface Dispatched extends Outgoing {
  readonly row: string | undefined;
}

/** Answers a request in any case: throws only what its dependencies throw. */
export async function dispatch(request: Incoming, surroundings: Surroundings): Promise<Dispatched> {
  const caller = callerOf(request, surroundings.requestIdOf(request));
  let route: Route | undefined;
  try {
    const { segments, query } = targetOf(request.url);
    const match = surroundings.table.find(segments) ?? refuseUnknown();
    const candidates = candidatesFor(match.resource, request.method);
    if (candidates === undefined) return finished(answerWithoutRoute(request.method, match, caller), route);
    const found = (route = select(candidates, query) ?? refuseUnknown());
    const { operation } = found;
    const context = await surroundings.contextOf(request);
    operation.authorise(context);
    const inquiry: Inquiry = {
      ...{ route, caller, query, pathValues: match.values },
      body: takesBody(found.row) ? await request.readBody?.() : undefined,
      run: (variables) => surroundings.runOperation(operation, variables, context),
    };
    if (isForOnce(request, inquiry))
      return { ...(await answerOnce(request, inquiry, surroundings)), row: found.row.id };
    return finished(await answer(inquiry), route);
  } catch (thrown) {
    for (const error of unexpectedIn(thrown)) surroundings.report(error, request);
    return finished(refusalOf(thrown, caller, route), route);
  }
}

function finished(answered: Answer, route: Route | undefined): Dispatched {
  return { ...serialised(answered), row: route?.row.id };
}

function refuseUnknown(): never {
  throw new Failure('NOT_FOUND', 'No resource exists at this path');
}

function answerWithoutRoute(method: string, { resource }: Match, caller: Caller): Answer {
  const allow = { Allow: allowedOn(resource) };
  if (method === 'OPTIONS') return { status: 204, headers: allow };
  const refused = refusal(caller, [405, `${method} is not allowed for this path`], 'METHOD_NOT_ALLOWED');
  return { ...refused, headers: { ...refused.headers, ...allow } };
}
