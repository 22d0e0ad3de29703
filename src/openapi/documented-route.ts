import type { GraphQLSchema } from 'graphql';
import { getOperationAST } from 'graphql';
import { STATUS_OF } from '../shared/failure';
import { isForChatbot } from '../shared/http';
import { statusMember, type RestResponse, type RequestInfo } from '../rest/response/rest-response';
import { pagingOf } from '../rest/request/query';
import { presentList, presentObject, readsMembers } from '../rest/response/present';
import { emptyListOf, nothingOf, readList, readObject, readPart } from '../rest/document/result';
import { resultInPayload } from '../rest/document/payload';
import { errorResponse } from '../rest/table/error-responses';
import type { BodyMember, InnerRoute, Item, StatusMessage, Route } from '../rest/table/route';
import { ExampleRunner } from './examples';
import { arraySchema, objectSchema, type JsonSchema, type Properties } from '../rest/request/body-members';
import { needsCredentials } from '../rest/request/adapter-variables';
import { outputSchemas, type OutputSchemas } from './output-schema';
import { exampleAddress, exampleVariables } from './request-body';

/** A response that a route can send. */
export interface DocumentedResponse {
  readonly kind: 'found' | 'nothing' | 'refused';
  readonly statusMessage: StatusMessage;
  /** Of what is sent; undefined for a refusal, whose shape is that of all refusals. */
  readonly schema: JsonSchema | undefined;
  readonly example: object;
  readonly headers: readonly string[];
  /** Whether the body is a file of a format that the request names, not JSON. */
  readonly isFile?: boolean;
  /** Schema of the content of the file, if it is known. */
  readonly file?: JsonSchema | undefined;
}

/** A route with all that its document and its definition say of it. */
export interface DocumentedRoute {
  readonly route: Route;
  /** In words: `Article entries`. */
  readonly title: string;
  /** Path and query of a request whose response is that of a found object. */
  readonly request: string;
  readonly responses: readonly DocumentedResponse[];
  /** Schemas that the responses refer to by name. */
  readonly named: ReadonlyMap<string, JsonSchema>;
}

/** Describes a route by running its document over sample values, and presenting the outcome as a real one. */
export function documentedRoute(route: Route, schema: GraphQLSchema, runner: ExampleRunner): DocumentedRoute {
  const { exportedFile, lines, text } = route.definition;
  const isFile = (exportedFile ?? lines ?? text) !== undefined;
  const lists = innerLists(isFile ? [] : route.lists, schema, runner);
  const schemas = outputSchemas(schema, route.operation.document);
  const output = {
    ...schemas,
    members: { ...schemas.members, properties: { ...schemas.members.properties, ...lists.properties } },
    named: new Map([...schemas.named, ...lists.named]),
  };
  const name = getOperationAST(route.operation.document)?.name?.value ?? route.definition.run;
  const request = exampleAddress(route);
  const info = requestInfoOf(request, route);
  return {
    route,
    title: inWords(name),
    request,
    responses: [
      {
        ...foundResponse(route, output, withMembers(presentExample(route, runner, info), lists.example)),
        isFile,
        file: exportedFile?.schema,
      },
      ...emptyResponses(route, output, info),
      ...refusals(route, info),
    ],
    named: output.named,
  };
}

interface InnerLists {
  readonly properties: Properties;
  readonly example: Item;
  readonly named: ReadonlyMap<string, JsonSchema>;
}

/** The lists that are sent with an object, each with one item. */
function innerLists(lists: readonly InnerRoute[], schema: GraphQLSchema, runner: ExampleRunner): InnerLists {
  const all = lists.map((list) => {
    const { mapping, document } = list.operation;
    const { item = {}, named } = outputSchemas(schema, document, {
      hasInlineItems: list.lists.length > 0,
    });
    const inner = innerLists(list.lists, schema, runner);
    const properties = { ...(item['properties'] as Properties | undefined), ...inner.properties };
    const part = readPart(mapping, runner.run(list.operation, {}));
    const items = (part.items as readonly Item[]).map((item) => ({
      ...withoutHiddenMembers(item),
      ...inner.example,
    }));
    return {
      properties: { [mapping.root]: arraySchema(list.lists.length === 0 ? item : objectSchema(properties)) },
      example: { [mapping.root]: items },
      named: [...named, ...inner.named],
    };
  });
  return {
    properties: Object.assign({}, ...all.map(({ properties }) => properties)) as Properties,
    example: Object.assign({}, ...all.map(({ example }) => example)) as Item,
    named: new Map(all.flatMap(({ named }) => named)),
  };
}

function withoutHiddenMembers(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !name.startsWith('_')));
}

function withMembers(response: RestResponse, members: Item): RestResponse {
  return { ...response, body: { ...response.body, ...members } };
}

function requestInfoOf(
  uri: string,
  { definition }: Route,
  headers: RequestInfo['headers'] = {},
): RequestInfo {
  const requestId = '0b2f6c1e-5a0e-4c55-9a55-3a5b1f0e7d10';
  return { uri, headers, requestId, saysStatusInText: isForChatbot(definition.path) };
}

function presentExample(route: Route, runner: ExampleRunner, info: RequestInfo): RestResponse {
  const { mapping, payload } = route.operation;
  const variables = exampleVariables(route);
  const executed = runner.run(route.operation, variables);
  const data = payload ? resultInPayload(payload, executed) : executed;
  if (route.definition.shows === 'object') return presentObject(route, info, readObject(mapping, data));
  const paging = pagingOf(new Map([['limit', '1']]));
  const { itemMapper } = route.definition;
  const result = readList(mapping, data, {
    paging,
    mapItem: itemMapper && ((item) => itemMapper.item(item, variables)),
  });
  return presentList(route, info, { ...result, paging });
}

