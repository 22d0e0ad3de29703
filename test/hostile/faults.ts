import type { HostileRequest } from './request';
import type { Reply } from './send';
import { SECRETS } from './world';

/** One request with what came of it. */
export interface Outcome {
  readonly id: string;
  readonly slot: string;
  readonly request: HostileRequest;
  readonly reply: Reply;
}

/** What tells of the inside: stacks, files, the database and its driver, hashes. No hostile value has any of these. */
const INSIDE =
  /node_modules|[\\/]dist[\\/]|\n {2,}at |\.[cm]?[jt]s:\d+|[Mm]ongo(?!l)|E11000|BSON|CastError|StrictMode|\$argon2|TypeError|RangeError|ReferenceError|is not a function|Cannot (?:read|set|destructure)|\(reading '|Maximum call stack|\blmdb\b|engine\.sock/;

/** Node ends the connection of a request whose first line and headers are longer, in bytes. */
const MAX_HEAD_BYTES = 60_000;

/** Faults of a response; empty if there are none. */
export function faultsOf({ request, reply }: Outcome, tokens: ReadonlySet<string>): readonly string[] {
  const { status, text } = reply;
  if (status === 0) return isTooLong(request) ? [] : [`no response: ${text}`];
  const inside = INSIDE.exec(withoutEcho(text, request))?.[0];
  return [
    ...(status >= 500 && status !== 503 ? [`status ${String(status)}`] : []),
    ...(status === 503 && reply.headers['retry-after'] === undefined ? ['503 without Retry-After'] : []),
    ...(text.includes('INTERNAL_SERVER_ERROR') ? ['an internal error'] : []),
    ...(inside === undefined ? [] : [`tells of the inside: ${inside}`]),
    ...secretsIn(text, request).map((name) => `tells the secret ${name}`),
    ...([...tokens].some((token) => text.includes(token)) ? ['tells a token'] : []),
  ];
}

/** Only the owner sees what its application holds. */
function secretsIn(text: string, { role }: HostileRequest): readonly string[] {
  const sent: readonly string[] =
    role === 'application' || role === 'platform' ? ['connector', 'appToken'] : [];
  return Object.entries(SECRETS).flatMap(([name, secret]) =>
    !sent.includes(name) && text.includes(secret) ? [name] : [],
  );
}

function isTooLong({ path, headers = {} }: HostileRequest): boolean {
  return path.length + Object.values(headers).join('').length > MAX_HEAD_BYTES;
}

/** Answers repeat the address that was asked. */
function withoutEcho(text: string, { path }: HostileRequest): string {
  return text.replaceAll(JSON.stringify(path).slice(1, -1), '');
}

export function described({ id, slot, request, reply }: Outcome): string {
  const body = request.body?.toString('utf8').slice(0, 400) ?? '';
  return `${id} ${slot} as ${request.role}: ${request.method} ${request.path.slice(0, 300)} ${JSON.stringify(request.headers ?? {}).slice(0, 300)} ${body}\n    ${String(reply.status)} ${reply.text.slice(0, 400)}`;
}
