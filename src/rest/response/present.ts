import { statusMember, type RestResponse, type RequestInfo } from './rest-response';
import type { ListResult, ListSummary, DocumentResult } from '../document/result';
import { errorResponse } from '../table/error-responses';
import { membersOfBody } from '../request/body-members';
import { needsCredentials } from '../request/adapter-variables';
import { parameterSpellings, parameterText, type Paging } from '../request/query';
import type { RestRequest } from '../request/rest-request';
import { takesBody, type Route, type BodyMember, type Item, type StatusMessage } from '../table/route';
import { PUBLIC_CACHING } from '../../shared/extensions';
import { contentDisposition } from '../../shared/http';
import { digestOf } from '../../shared/digest';

type Headers = Readonly<Record<string, string>>;

/** The response with data that are shown unchanged. */
export function presentObject(route: Route, info: RequestInfo, result: DocumentResult): RestResponse {
  const etag = result.adapterFields['_etag'];
  if (typeof etag !== 'string') return present(route, info, { result, headers: {} });
  const headers = withModified(
    { ETag: etag },
    (result.adapterFields['_modifiedAt'] as string | null) ?? null,
  );
  const response = present(route, info, { result, headers });
  if (!route.operation.isQuery || response.status !== 200 || !clientHasVersion(info, headers))
    return response;
  return { status: 304, headers: response.headers };
}

/** The state of a list, from which its validators are made. */
export interface ListVersion {
  readonly version: string;
  /** When the list last changed, in whole seconds, in the form of ISO 8601; null if the time does not identify the state. */
  readonly modifiedAt: string | null;
  /** Null if it does not exist; absent if the document does not select it. */
  readonly dictionary?: object | null;
}

/** The validators of a list in a state (RFC 9110, section 8.8). The URL determines what the list shows. */
export function validatorsFor({ version, modifiedAt }: ListVersion, uri: string): Headers {
  return withModified({ ETag: `W/"${digestOf(JSON.stringify([version, uri]))}"` }, modifiedAt);
}

function withModified(headers: Headers, modifiedAt: string | null): Headers {
  return modifiedAt === null ? headers : { ...headers, 'Last-Modified': new Date(modifiedAt).toUTCString() };
}

/** The response 304 to a client that has the version that the validators name; `undefined` for any other client. */
export function notModifiedResponse(info: RequestInfo, validators: Headers): RestResponse | undefined {
  if (!clientHasVersion(info, validators)) return undefined;
  return { status: 304, headers: { ...validators, 'Cache-Control': cachingOf(info) } };
}

/** Adds the validators of a list to its response, if clients may store it. */
export function withValidators(response: RestResponse, validators: Headers): RestResponse {
  if (response.status !== 200 || response.headers['Cache-Control'] === 'no-store') return response;
  return { ...response, headers: { ...response.headers, ...validators } };
}

/** The response with a page of a list; its headers link to the other pages. */
export function presentList(
  route: Route,
  info: RequestInfo,
  page: ListResult & { paging: Paging },
): RestResponse {
  const { list, paging } = page;
  const links = linksOf(paging, list, info.uri);
  const headers: Headers = {
    ...(links === undefined ? {} : { Link: links }),
    ...(list.total === null ? {} : { 'X-Total-Count': String(list.total) }),
    ...(paging.isCut ? { 'X-Limit-Applied': String(paging.limit) } : {}),
    ...(list.sortedHits === undefined ? {} : { 'X-Sort-Limit-Applied': String(list.sortedHits) }),
  };
  return present(route, info, { result: page, headers, total: list.total });
}

/** Longest URL that `Link` repeats, in characters. The header contains it four times, and proxies and clients limit headers. */
const MAX_LINKED_URL_LENGTH = 1500;

/**
 * The `Link` header of a page (RFC 8288): the client's own path and query with other page numbers; `undefined` if the URL is
 * too long.
 */