function foundResponse(
  route: Route,
  output: OutputSchemas,
  { body = {}, headers }: RestResponse,
): DocumentedResponse {
  const { definition } = route;
  const members = addedMembers(definition.adds ?? [], definition.responses.success, route);
  const data = dataMembers(route, output);
  return {
    kind: 'found',
    statusMessage: definition.responses.success,
    schema: objectSchema({ ...data.properties, ...members }, data.optional),
    example: body,
    // The example is of the usual size.
    headers: [
      ...Object.keys(headers),
      ...(route.state || definition.lines ? ['ETag'] : []),
      ...(route.state ? ['Last-Modified'] : []),
      ...(definition.shows === 'list' ? ['X-Limit-Applied'] : []),
      ...(definition.exportedFile?.report === undefined ? [] : ['Link']),
      ...(readsMembers(route) && definition.shows === 'object' ? ['X-Ignored-Members'] : []),
      ...(route.operation.mapping.counted === undefined ? [] : ['X-Truncated']),
    ],
  };
}

function dataMembers({ definition, operation }: Route, output: OutputSchemas): OutputSchemas['members'] {
  const { mapping } = operation;
  if (definition.shows === 'list') {
    const item = definition.itemMapper?.schema(output.item ?? {}) ?? output.item ?? {};
    return { properties: { [mapping.root]: arraySchema(item) }, optional: new Set() };
  }
  if (!mapping.isLifted) return { properties: { [mapping.root]: output.root }, optional: new Set() };
  return output.members;
}

/** Nothing was found: the same members, empty, with the reason. A client may prefer 200 to the documented status. */
function emptyResponses(
  route: Route,
  output: OutputSchemas,
  { uri }: RequestInfo,
): readonly DocumentedResponse[] {
  const { definition, operation } = route;
  const { empty } = definition.responses;
  if (empty === undefined || empty[0] >= 400) return [];
  const [documented, message] = empty;
  const none: JsonSchema =
    definition.shows === 'list' ? { ...arraySchema({}), maxItems: 0 } : { type: 'null' };
  const members = {
    ...Object.fromEntries(Object.keys(dataMembers(route, output).properties).map((name) => [name, none])),
    ...addedMembers(['message', 'status', 'uri'], empty, route),
  };
  const status = { enum: [documented, 200].map((status) => statusMember(requestInfoOf(uri, route), status)) };
  return [documented, 200].map((sent) => {
    const info = requestInfoOf(uri, route, sent === documented ? {} : { prefer: 'status=200' });
    const response =
      definition.shows === 'object'
        ? presentObject(route, info, nothingOf(operation.mapping))
        : presentList(route, info, { ...emptyListOf(operation.mapping), paging: pagingOf(new Map()) });
    return {
      kind: 'nothing' as const,
      statusMessage: [sent, message] as const,
      schema: objectSchema({ ...members, status }),
      example: response.body ?? {},
      headers: Object.keys(response.headers),
    };
  });
}

function refusals({ definition, operation }: Route, info: RequestInfo): readonly DocumentedResponse[] {
  const { empty, failures = {} } = definition.responses;
  const missing = empty !== undefined && empty[0] >= 400 ? [[empty, 'NOT_FOUND'] as const] : [];
  const distinct = Object.entries(failures)
    .filter(([, [status, message]]) => status !== empty?.[0] || message !== empty[1])
    .map(([reason, statusMessage]) => [statusMessage, codeOf(reason)] as const);
  return [...missing, ...distinct].map(([statusMessage, code]) => {
    const { body = {}, headers } = errorResponse(info, statusMessage, code);
    const challenge = statusMessage[0] === 401 && needsCredentials(operation) ? ['WWW-Authenticate'] : [];
    const names = [...Object.keys(headers), ...challenge];
    return { kind: 'refused', statusMessage, schema: undefined, example: body, headers: names };
  });
}

/** A route lists reasons, or kinds; a kind includes all of its reasons. */
function codeOf(reasonOrKind: string): string {
  const usual: Readonly<Record<string, string>> = {
    invalid: 'INVALID_INPUT',
    malformed: 'BODY_MALFORMED',
    missing: 'NOT_FOUND',
    stale: 'REVISION_MISMATCH',
    limited: 'RATE_LIMITED',
    busy: 'UNAVAILABLE',
  };
  return reasonOrKind in STATUS_OF ? (usual[reasonOrKind] ?? reasonOrKind.toUpperCase()) : reasonOrKind;
}

function addedMembers(
  names: readonly BodyMember[],
  [status, message]: StatusMessage,
  { definition }: Route,
): Properties {
  const isText = isForChatbot(definition.path);
  const members: Readonly<Record<BodyMember, JsonSchema>> = {
    // Texts in braces are replaced by data.
    message: message.includes('{') ? { type: 'string' } : { type: 'string', enum: [message] },
    status: isText ? { type: 'string', const: String(status) } : { type: 'integer', const: status },
    total: {
      type: ['integer', 'null'],
      description: 'Number of items in the whole list. Null above 10,000.',
    },
    uri: { type: 'string', description: 'Path and query of the request, as sent.' },
  };
  return Object.fromEntries(names.map((name) => [name, members[name]]));
}

function inWords(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
