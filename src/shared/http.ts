import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import type { Failure } from './failure';
import type { Work } from './work';

/** A response as it is stored for retries. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The stored response to a request that must not run twice. */
export interface IdempotentResponse {
  readonly response: StoredResponse;
  /** Whether it is the response to an earlier request. */
  readonly isReplay: boolean;
}

/**
 * Executes a request with an `Idempotency-Key` once: `execute` runs for the first request with the key.
 *
 * @param content what must be the same in a retry, beside the target
 * @throws Failure INVALID_INPUT, KEY_REUSED, REQUEST_RUNNING, ANSWER_LOST
 */
export type ExecuteOnce = (
  request: HttpRequest,
  content: string,
  execute: () => Promise<StoredResponse>,
) => Promise<IdempotentResponse>;

/** The idempotency key of a request; `undefined` if it has none, and for methods that are idempotent anyway. */
export function idempotencyKeyOf({
  method,
  headers,
}: Pick<HttpRequest, 'method' | 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  return method === 'POST' && typeof key === 'string' ? key : undefined;
}

/** The headers of a response. `Idempotency-Replayed` marks a repeated one. */
export function idempotentHeaders({
  response: { headers },
  isReplay,
}: IdempotentResponse): Readonly<Record<string, string>> {
  return isReplay ? { ...headers, 'Idempotency-Replayed': 'true' } : headers;
}

/** A request of Node, with properties that middleware adds. */
export interface HttpRequest extends IncomingMessage {
  url: string;
  method: string;
  /**
   * Reads the JSON body, once; undefined if there is none. The code that answers calls it after it has checked the path
   * and the caller, so that their errors precede those of the body.
   *
   * @throws Failure BODY_MALFORMED, TOO_LARGE, UNSUPPORTED_MEDIA_TYPE
   */
  readBody?: () => Promise<unknown>;
  /** Reads the body as the text that was sent, to check its signature. */
  readText?: () => Promise<string | undefined>;
  /**
   * Reads the fields and files that a form of a page sends, once.
   *
   * @throws Failure BODY_MALFORMED, TOO_LARGE, UNSUPPORTED_MEDIA_TYPE
   */
  readForm?: () => Promise<SentForm>;
  /** Network address of the client, as reported by trusted proxies, or of the connection. */
  address?: string;
  /** The cost of the request, and who is charged for it. */
  work?: Work;
  /** Creates the compressor of a streamed body, and sets `Content-Encoding`; `undefined` if the client accepts none. */
  compressor?: () => Transform | undefined;
  /** What is wrong with the URL of a page, for the page that says so. */
  urlFailure?: Failure;
  /** Id of the REST route that answers, for metrics and logs. */
  routeId?: string | undefined;
}

/** The fields and files of a submitted form, unchecked. */
export interface SentForm {
  /** Names and values in the order of the page. A name may occur several times. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: ReadonlyMap<string, FormFile>;
}

export interface FormFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Status in logs and metrics of a request that ended before it was answered, as nginx logs it. Clients never receive it. */
const CLIENT_CLOSED_REQUEST = 499;

/** The status to log for a response that was closed. */
export function loggedStatus({ headersSent, statusCode }: ServerResponse): number {
  return headersSent ? statusCode : CLIENT_CLOSED_REQUEST;
}

/** Calls the next handler, or the error handler with an error. */
export type Next = (error?: unknown) => void;

/**
 * A middleware: answers a request, or calls `next`. Express can run it too. GraphQL and REST do without Express, which
 * takes longer than all other steps together.
 */
export type Handler = (request: HttpRequest, response: ServerResponse, next: Next) => unknown;

/** The path of a request target, without its query. */
export function pathOf({ url }: Pick<HttpRequest, 'url'>): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** Whether a request is for `/graphql`. */
export function isForGraphql({ url }: Pick<HttpRequest, 'url'>): boolean {
  return /^\/graphql\/?(\?|$)/i.test(url);
}

/** Whether a path is in the area of chatbots, whose responses contain their status as a string. */
export function isForChatbot(path: string): boolean {
  return /^\/chatbot(?=[/?]|$)/.test(path);
}

/** The token in the headers of a request: `X-Access-Token` or `Authorization`. */
export function tokenOf(headers: IncomingHttpHeaders): string | undefined {
  const chatbotToken = headers['x-access-token'];
  if (typeof chatbotToken === 'string' && chatbotToken !== '') return chatbotToken;
  return /^bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
}

/**
 * Path of the pages for editors. Only below it, a cookie can contain the token, which browsers send to no other path.
 */
export const DESK = '/desk';

/** Paths of recordings and pictures: the dictionary and the `mediaId`. Paths below `/desk` need a login. */
export const MEDIA_PATH = /^(?:\/desk)?\/media\/([^/]+)\/([\w-]{1,64})$/;

/** Whether a request is for a recording or a picture. */
export function isForMedia(request: Pick<HttpRequest, 'url'>): boolean {
  return MEDIA_PATH.test(pathOf(request));
}

/** Paths of the files of offline copies: the dictionary and the SHA-256 of the file. */
export const OFFLINE_FILE_PATH = /^\/offline\/([^/]+)\/([0-9a-f]{64})\.jsonl$/;

/** Whether a request is for a file of an offline copy of a dictionary. */
export function isForOfflineFile(request: Pick<HttpRequest, 'url'>): boolean {
  return OFFLINE_FILE_PATH.test(pathOf(request));
}

/** Paths of uploads, with the identifier of one upload. */
export const UPLOAD_PATH = /^\/(?:import|desk)\/uploads(?:\/([\w-]{1,64}))?\/?$/;

/** Whether a request is for the uploads of files. */
export function isForUploads(request: Pick<HttpRequest, 'url'>): boolean {
  return UPLOAD_PATH.test(pathOf(request));
}

/**
 * The `Content-Disposition` of a body with a file name (RFC 6266). A name outside the characters of plain names is also
 * given in UTF-8.
 */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\w.-]/gu, '_');
  if (plain === name) return `${type}; filename="${plain}"`;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** The path of a recording or picture. */
