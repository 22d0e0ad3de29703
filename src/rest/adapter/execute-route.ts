import { type RestResponse, serialised, type SerialisedResponse } from '../response/rest-response';
import { streamedListResponse } from './streamed-list';
import { streamObject, streamFile } from './streamed-object';
import type { Variables } from '../document/operations';
import { MAX_REST_PAGE_SIZE } from '../../shared/paging';
import { variablesFor, type RestRequest } from '../request/rest-request';
import { pagingOf, shownFieldsOf } from '../request/query';
import {
  filledPattern,
  ignoredMembers,
  type ListVersion,
  presentList,
  presentObject,
  notModifiedResponse,
  withValidators,
  validatorsFor,
} from '../response/present';
import { type DocumentResult, readList, readObject } from '../document/result';
import { showsFields, type Item, type RouteDefinition } from '../table/route';
import {
  type HttpRequest,
  idempotentHeaders,
  idempotencyKeyOf,
  type StoredResponse,
  type ExecuteOnce,
} from '../../shared/http';
import { jsonOf } from '../../shared/json-text';
import { currentWork } from '../../shared/work';
import { adapterValues, needsCredentials } from '../request/adapter-variables';
import { errorResponseFor, unexpectedIn } from '../table/error-responses';

/**
 * Answers a request by running the document of its route.
 *
 * @throws Failure INVALID_INPUT that names the parameter, before anything runs
 * @throws ExecutionErrors when the document does not execute without errors
 */
export function executeRoute(restRequest: RestRequest): Promise<RestResponse> {
  return restRequest.route.definition.shows === 'list'
    ? listResponse(restRequest)
    : objectResponse(restRequest);
}

async function objectResponse(restRequest: RestRequest): Promise<RestResponse> {
  const { route, info, run } = restRequest;
  const { mapping } = route.operation;
  const variables = variablesFor(restRequest);
  const { exportedFile } = route.definition;
  if (exportedFile !== undefined) return fileResponse(restRequest, variables, exportedFile);
  if (route.lists.length > 0) {
    const { result, parts } = await streamObject(restRequest, variables);
    return { ...presentObject(route, info, result), parts };
  }
  const result = readObject(mapping, await run(variables));
  if (route.definition.lines && !result.isEmpty) return linesResponse(restRequest, result);
  const response = presentObject(route, info, result);
  if (route.definition.text !== undefined) return asText(response, result.body[route.definition.text]);
  return { ...response, headers: { ...response.headers, ...ignoredMembers(restRequest) } };
}

function asText({ status, headers }: RestResponse, text: unknown): RestResponse {
  return { status, headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }, text: String(text) };
}

/** Answers with a file. A client that has the version of this entity tag gets 304. */
async function fileResponse(
  restRequest: RestRequest,
  variables: Variables,
  exportedFile: NonNullable<RouteDefinition['exportedFile']>,
): Promise<RestResponse> {
  const { route, info, writers } = restRequest;
  const { as, format, report } = exportedFile;
  const writer = writers(as, String(variables[format]));
  const present = (result: DocumentResult) => {
    const adapterFields = { ...result.adapterFields, _ending: writer.ending };
    const response = presentObject(route, info, { ...result, adapterFields });
    if (report === undefined || writer.isReported !== true || response.status >= 400) return response;
    const Link = `<${filledPattern(report, result.body)}>; rel="describedby"; type="application/json"`;
    return { ...response, headers: { ...response.headers, Link } };
  };
  const { response, parts } = await streamFile(restRequest, variables, { writer, present });
  if (parts === undefined) return response;
  return { ...response, headers: { ...response.headers, 'Content-Type': writer.contentType }, parts };
}

/** Answers with lines of JSON. Each ends with a line break, so that a reader notices an incomplete last line. */
function linesResponse({ route, info }: RestRequest, result: DocumentResult): RestResponse {
  const { etag: _etag, lines = [] } = route.definition.lines?.(result.body) ?? {};
  const { body, ...response } = presentObject(route, info, { ...result, adapterFields: { _etag } });
  if (body === undefined) return response;
  const headers = { ...response.headers, 'Content-Type': 'application/x-ndjson; charset=utf-8' };
  return { ...response, headers, text: lines.map((line) => `${jsonOf(line)}\n`).join('') };
}

