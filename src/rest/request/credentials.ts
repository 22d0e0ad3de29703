import type { IncomingHttpHeaders } from 'node:http';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/**
 * The credentials of a request: `Authorization: Basic`, a header `Basic-Auth` with the same value, with or without the word
 * `Basic`, or a JSON object, or a body `{"Basic-Auth": {"username", "password"}}`. Source: interface decisions, section 3.
 *
 * @returns undefined when there are none, or none that can be read
 */
export function credentialsOf(headers: IncomingHttpHeaders, body: unknown): Credentials | undefined {
  const header = headers['basic-auth'];
  return (
    basic(headers.authorization) ??
    (typeof header === 'string'
      ? (basic(header) ?? basic(`Basic ${header}`) ?? named(parsed(header)))
      : undefined) ??
    named(memberOf(body, 'Basic-Auth'))
  );
}

/** The form of RFC 7617, in UTF-8; the password may hold colons, the name cannot. */
function basic(value: string | undefined): Credentials | undefined {
  const encoded = /^\s*basic\s+([A-Za-z0-9+/_-]+=*)\s*$/i.exec(value ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

function named(value: unknown): Credentials | undefined {
  const username = memberOf(value, 'username');
  const password = memberOf(value, 'password');
  return typeof username === 'string' && typeof password === 'string' ? { username, password } : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function parsed(text: string): unknown {
  try {
    // A header comes as Latin-1; its JSON was written in UTF-8.
    return JSON.parse(Buffer.from(text, 'latin1').toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
