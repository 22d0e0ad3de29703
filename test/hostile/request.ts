import type { Random } from './random';
import type { Role, Fixture } from './world';

/** A request as it goes over the wire. */
export interface HostileRequest {
  readonly method: string;
  /** Path and query, encoded as it is to be sent; it need not be right. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Whose good token it carries. */
  readonly role: Role;
}

/** One place where input enters: a parameter of a route, a member of a body, an argument of a field. */
export interface Slot {
  readonly name: string;
  /** A request that is as it should be but for this place. */
  readonly make: (random: Random, fixture: Fixture) => HostileRequest;
}

/** Percent-encodes any text, halves of surrogate pairs included. */
export function encoded(text: string): string {
  // A half alone becomes the replacement character in UTF-8.
  return encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'));
}

export function jsonBody(value: unknown): Pick<HostileRequest, 'headers' | 'body'> {
  return { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(value)) };
}
