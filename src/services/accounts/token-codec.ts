import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import { decode, sign, verify } from 'jsonwebtoken';
import type { Role } from '../../shared/viewer';

/** The area of the interface that a token is for. */
export type Audience = 'chatbot' | 'lexicon';

/** What a token says, all of it checked. Times are in seconds since 1970. */
export interface Claims {
  readonly sub: string;
  readonly aud: Audience;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
  readonly iss: string;
  readonly role: Role;
}

export interface TokenSecrets {
  /** Signs, and verifies. */
  readonly current: string;
  /** Verifies only: of tokens from before the last change of the secret. */
  readonly previous?: string | undefined;
}

const ISSUER = 'griot';
const ALGORITHM = 'HS256';
const AUDIENCES: ReadonlySet<unknown> = new Set<Audience>(['chatbot', 'lexicon']);
const ROLES: ReadonlySet<unknown> = new Set<Role>(['user', 'admin', 'application', 'platform']);

/** No token of ours is longer; what is need not be decoded. */
const LONGEST_TOKEN = 2048;

/** Writes and reads tokens (JWT). Whether a token still counts is not its business: sessions know. */
export class TokenCodec {
  private keys: Keys | undefined;

  /** @param secretsOf asked when the first token is met: commands that meet none need no secret */
  constructor(private readonly secretsOf: () => TokenSecrets) {}

  encode(claims: Omit<Claims, 'iss'>): string {
    const { keyId, secret } = this.ring.current;
    return sign({ ...claims, iss: ISSUER }, secret, { algorithm: ALGORITHM, keyid: keyId });
  }

  /** The claims of a token that one of our secrets has signed; `undefined` for anything else, and for what has expired. */
  decode(token: string): Claims | undefined {
    if (token.length > LONGEST_TOKEN) return undefined;
    const secret = this.ring.secrets.get(keyIdIn(token) ?? '');
    if (secret === undefined) return undefined;
    try {
      return claimsIn(verify(token, secret, { algorithms: [ALGORITHM], issuer: ISSUER }));
    } catch {
      // The library says by an error that a token is not good; which of its many flaws it has is nobody's business.
      return undefined;
    }
  }

  private get ring(): Keys {
    return (this.keys ??= keysOf(this.secretsOf()));
  }
}

interface Keys {
  readonly current: { readonly keyId: string; readonly secret: KeyObject };
  readonly secrets: ReadonlyMap<string, KeyObject>;
}

function keysOf({ current, previous }: TokenSecrets): Keys {
  const keyId = keyIdOf(current);
  const secret = keyOf(current);
  const old = previous === undefined ? [] : [[keyIdOf(previous), keyOf(previous)] as const];
  return { current: { keyId, secret }, secrets: new Map([...old, [keyId, secret]]) };
}

/** The library would take a text for a public key first, each time: half a millisecond for every request with a token. */
function keyOf(secret: string): KeyObject {
  return createSecretKey(secret, 'utf8');
}

/** Tells secrets apart without telling them. */
function keyIdOf(secret: string): string {
  return createHash('sha256').update(`griot key ${secret}`).digest('base64url').slice(0, 12);
}

function keyIdIn(token: string): string | undefined {
  try {
    return decode(token, { complete: true })?.header.kid;
  } catch {
    return undefined;
  }
}

/** The library accepts tokens without most of these. */
function claimsIn(value: unknown): Claims | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { sub, aud, jti, iat, exp, role } = value as Partial<Record<keyof Claims, unknown>>;
  const isWhole =
    [sub, jti].every((text) => typeof text === 'string' && text !== '') &&
    [iat, exp].every((time) => Number.isSafeInteger(time)) &&
    AUDIENCES.has(aud) &&
    ROLES.has(role);
  return isWhole ? (value as Claims) : undefined;
}
