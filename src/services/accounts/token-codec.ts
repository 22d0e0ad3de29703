import { createHash, createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { decode, sign, verify } from 'jsonwebtoken';
import type { Role } from '../../shared/viewer';

/** The area of the interface that a token is for. */
export type Audience = 'chatbot' | 'lexicon';

/** The claims of a token, all verified. Times are in seconds since 1970. */
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
  /** Signs and verifies tokens. */
  readonly current: string;
  /** Verifies tokens that were signed before the last change of the secret. */
  readonly previous?: string | undefined;
}

const ISSUER = 'griot';
const ALGORITHM = 'HS256';
const AUDIENCES: ReadonlySet<unknown> = new Set<Audience>(['chatbot', 'lexicon']);
const TOKEN_ROLES: ReadonlySet<unknown> = new Set<Role>(['user', 'admin', 'application', 'platform']);

/** Longest token that is decoded, in characters. The server issues no longer ones. */
const MAX_TOKEN_LENGTH = 2048;

/** Writes and reads tokens (JWT). Sessions decide whether a token is still valid. */
export class TokenCodec {
  private keys: Keys | undefined;

  /** @param secretsOf called for the first token: commands without tokens need no secret */
  constructor(private readonly secretsOf: () => TokenSecrets) {}

  encode(claims: Omit<Claims, 'iss'>): string {
    const { keyId, secret } = this.ring.current;
    return sign({ ...claims, iss: ISSUER }, secret, { algorithm: ALGORITHM, keyid: keyId });
  }

  /**
   * The claims of a token that was signed with a secret of this server; `undefined` for any other or an expired token.
   */
  decode(token: string): Claims | undefined {
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    const secret = this.ring.secrets.get(keyIdIn(token) ?? '');
    if (secret === undefined) return undefined;
    try {
      return claimsIn(verify(token, secret, { algorithms: [ALGORITHM], issuer: ISSUER }));
    } catch {
      // The library throws various errors for invalid tokens; all mean the same.
      return undefined;
    }
  }

  /** A keyed digest (HMAC) of a text: 43 characters of base64url. */
  seal(text: string): string {
    return sealWith(this.ring.current.secret, text);
  }

  /** Whether `beginning` is a prefix of the keyed digest of a text, with the current or the previous secret. */
  isSeal(text: string, beginning: string): boolean {
    const received = Buffer.from(beginning);
    return [...this.ring.secrets.values()].some((secret) => {
      const expected = Buffer.from(sealWith(secret, text)).subarray(0, received.length);
      return expected.length === received.length && timingSafeEqual(expected, received);
    });
  }

  private get ring(): Keys {
    return (this.keys ??= signingKeysOf(this.secretsOf()));
  }
}

interface Keys {
  readonly current: { readonly keyId: string; readonly secret: KeyObject };
  readonly secrets: ReadonlyMap<string, KeyObject>;
}

function signingKeysOf({ current, previous }: TokenSecrets): Keys {
  const keyId = keyIdOf(current);
  const secret = secretKeyOf(current);
  const old = previous === undefined ? [] : [[keyIdOf(previous), secretKeyOf(previous)] as const];
  return { current: { keyId, secret }, secrets: new Map([...old, [keyId, secret]]) };
}

function sealWith(secret: KeyObject, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/**
 * The secret as a key object. The library would first parse a string as a public key, each time: half a millisecond per
 * request with a token.
 */
function secretKeyOf(secret: string): KeyObject {
  return createSecretKey(secret, 'utf8');
}

/** Identifies a secret without revealing it. */
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

/** The claims in a decoded token; `undefined` if one is missing. The library accepts tokens without most of them. */
function claimsIn(value: unknown): Claims | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { sub, aud, jti, iat, exp, role } = value as Partial<Record<keyof Claims, unknown>>;
  const isWhole =
    [sub, jti].every((text) => typeof text === 'string' && text !== '') &&
    [iat, exp].every((time) => Number.isSafeInteger(time)) &&
    AUDIENCES.has(aud) &&
    TOKEN_ROLES.has(role);
  return isWhole ? (value as Claims) : undefined;
}

/**
 * The stored form of a secret that this server issued: SHA-256 in base64url. Secrets of 32 random bytes need no slow
 * hash.
 */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
