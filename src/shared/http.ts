import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import type { Work } from './work';

/** An answer as it is kept for retries. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The stored response to a request that must not run twice. */
export interface OnceAnswered {
  readonly answer: KeptAnswer;
  /** Whether the answer was given before. */
  readonly isReplay: boolean;
}

/**
 * Carries a request with an `Idempotency-Key` out once: `execute` runs for the first of equal ones.
 *
 * @param content what must be the same in a retry, beside the target
 * @throws Failure INVALID_INPUT, KEY_REUSED, REQUEST_RUNNING, ANSWER_LOST
 */
export type Once = (
  request: Incoming,
  content: string,
  execute: () => Promise<KeptAnswer>,
) => Promise<OnceAnswered>;

/** The key under which a request may be repeated; `undefined` where it has none, and for methods that may be repeated anyway. */
export function idempotencyKeyOf({
  method,
  headers,
}: Pick<Incoming, 'method' | 'headers'>): string | undefined {
  const key = headers['idempotency-key'];
  return method === 'POST' && typeof key === 'string' ? key : undefined;
}

/** The headers of an answer; one that is given again says so. */
export function onceAnsweredHeaders({
  answer: { headers },
  isReplay,
}: OnceAnswered): Readonly<Record<string, string>> {
  return isReplay ? { ...headers, 'Idempotency-Replayed': 'true' } : headers;
}

/** A request as Node gives it, with what is found out about it on its way. */
export interface Incoming extends IncomingMessage {
  url: string;
  method: string;
  /**
   * Reads the JSON body, once; undefined where there is none. Who asks decides when: what is wrong with the path or the caller
   * is said before what is wrong with the body.
   *
   * @throws Failure BODY_MALFORMED, TOO_LARGE, UNSUPPORTED_MEDIA_TYPE
   */
  readBody?: () => Promise<unknown>;
  /** The same as the text that was sent, for those who check its signature. */
  readText?: () => Promise<string | undefined>;
  /**
   * Reads the fields and files that a form of a page sends, once.
   *
   * @throws Failure BODY_MALFORMED, TOO_LARGE, UNSUPPORTED_MEDIA_TYPE
   */
  readForm?: () => Promise<SentForm>;
  /** Network address of the client, as far as the proxies in front are trusted. */
  address?: string;
  /** The cost of the request, and who is charged for it. */
  work?: Work;
  /**
   * Makes the compressor of a body that is streamed, and says so in the headers; `undefined` where the client wants none.
   */
  compressor?: () => Transform | undefined;
  /** Id of the REST route that answers, for metrics and logs. */
  routeId?: string | undefined;
}

