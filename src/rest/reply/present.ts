import { createHash } from 'node:crypto';
import { statusMember, type Answer, type RequestInfo } from './answer';
import { linksOf, type Paging } from './paging';
import type { ListResult, DocumentResult } from '../document/result';
import { refusal } from '../table/error-responses';
import { membersOfBody } from '../request/body-members';
import { needsCredentials } from '../request/adapter-variables';
import { takesBody, type Route, type BodyMember, type Item, type Reply } from '../table/route';
import { PUBLIC_CACHING } from '../../shared/extensions';
import type { RestRequest } from '../adapter/rest-request';

type Headers = Readonly<Record<string, string>>;

/** Presents data that is shown unchanged. */
export function presentOne(route: Route, info: RequestInfo, result: DocumentResult): Answer {
  const etag = result.notes['_etag'];
  if (typeof etag !== 'string') return present(route, info, { result, headers: {} });
  const headers = withModified({ ETag: etag }, (result.notes['_modifiedAt'] as string | null) ?? null);
  const answer = present(route, info, { result, headers });
  if (!route.operation.isQuery || answer.status !== 200 || !isKnown(info, headers)) return answer;
  return { status: 304, headers: answer.headers };
}

/** The state of a list, from which its validators are made. */
export interface ListState {
  readonly version: string;
  /** When the list last changed, in whole seconds, in the form of ISO 8601; null if the time does not identify the state. */
  readonly modifiedAt: string | null;
  /** Null if it does not exist; not always asked for. */
  readonly dictionary?: object | null;
}

/** The headers that name a list in a state; the address decides on what the list shows. */
export function validatorsFor({ version, modifiedAt }: ListState, uri: string): Headers {
  const digest = createHash('sha256')
    .update(JSON.stringify([version, uri]))
    .digest('base64url');
  return withModified({ ETag: `W/"${digest.slice(0, 22)}"` }, modifiedAt);
}

function withModified(headers: Headers, modifiedAt: string | null): Headers {
  return modifiedAt === null ? headers : { ...headers, 'Last-Modified': new Date(modifiedAt).toUTCString() };
}

/** The answer to a client that has what the headers name. */
export function unchanged(info: RequestInfo, validators: Headers): Answer | undefined {
  if (!isKnown(info, validators)) return undefined;
  return { status: 304, headers: { ...validators, 'Cache-Control': cachingOf(info) } };
}

/** Gives a list the headers that name it, if it may be kept. */
export function validated(answer: Answer, validators: Headers): Answer {
  if (answer.status !== 200 || answer.headers['Cache-Control'] === 'no-store') return answer;
  return { ...answer, headers: { ...answer.headers, ...validators } };
}

/** Presents a page of a list, with the headers that link to the others. */
export function presentList(route: Route, info: RequestInfo, page: ListResult & { paging: Paging }): Answer {
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

interface Presentable {
  readonly result: DocumentResult;
  readonly headers: Headers;
  readonly total?: number | null;
}

function present(route: Route, info: RequestInfo, presentable: Presentable): Answer {
  const { found, empty } = route.definition.replies;
  const { result, headers } = presentable;
  if (!result.isEmpty || empty === undefined) {
    const { isQuery } = route.operation;
    const isKept = route.definition.file === undefined || headers['ETag'] !== undefined;
    const caching = isQuery && isKept ? cachingOf(info) : 'no-store';
    const about = {
      ...locationOf(route, result),
      ...truncationOf(result),
      ...dispositionHeader(route, result),
    };
    const reply: Reply = [found[0], withNotes(found[1], result)];
    const body = withMembers(route.definition.adds ?? [], info, { reply, ...presentable });
    return { status: found[0], headers: { ...headers, ...about, 'Cache-Control': caching }, body };
  }
  if (empty[0] >= 400) return refusal(info, empty, 'NOT_FOUND');
  return partial(info, presentable, empty);
}

/** The lists of which the body shows only the newest items. */
function truncationOf({ longer }: DocumentResult): Headers {
  return longer === undefined || longer.size === 0 ? {} : { 'X-Truncated': [...longer].join(', ') };
}

function withNotes(message: string, { notes }: DocumentResult): string {
  return message.replace(/\{(_\w+)\}/g, (_, name: string) => String(notes[name]));
}

function locationOf({ definition, operation }: Route, { body }: DocumentResult): Headers {
  if (definition.location === undefined) return {};
  return { Location: filledPattern(definition.location, body[operation.mapping.root] as Item) };
}

/** The body is stored as a file. */
function dispositionHeader({ definition }: Route, { body }: DocumentResult): Headers {
  if (definition.file === undefined) return {};
  return { 'Content-Disposition': `attachment; filename="${filledPattern(definition.file, body)}"` };
}

/** A pattern with members of an object in the place of their names. */
export function filledPattern(pattern: string, members: Item): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(members[name])));
}