function linksOf(paging: Paging, list: ListSummary, uri: string): string | undefined {
  if (uri.length > MAX_LINKED_URL_LENGTH) return undefined;
  const last = list.total === null ? undefined : Math.max(1, Math.ceil(list.total / paging.limit));
  const previous = Math.min(paging.page - 1, last ?? paging.page);
  const pages: readonly (readonly [string, number | undefined])[] = [
    ['first', 1],
    ['prev', previous > 0 ? previous : undefined],
    ['next', list.hasNext ? paging.page + 1 : undefined],
    ['last', last],
  ];
  return pages
    .flatMap(([relation, page]) =>
      page === undefined ? [] : [`${bracketed(withPage(uri, page))}; rel="${relation}"`],
    )
    .join(', ');
}

function withPage(uri: string, page: number): string {
  const [path = '', ...search] = uri.split('?');
  const pairs = search.join('?').split('&');
  const others = pairs.filter(
    (pair) => pair !== '' && !parameterSpellings('page').includes(pair.split('=', 1)[0] ?? ''),
  );
  return `${path}?${[...others, `page=${page}`].join('&')}`;
}

/** Escapes the angle brackets that end a link. Node refuses targets with anything but visible ASCII. */
function bracketed(uri: string): string {
  return `<${uri.replace(/[<>]/g, encodeURIComponent)}>`;
}

interface Presentable {
  readonly result: DocumentResult;
  readonly headers: Headers;
  readonly total?: number | null;
}

function present(route: Route, info: RequestInfo, presentable: Presentable): RestResponse {
  const { success, empty } = route.definition.responses;
  const { result, headers } = presentable;
  if (!result.isEmpty || empty === undefined) {
    const { isQuery } = route.operation;
    const isCacheable = route.definition.fileName === undefined || headers['ETag'] !== undefined;
    const caching = isQuery && isCacheable ? cachingOf(info) : 'no-store';
    const about = {
      ...locationOf(route, result),
      ...truncationOf(result),
      ...dispositionHeader(route, result),
    };
    const reply: StatusMessage = [success[0], filledMessage(success[1], result)];
    const body = withMembers(route.definition.adds ?? [], info, { reply, ...presentable });
    return { status: success[0], headers: { ...headers, ...about, 'Cache-Control': caching }, body };
  }
  if (empty[0] >= 400) return errorResponse(info, empty, 'NOT_FOUND');
  return emptyResponse(info, presentable, empty);
}

/** Names the lists of which the body contains only the newest items. */
function truncationOf({ truncated }: DocumentResult): Headers {
  return truncated === undefined || truncated.size === 0 ? {} : { 'X-Truncated': [...truncated].join(', ') };
}

function filledMessage(message: string, { adapterFields }: DocumentResult): string {
  return message.replace(/\{(_\w+)\}/g, (_, name: string) => String(adapterFields[name]));
}

function locationOf({ definition, operation }: Route, { body }: DocumentResult): Headers {
  if (definition.location === undefined) return {};
  return { Location: filledPattern(definition.location, body[operation.mapping.root] as Item) };
}

/** Lets browsers save the body as a file. The adapter may append an ending to the name. */
function dispositionHeader({ definition }: Route, { body, adapterFields }: DocumentResult): Headers {
  if (definition.fileName === undefined) return {};
  const ending = adapterFields['_ending'] as string | undefined;
  const name = `${filledPattern(definition.fileName, body, String)}${ending ?? ''}`;
  return { 'Content-Disposition': contentDisposition('attachment', name) };
}

/** A pattern with its `:name`s replaced by the members of an object; encoded for a URL by default. */
export function filledPattern(
  pattern: string,
  members: Item,
  encode: (text: string) => string = encodeURIComponent,
): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encode(String(members[name])));
}

/** An empty result: the documented members, empty, and the message. */
function emptyResponse(
  info: RequestInfo,
  presentable: Presentable,
  [documented, message]: StatusMessage,
): RestResponse {
  const isOkPreferred = prefersOk(info);
  const status = isOkPreferred ? 200 : documented;
  const headers = { ...presentable.headers, 'Cache-Control': 'no-store' };
  const reply: StatusMessage = [status, message];
  return {
    status,
    headers: isOkPreferred ? { ...headers, 'Preference-Applied': 'status=200' } : headers,
    body: withMembers(['message', 'status', 'uri'], info, { reply, ...presentable }),
  };
}