/** The response with a list. Its state is read once, for the entity tag and for cached reads. */
async function listResponse(restRequest: RestRequest): Promise<RestResponse> {
  const work = currentWork();
  if (work) work.listStates = new Map();
  try {
    return await taggedListResponse(restRequest);
  } finally {
    // From here on, the response may be streamed for a long time.
    if (work) work.listStates = undefined;
  }
}

/**
 * The response with a list and its entity tag; 304 without reading the list if the client has this version. The state is
 * read before the list, so that a newer state never names an older list.
 */
async function taggedListResponse(restRequest: RestRequest): Promise<RestResponse> {
  const { info } = restRequest;
  const validators = await validatorsOf(restRequest);
  if (validators === undefined) return untaggedListResponse(restRequest);
  return (
    notModifiedResponse(info, validators) ??
    withValidators(await untaggedListResponse(restRequest), validators)
  );
}

async function validatorsOf(restRequest: RestRequest): Promise<RestResponse['headers'] | undefined> {
  const { info, pathValues, query, route } = restRequest;
  const { state, pathParameters } = route;
  if (!state) return undefined;
  // An invalid request is refused before the state is read.
  variablesFor(restRequest, pagingOf(query, route.definition.maxPageSize));
  const names = pathParameters.map((name, at) => [name, pathValues[at]] as const);
  const values = adapterValues(state, { headers: info.headers, query, body: undefined });
  const data = await restRequest.runSeparately(state, Object.fromEntries<unknown>([...names, ...values]));
  const listState = data['state'] as ListVersion;
  return listState.dictionary === null ? undefined : validatorsFor(listState, info.uri);
}

async function untaggedListResponse(restRequest: RestRequest): Promise<RestResponse> {
  const { route, info, query, run } = restRequest;
  const { mapping } = route.operation;
  const paging = pagingOf(query, route.definition.maxPageSize);
  const variables = variablesFor(restRequest, paging);
  const { itemMapper } = route.definition;
  const mapItem = itemMapper === undefined ? undefined : (item: Item) => itemMapper.item(item, variables);
  const shownFields = showsFields(route.definition)
    ? shownFieldsOf(query, { operation: route.operation, itemMapper, variables })
    : undefined;
  if (paging.limit > MAX_REST_PAGE_SIZE)
    return streamedListResponse(restRequest, { paging, variables, mapItem, shownFields });
  const result = readList(mapping, await run(variables), { paging, mapItem, shownFields });
  return presentList(route, info, { ...result, paging });
}

export interface OnceOptions {
  readonly once?: ExecuteOnce | undefined;
  readonly report: (error: unknown, request: HttpRequest) => void;
}

/** Whether a request must be executed only once. Logins may be repeated: nothing of them is stored. */
export function isForOnce(request: HttpRequest, { route: { operation } }: RestRequest): boolean {
  return !needsCredentials(operation) && idempotencyKeyOf(request) !== undefined;
}

/** Answers a request that must not run twice with the response of the first one. Never throws. */
export async function executeRouteOnce(
  request: HttpRequest,
  restRequest: RestRequest,
  { once, report }: OnceOptions,
): Promise<SerialisedResponse> {
  const { info, route, body } = restRequest;
  const refused = (thrown: unknown, shown: RestRequest['route'] | undefined) => {
    for (const error of unexpectedIn(thrown)) report(error, request);
    return serialised(errorResponseFor(thrown, info, shown));
  };
  const execute = () =>
    executeRoute(restRequest).then(serialised, (thrown: unknown) => refused(thrown, route));
  if (once === undefined) return execute();
  try {
    const response = await once(request, jsonOf(body ?? null), async () => storedResponseOf(await execute()));
    const { status, body: text } = response.response;
    return {
      status,
      headers: idempotentHeaders(response),
      bytes: text === '' ? undefined : Buffer.from(text),
    };
  } catch (thrown) {
    // The messages of a route do not apply to errors of idempotency keys.
    return refused(thrown, undefined);
  }
}

function storedResponseOf({ status, headers, bytes }: SerialisedResponse): StoredResponse {
  return { status, headers, body: bytes?.toString() ?? '' };
}