export function mediaPath(dictionaryId: string, mediaId: string): string {
  return `/media/${encodeURIComponent(dictionaryId)}/${mediaId}`;
}

/** The last segment of a URL: the name by which the content of an article refers to a file. */
export function mediaNameIn(href: string): string {
  return href.slice(Math.max(href.lastIndexOf('/'), href.lastIndexOf('\\')) + 1).normalize('NFC');
}

/** Path of the pages for a new password. The rest of the URL is a secret, which no log may contain. */
export const RESET_PATH = `${DESK}/reset`;

/** The cookie that contains the token. */
export const TOKEN_COOKIE = 'griot_desk';

/** The cookies of the refresh token. Browsers send the first one only over HTTPS, and only this site can set it. */
export const REFRESH_COOKIES = { secure: '__Secure-griot_refresh', plain: 'griot_refresh' } as const;

/** Whether a request is for the pages for editors. */
export function isForDesk({ url }: Pick<HttpRequest, 'url'>): boolean {
  return /^\/desk(?=[/?]|$)/.test(url);
}

/** The token of a request: in a header, or at the desk in a cookie. */
export function senderTokenOf(request: Pick<HttpRequest, 'headers' | 'url'>): string | undefined {
  return isForDesk(request) ? cookieOf(request.headers, TOKEN_COOKIE) : tokenOf(request.headers);
}

/** The value of a cookie. Cookies of this server contain no characters that need an encoding. */
export function cookieOf({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  const pairs = cookie.split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value === '' ? undefined : value;
}

/** Paths that programs request. Their errors are JSON whatever `Accept` says. */
const PROGRAM_PATHS = /^\/(?:lexicon|chatbot|import|export|offline|media|graphql|health)(?=[/?]|$)/i;

/** Whether a browser requests a page. */
export function isForPage({
  url,
  method,
  headers,
}: Pick<HttpRequest, 'url' | 'method' | 'headers'>): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !PROGRAM_PATHS.test(url) && (headers.accept ?? '').includes('text/html');
}

/** The path and query of a request target. Proxies may send a whole URL (RFC 9112, section 3.2.2). */
export function originForm(target: string): string {
  const [, path] = /^https?:\/\/[^/?#]*(.*)$/i.exec(target) ?? [];
  if (path === undefined) return target;
  return path.startsWith('/') ? path : `/${path}`;
}

/** Adds names of request headers to `Vary`. */
export function vary(response: ServerResponse, names: string): void {
  const named = response.getHeader('Vary');
  response.setHeader('Vary', named === undefined ? names : `${String(named)}, ${names}`);
}

/** Sends a JSON value, in addition to the headers that are already set. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value);
  response.statusCode = status;
  response
    .setHeader('Content-Type', 'application/json; charset=utf-8')
    .setHeader('Content-Length', Buffer.byteLength(text))
    .end(text);
}

export const HEALTH_PATHS = /^\/health\/(live|ready)\/?(?:\?|$)/i;

export const HEALTH_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Paths of the probes of an orchestrator. */
export function isForHealth({ url, method }: Pick<HttpRequest, 'url' | 'method'>): boolean {
  return HEALTH_METHODS.includes(method) && HEALTH_PATHS.test(url);
}

/** Calls a function once, before the head of a response is written or when its connection has ended. */
export function beforeResponse(response: ServerResponse, run: () => void): void {
  const listeners = responseListeners.get(response);
  if (listeners) listeners.push(run);
  else responseListeners.set(response, listenOnce(response, run));
}

const responseListeners = new WeakMap<ServerResponse, (() => void)[]>();

/** @returns the listeners, which are called in the opposite order: the last one added its part to the response last */
function listenOnce(response: ServerResponse, first: () => void): (() => void)[] {
  const all = [first];
  const writeHead = response.writeHead.bind(response);
  const callListeners = (): void => {
    response.off('close', callListeners);
    response.writeHead = writeHead;
    responseListeners.delete(response);
    for (const run of all.reverse()) run();
  };
  response.writeHead = ((...parameters: unknown[]): unknown => {
    callListeners();
    return Reflect.apply(writeHead, undefined, parameters);
  }) as ServerResponse['writeHead'];
  response.once('close', callListeners);
  return all;
}

/** A handler that runs only for the requests that match. */
export function handlerFor(isForHandler: (request: HttpRequest) => boolean, handler: Handler): Handler {
  return (request, response, next) => {
    if (isForHandler(request)) return handler(request, response, next);
    next();
    return undefined;
  };
}