/** The fields and files of a submitted form, unchecked. */
export interface SentForm {
  /** Names and values in the order of the page; a name may come several times. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly files: ReadonlyMap<string, FormFile>;
}

export interface FormFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Calls the next handler, or the error handler with an error. */
export type Next = (error?: unknown) => void;

/**
 * A part of the way of a request: answers it, or calls `next`. Express could run it too, but is spared on the way of GraphQL
 * and REST, where it takes longer than everything else together.
 */
export type Handler = (request: Incoming, response: ServerResponse, next: Next) => unknown;

/** The path of a request target, without its query. */
export function pathOf({ url }: Pick<Incoming, 'url'>): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** Whether a request is for `/graphql`. */
export function isForGraphql({ url }: Pick<Incoming, 'url'>): boolean {
  return /^\/graphql\/?(\?|$)/i.test(url);
}

/** Whether a path is in the area of chatbots, whose answers say their status in a text. */
export function isForChatbot(path: string): boolean {
  return /^\/chatbot(?=[/?]|$)/.test(path);
}

/** The token of a request, by either of its headers. */
export function tokenOf(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['x-access-token'];
  if (typeof own === 'string' && own !== '') return own;
  return /^bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
}

/** Below this path are the pages for editors. They alone take a token from a cookie, which browsers send to no other path. */
export const DESK = '/desk';

/** Paths of recordings and pictures: the dictionary and the `mediaId`. Paths below `/desk` need a login. */
export const MEDIA_PATH = /^(?:\/desk)?\/media\/([^/]+)\/([\w-]{1,64})$/;

/** Whether a request is for a recording or a picture. */
export function isForMedia(request: Pick<Incoming, 'url'>): boolean {
  return MEDIA_PATH.test(pathOf(request));
}

/** Paths of the files of offline copies: the dictionary and the SHA-256 of the file. */
export const OFFLINE_FILE_PATH = /^\/offline\/([^/]+)\/([0-9a-f]{64})\.jsonl$/;

/** Whether a request is for a file of an offline copy of a dictionary. */
export function isForOfflineFile(request: Pick<Incoming, 'url'>): boolean {
  return OFFLINE_FILE_PATH.test(pathOf(request));
}

/** Paths of uploads, with the identifier of one upload. */
export const UPLOAD_PATH = /^\/(?:import|desk)\/uploads(?:\/([\w-]{1,64}))?\/?$/;

/** Whether a request is for the uploads of files. */
export function isForUploads(request: Pick<Incoming, 'url'>): boolean {
  return UPLOAD_PATH.test(pathOf(request));
}

/** The path of a recording or picture. */
export function mediaPath(dictionaryId: string, mediaId: string): string {
  return `/media/${encodeURIComponent(dictionaryId)}/${mediaId}`;
}

/** The last part of an address: the name by which the content of an article and its files find each other. */
export function mediaNameIn(href: string): string {
  return href.slice(Math.max(href.lastIndexOf('/'), href.lastIndexOf('\\')) + 1).normalize('NFC');
}

/** Below this path is the page of each link for a new password, which no log may hold. */
export const RESET_PATH = `${DESK}/reset`;

/** The cookie of the token. */
export const TOKEN_COOKIE = 'griot_desk';

/** The cookie of what renews it; browsers send the first one over https alone, and let nothing else set it. */
export const REFRESH_COOKIES = { secure: '__Secure-griot_refresh', plain: 'griot_refresh' } as const;

/** Whether a request is for the pages for editors. */
export function isForDesk({ url }: Pick<Incoming, 'url'>): boolean {
  return /^\/desk(?=[/?]|$)/.test(url);
}

/** The token of a request: in a header, or at the desk in a cookie. */
export function senderTokenOf(request: Pick<Incoming, 'headers' | 'url'>): string | undefined {
  return isForDesk(request) ? cookieOf(request.headers, TOKEN_COOKIE) : tokenOf(request.headers);
}

/** The value of a cookie, which has no signs that need an encoding. */
export function cookieOf({ cookie = '' }: IncomingHttpHeaders, name: string): string | undefined {
  const pairs = cookie.split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value === '' ? undefined : value;
}

/** A request target as paths are compared: proxies may send the whole address (RFC 9112, section 3.2.2). */
export function originForm(target: string): string {
  const [, rest] = /^https?:\/\/[^/?#]*(.*)$/i.exec(target) ?? [];
  if (rest === undefined) return target;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Names headers of requests on which an answer depends, after those that were named before it. */
export function vary(response: ServerResponse, names: string): void {
  const named = response.getHeader('Vary');
  response.setHeader('Vary', named === undefined ? names : `${String(named)}, ${names}`);
}

/** Sends a JSON value, with the headers that are set already. */
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
export function isForHealth({ url, method }: Pick<Incoming, 'url' | 'method'>): boolean {
  return HEALTH_METHODS.includes(method) && HEALTH_PATHS.test(url);
}

/** Calls a function once, when the head of a response is written or its connection has ended. */
export function onceAnswered(response: ServerResponse, run: () => void): void {
  const known = answerListeners.get(response);
  if (known) known.push(run);
  else answerListeners.set(response, listenOnce(response, run));
}

const answerListeners = new WeakMap<ServerResponse, (() => void)[]>();

/** @returns the listeners, which are called in the opposite order: the last one added its part to the response last */
function listenOnce(response: ServerResponse, first: () => void): (() => void)[] {
  const all = [first];
  const writeHead = response.writeHead.bind(response);
  const tell = (): void => {
    response.off('close', tell);
    response.writeHead = writeHead;
    answerListeners.delete(response);
    for (const run of all.reverse()) run();
  };
  response.writeHead = ((...given: unknown[]): unknown => {
    tell();
    return Reflect.apply(writeHead, undefined, given);
  }) as ServerResponse['writeHead'];
  response.once('close', tell);
  return all;
}

/** A handler that only some requests reach. */
export function only(isMeant: (request: Incoming) => boolean, handler: Handler): Handler {
  return (request, response, next) => {
    if (isMeant(request)) return handler(request, response, next);
    next();
    return undefined;
  };
}
