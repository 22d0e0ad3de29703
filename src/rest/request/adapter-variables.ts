import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '../../shared/failure';
import { tokenOf } from '../../shared/http';
import type { Operation } from '../document/operations';
import type { Query } from './query';

export interface BasicCredentials {
  readonly username: string;
  readonly password: string;
}

/**
 * The credentials of a request: `Authorization: Basic`, a header `Basic-Auth` with the same value, with or without the word
 * `Basic`, or a JSON object, or a body `{"Basic-Auth": {"username", "password"}}`. Source: interface decisions, section 3.
 *
 * @returns undefined when there are none, or none that can be read
 */
function credentialsOf(headers: IncomingHttpHeaders, body: unknown): BasicCredentials | undefined {
  const header = headers['basic-auth'];
  return (
    basic(headers.authorization) ??
    (typeof header === 'string'
      ? (basic(header) ?? basic(`Basic ${header}`) ?? credentialsIn(jsonOfHeader(header)))
      : undefined) ??
    credentialsIn(memberNamed(body, 'Basic-Auth'))
  );
}

/** The form of RFC 7617, in UTF-8; the password may hold colons, the name cannot. */
function basic(value: string | undefined): BasicCredentials | undefined {
  const encoded = /^\s*basic\s+([A-Za-z0-9+/_-]+=*)\s*$/i.exec(value ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

function credentialsIn(value: unknown): BasicCredentials | undefined {
  const username = memberNamed(value, 'username');
  const password = memberNamed(value, 'password');
  return typeof username === 'string' && typeof password === 'string' ? { username, password } : undefined;
}

function memberNamed(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function jsonOfHeader(text: string): unknown {
  try {
    // Node decodes headers as Latin-1; the JSON was written in UTF-8.
    return JSON.parse(Buffer.from(text, 'latin1').toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Variables of documents that the adapter fills, from headers or for streamed lists. Their names begin with an
 * underscore, so that no client can send them.
 */
export const ADAPTER_VARIABLES: ReadonlySet<string> = new Set([
  '_username',
  '_password',
  '_token',
  '_revisions',
  '_exceptRevisions',
  '_after',
  '_maxBytes',
  '_isContinued',
  '_delivery',
  '_challenge',
  '_hasVersion',
]);

/** Whether a document needs credentials. Missing credentials are answered with a challenge. */
export function needsCredentials({ variables }: Pick<Operation, 'variables'>): boolean {
  return variables.has('_password');
}

/**
 * The values of the adapter variables of a document.
 *
 * @throws Failure UNAUTHENTICATED when it needs credentials and there are none that can be read
 */
export function adapterValues(
  operation: Pick<Operation, 'variables'>,
  { headers, query, body }: AdapterOffers,
): readonly (readonly [name: string, value: unknown])[] {
  const { variables } = operation;
  return [
    ...(variables.has('_token') ? ([['_token', tokenOf(headers)]] as const) : []),
    ...(variables.has('_revisions') ? ([['_revisions', revisionsFor(headers)]] as const) : []),
    ...(variables.has('_exceptRevisions')
      ? ([['_exceptRevisions', revisionsIn(headers['if-none-match'])]] as const)
      : []),
    ...(needsCredentials(operation) ? credentialValues(headers, body) : []),
    ...(variables.has('_delivery') ? ([['_delivery', deliveryIn(headers, body)]] as const) : []),
    ...(variables.has('_challenge') ? ([['_challenge', challengeIn(query)]] as const) : []),
    ...(variables.has('_hasVersion') ? ([['_hasVersion', hasVersion(headers)]] as const) : []),
  ];
}

/** The parts of a request that such variables are filled from. */
interface AdapterOffers {
  readonly headers: IncomingHttpHeaders;
  readonly query: Query;
  readonly body: unknown;
}

/** Headers with signatures: of Standard Webhooks, of WhatsApp, of Telegram. */
const SIGNATURES = ['webhook-signature', 'x-hub-signature-256', 'x-telegram-bot-api-secret-token'] as const;

/**
 * Whether the response may be omitted only for a specific entity tag, if at all. It is false for `*` and for times,
 * which match any version.
 */
function hasVersion({ 'if-none-match': tags, 'if-modified-since': since }: IncomingHttpHeaders): boolean {
  return tags === undefined ? since === undefined : !tags.includes('*');
}

/** The body of a request of a channel, with its signature. */
function deliveryIn(headers: IncomingHttpHeaders, body: unknown): Readonly<Record<string, unknown>> {
  const [signature] = SIGNATURES.flatMap((name) => headers[name] ?? []);
  return {
    body: typeof body === 'string' ? body : '',
    id: headers['webhook-id'],
    timestamp: headers['webhook-timestamp'],
    signature,
  };
}

/** Source: WhatsApp Cloud API, webhooks, verification requests. */
function challengeIn(query: Query): Readonly<Record<string, unknown>> {
  return { token: query.get('hub.verify_token') ?? '', challenge: query.get('hub.challenge') ?? '' };
}

function credentialValues(headers: IncomingHttpHeaders, body: unknown) {
  const credentials = credentialsOf(headers, body);
  if (!credentials) throw new Failure('UNAUTHENTICATED', 'Credentials are missing or malformed');
  return [
    ['_username', credentials.username],
    ['_password', credentials.password],
  ] as const;
}

/** A number that no revision has, for entity tags that this server did not issue. */
const NO_REVISION = -1;

/**
 * The revisions that a write may replace; undefined for any. `If-None-Match: *` allows none (RFC 9110, section 13.1.2),
 * because the object to change exists.
 */
function revisionsFor(headers: IncomingHttpHeaders): readonly number[] | undefined {
  return headers['if-none-match'] === '*' ? [] : revisionsIn(headers['if-match']);
}

/**
 * The revisions with which the tags in a header begin; undefined for `*`. A proxy that compresses makes tags weak.
 */
function revisionsIn(header: string | undefined): readonly number[] | undefined {
  if (header === undefined || header === '*') return undefined;
  return header.split(',').map((tag) => {
    const revision = /^\s*(?:W\/)?"(\d{1,9})(?:\.\d+)*"\s*$/.exec(tag)?.[1];
    return revision === undefined ? NO_REVISION : Number(revision);
  });
}
