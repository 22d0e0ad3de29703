import { ADMIN_NAME, ADMIN_PASSWORD, basicOf, type AccountServer } from '../support/accounts';
import { runningTime } from '../support/running-time';

/** How a request was answered. */
export interface Reply {
  readonly what: string;
  readonly status: number;
  readonly retryAfter: string | null;
  /** Duration in the time that this process ran, since client and gateway share it. */
  readonly ms: number;
  /** The text that a write should store. */
  readonly text?: string | undefined;
}

interface FaultRequest {
  readonly path: string;
  readonly init?: RequestInit;
  readonly text?: string;
}

export const DICTIONARY = 'qaa_fr_1';

/** Time limit of a response, in milliseconds: no request may hang. */
const HANGS_MS = 60_000;

const json = (body: unknown, token?: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(token !== undefined && { 'x-access-token': token }) },
  body: JSON.stringify(body),
});

/** Every kind of request: reads, writes and logins over REST and GraphQL, and a page. Writes store `text`. */
function requestsOf({ admin, reader }: AccountServer, text: string): Readonly<Record<string, FaultRequest>> {
  const list = `{ articles(filter: { dictionary: "${DICTIONARY}" }) { nodes { number } } }`;
  const comment = `mutation ($text: String!) {
    createComment(input: { dictionary: "${DICTIONARY}", number: "1", text: $text }) { comment { id } userErrors { code message } } }`;
  const logIn = `mutation { logIn(username: "${ADMIN_NAME}", password: "${ADMIN_PASSWORD}") { login { token } userErrors { code message } } }`;
  const basic = { authorization: basicOf([ADMIN_NAME, ADMIN_PASSWORD]) };
  const article = { entry: { headword: text } };
  return {
    'REST read': { path: `/lexicon/articles/${DICTIONARY}` },
    'REST read with a token': {
      path: `/lexicon/users`,
      init: { headers: { 'x-access-token': admin } },
    },
    'REST write': { path: `/lexicon/articles/${DICTIONARY}`, init: json({ article }, admin), text },
    'REST login': { path: '/lexicon/login', init: { headers: basic } },
    'GraphQL read': { path: '/graphql', init: json({ query: list }) },
    'GraphQL write': {
      path: '/graphql',
      init: json({ query: comment, variables: { text } }, reader),
      text,
    },
    'GraphQL login': { path: '/graphql', init: json({ query: logIn }) },
    page: { path: `/dictionaries/${DICTIONARY}` },
    readiness: { path: '/health/ready' },
  };
}

let texts = 0;

/** Sends one request of every kind at once. */
export function sendAll(server: AccountServer): Promise<Reply[]> {
  const all = Object.keys(requestsOf(server, ''));
  return Promise.all(all.map((what) => send(server, what)));
}

async function send(server: AccountServer, what: string): Promise<Reply> {
  const request = requestsOf(server, `text${String(++texts)}`)[what];
  if (request === undefined) throw new Error(what);
  const { path, init, text } = request;
  const started = runningTime();
  const signal = AbortSignal.timeout(HANGS_MS);
  const response = await fetch(server.server.url + path, { ...init, signal });
  const body = await response.text();
  const ms = Math.round(runningTime() - started);
  const status = response.status === 200 && body.startsWith('{"errors"') ? 500 : response.status;
  return { what, status, retryAfter: response.headers.get('retry-after'), ms, text };
}

/** Faults of responses while the database is unavailable or slow. */
export function faultsIn(replies: readonly Reply[], longestMs: number): string[] {
  return replies.flatMap((reply) => {
    const { what, status, retryAfter, ms } = reply;
    const message = `${what}: ${String(status)} after ${String(ms)} ms`;
    if (ms > longestMs) return [`${message}, which is late`];
    if (status === 503) return retryAfter === null ? [`${message}, without Retry-After`] : [];
    return status < 300 ? [] : [message];
  });
}