/** An empty result: the documented members, empty, and the message. */
function partial(info: RequestInfo, presentable: Presentable, [documented, message]: Reply): Answer {
  const isOkPreferred = prefersOk(info);
  const status = isOkPreferred ? 200 : documented;
  const headers = { ...presentable.headers, 'Cache-Control': 'no-store' };
  const reply: Reply = [status, message];
  return {
    status,
    headers: isOkPreferred ? { ...headers, 'Preference-Applied': 'status=200' } : headers,
    body: withMembers(['message', 'status', 'uri'], info, { reply, ...presentable }),
  };
}

function withMembers(
  names: readonly BodyMember[],
  info: RequestInfo,
  { result, reply: [status, message], total = null }: Presentable & { readonly reply: Reply },
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

/** Whether the client would rather have 200 than 206 (`Prefer: status=200`, the form of RFC 7240). */
function prefersOk({ headers }: RequestInfo): boolean {
  const preferences = [headers['prefer'] ?? []].flat().join(',').split(/[,;]/);
  return preferences.some((preference) => /^\s*status\s*=\s*"?200"?\s*$/i.test(preference));
}

/** Whether the client has what the headers name. Without a tag of the client, its time decides (RFC 9110, section 13.2.2). */
function isKnown(info: RequestInfo, { ETag = '', 'Last-Modified': modified }: Headers): boolean {
  return isKnownTo(info, ETag) || isKnownSince(info, modified);
}

/** Whether `If-None-Match` names the tag, by weak comparison (RFC 9110, section 13.1.2). */
function isKnownTo({ headers }: RequestInfo, tag: string): boolean {
  const known = headers['if-none-match'];
  if (known === undefined) return false;
  return known.split(',').some((entityTag) => entityTag.trim() === '*' || opaque(entityTag) === opaque(tag));
}

/** The form of dates in headers that is not obsolete (RFC 9110, section 5.6.7); others are as good as none. */
const HTTP_DATE = /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Whether nothing has changed after `If-Modified-Since`, which counts only without a tag (RFC 9110, section 13.1.3). */
function isKnownSince({ headers }: RequestInfo, modified: string | undefined): boolean {
  const since = headers['if-modified-since']?.trim() ?? '';
  if (modified === undefined || headers['if-none-match'] !== undefined || !HTTP_DATE.test(since))
    return false;
  return Date.parse(since) >= Date.parse(modified);
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, '');
}

/** Longest value of the header, in characters: proxies and clients take headers of some kilobytes. */
const LONGEST = 1000;

const SEPARATOR = ', ';

/** Whether the members of a body, or of one of its members, become variables of the document by their names. */
export function readsMembers({ definition, operation }: Pick<Route, 'definition' | 'operation'>): boolean {
  return takesBody(definition) && definition.isSigned !== true && !needsCredentials(operation);
}

function unreadMembers({ route, body }: RestRequest): readonly string[] {
  if (!readsMembers(route)) return [];
  const { read } = route.definition.members ?? membersOfBody;
  return Object.keys(read(body)).filter((name) => !route.operation.variables.has(name));
}

/** The header that names the members of a body that its route ignores, as many as fit into it; they are percent-encoded. */
export function ignoredMembers(request: RestRequest): Readonly<Record<string, string>> {
  const names: string[] = [];
  let length = 0;
  for (const name of request.route.definition.members?.ignored?.(request.body) ?? unreadMembers(request)) {
    const encoded = encodeURIComponent(name.toWellFormed());
    length += encoded.length + SEPARATOR.length;
    if (length > LONGEST) break;
    names.push(encoded);
  }
  return names.length === 0 ? {} : { 'X-Ignored-Members': names.join(SEPARATOR) };
}