function withMembers(
  names: readonly BodyMember[],
  info: RequestInfo,
  { result, reply: [status, message], total = null }: Presentable & { readonly reply: StatusMessage },
): Item {
  if (names.length === 0) return result.body;
  const members = { message, status: statusMember(info, status), total, uri: info.uri };
  return { ...result.body, ...Object.fromEntries(names.map((name) => [name, members[name]])) };
}

/** Returns the `Cache-Control` header of the response to a read. */
function cachingOf({ headers }: RequestInfo): string {
  const hasToken = headers['x-access-token'] !== undefined || headers.authorization !== undefined;
  return hasToken ? 'private' : PUBLIC_CACHING;
}

/** Whether the client prefers 200 to 206 (`Prefer: status=200`, in the form of RFC 7240). */
function prefersOk({ headers }: RequestInfo): boolean {
  const preferences = [headers['prefer'] ?? []].flat().join(',').split(/[,;]/);
  return preferences.some((preference) => /^\s*status\s*=\s*"?200"?\s*$/i.test(preference));
}

/** Whether the client has this version. `If-Modified-Since` counts only without `If-None-Match` (RFC 9110, section 13.2.2). */
function clientHasVersion(info: RequestInfo, { ETag = '', 'Last-Modified': modified }: Headers): boolean {
  return matchesIfNoneMatch(info, ETag) || isUnmodifiedSince(info, modified);
}

/** Whether `If-None-Match` names the tag, by weak comparison (RFC 9110, section 13.1.2). */
function matchesIfNoneMatch({ headers }: RequestInfo, tag: string): boolean {
  const header = headers['if-none-match'];
  if (header === undefined) return false;
  return header.split(',').some((entityTag) => entityTag.trim() === '*' || opaque(entityTag) === opaque(tag));
}

/** The current format of dates in headers (RFC 9110, section 5.6.7). Obsolete formats are ignored. */
const HTTP_DATE = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Whether nothing has changed after `If-Modified-Since`, which counts only without a tag (RFC 9110, section 13.1.3). */
function isUnmodifiedSince({ headers }: RequestInfo, modified: string | undefined): boolean {
  const since = headers['if-modified-since']?.trim() ?? '';
  if (modified === undefined || headers['if-none-match'] !== undefined || !HTTP_DATE.test(since))
    return false;
  return Date.parse(since) >= Date.parse(modified);
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

/** Longest value of `X-Ignored-Members`, in characters: proxies and clients limit headers to some kilobytes. */
const MAX_IGNORED_MEMBERS_LENGTH = 1000;

const SEPARATOR = ', ';

/** Whether the members of a body, or of one of its members, fill the variables of the same names. */
export function readsMembers({ definition, operation }: Pick<Route, 'definition' | 'operation'>): boolean {
  return takesBody(definition) && definition.isSigned !== true && !needsCredentials(operation);
}

function unreadMembers(request: RestRequest): readonly string[] {
  const { route, body } = request;
  if (!readsMembers(route)) return [];
  const { read, wireNames } = route.definition.members ?? membersOfBody;
  return Object.entries(read(body))
    .filter(([name, value]) => !route.operation.variables.has(name) || isContradicted(request, name, value))
    .map(([name]) => wireNames?.[name] ?? name);
}

/** Whether the path or the query, which take precedence, say something else than a member of the body. */
function isContradicted({ route, query, pathValues }: RestRequest, name: string, value: unknown): boolean {
  const index = route.pathParameters.indexOf(name);
  const text =
    pathValues[index] ?? (route.queryParameters.includes(name) ? parameterText(query, name) : undefined);
  if (text === undefined || value === undefined || value === null) return false;
  return (typeof value === 'number' ? String(value) : value) !== text;
}

/** The header with the percent-encoded names of the members of a body that the route ignores; as many as fit. */
export function ignoredMembers(request: RestRequest): Readonly<Record<string, string>> {
  const names: string[] = [];
  let length = 0;
  for (const name of request.route.definition.members?.ignored?.(request.body) ?? unreadMembers(request)) {
    const encoded = encodeURIComponent(name.toWellFormed());
    length += encoded.length + SEPARATOR.length;
    if (length > MAX_IGNORED_MEMBERS_LENGTH) break;
    names.push(encoded);
  }
  return names.length === 0 ? {} : { 'X-Ignored-Members': names.join(SEPARATOR) };
}
