import { randomBytes, randomUUID } from 'node:crypto';
import type { AccountViewer, Role } from '../../shared/viewer';
import type { SessionRecord } from '../../storage/records';
import type { AccountSessions } from '../../storage/accounts/session-repository';
import type { Storage } from '../../storage/storage';
import { type Audience, type Claims, type TokenCodec, secretHash } from './token-codec';

/** An account that is about to get a token. */
export interface SessionOwner {
  readonly kind: SessionRecord['kind'];
  readonly accountId: string;
  readonly name: string;
  readonly role: Role;
  /** Lifetime of its token in seconds. */
  readonly lifetime: number;
  /** Whether the token can be renewed. */
  readonly isRefreshable?: boolean;
}

/** A refresh token, which renews a token once. */
export interface RefreshToken {
  readonly token: string;
  readonly expiresAt: Date;
}

/** A token and its session to store. Without the session the token is invalid. */
export interface NewSession {
  readonly token: string;
  readonly expiresAt: Date;
  readonly refresh?: RefreshToken | undefined;
  readonly record: SessionRecord;
}

/** The result of presenting a refresh token. Presenting one that was used before ends its session. */
export type Renewal =
  | { readonly state: 'invalid' }
  | { readonly state: 'reused'; readonly session: SessionRecord }
  | ({ readonly state: 'renewed' } & NewSession);

const HOUR_MS = 3_600_000;

/** Lifetime of a renewable session after its last renewal, and in total. Source of the second: NIST SP 800-63B, AAL1. */
const IDLE_LIFETIME_MS = 24 * HOUR_MS;
const TOTAL_LIFETIME_MS = 30 * 24 * HOUR_MS;

/**
 * Time for which a used refresh token returns the same response again, in milliseconds. Several tabs may refresh at the
 * same time, and a response may be lost.
 */
const REUSE_MS = 60_000;

/** A refresh token: the session and a secret. */
const REFRESH_TOKEN = /^([0-9a-f-]{36})\.([\w-]{43})$/;

/** The result of checking a token. A revoked token is valid except for its missing session. */
export type TokenState =
  | { readonly state: 'invalid' }
  | { readonly state: 'revoked' }
  | { readonly state: 'live'; readonly viewer: AccountViewer };

const AUDIENCE_OF: Readonly<Record<SessionRecord['kind'], Audience>> = {
  user: 'lexicon',
  application: 'chatbot',
};

/** Manages tokens and their sessions. */
export class SessionService {
  constructor(
    private readonly storage: Pick<Storage, 'sessions'>,
    private readonly codec: TokenCodec,
  ) {}

  /** Creates a token; the caller stores its session in the transaction that finds the account still enabled. */
  prepare({ kind, accountId, name, role, lifetime, isRefreshable = false }: SessionOwner): NewSession {
    const now = Math.floor(Date.now() / 1000) * 1000;
    const owner = { _id: randomUUID(), kind, accountId, name, role, createdAt: new Date(now) };
    if (!isRefreshable) {
      const record = { ...owner, expiresAt: new Date(now + lifetime * 1000) };
      return { ...this.tokenOf(record, lifetime), record };
    }
    const secret = randomBytes(32).toString('base64url');
    const refresh = { hash: secretHash(secret), rotatedAt: new Date(now) };
    const record = { ...owner, expiresAt: new Date(now + IDLE_LIFETIME_MS), refresh };
    return { ...this.tokenOf(record, lifetime), refresh: refreshTokenOf(record, secret), record };
  }

  /**
   * Renews a token. Its session continues with a new refresh token, which the server derives from the previous one and
   * its secret, so that concurrent requests with the same token get the same response. If a used refresh token is
   * presented again later, it may have been stolen, and the session ends.
   *
   * @param lifetime lifetime of the token in seconds
   */
  async renew(refreshToken: string, lifetime: number): Promise<Renewal> {
    const [, id = '', secret = ''] = REFRESH_TOKEN.exec(refreshToken) ?? [];
    const stored = id === '' ? undefined : await this.storage.sessions.find(id);
    if (!stored?.refresh) return { state: 'invalid' };
    const [hash, next] = [secretHash(secret), this.codec.seal(`griot refresh ${id} ${secret}`)];
    const renewed =
      stored.refresh.hash === hash ? await this.rotate(stored, hash, secretHash(next)) : undefined;
    const session = renewed ?? (await this.storage.sessions.find(id));
    if (!session?.refresh) return { state: 'invalid' };
    const { before, rotatedAt } = session.refresh;
    const isFresh = Math.abs(Date.now() - rotatedAt.getTime()) <= REUSE_MS;
    if (before !== hash || !isFresh) {
      await this.end(id);
      return { state: 'reused', session };
    }
    // If the secret of the server has changed since, the refresh token that was issued cannot be computed again.
    const refresh = session.refresh.hash === secretHash(next) ? refreshTokenOf(session, next) : undefined;
    return { state: 'renewed', ...this.tokenOf(session, lifetime), refresh, record: session };
  }

  private rotate(
    { _id, createdAt }: SessionRecord,
    before: string,
    hash: string,
  ): Promise<SessionRecord | undefined> {
    const now = Date.now();
    const expiresAt = new Date(Math.min(now + IDLE_LIFETIME_MS, createdAt.getTime() + TOTAL_LIFETIME_MS));
    return this.storage.sessions.renew(_id, { hash, before, rotatedAt: new Date(now) }, expiresAt);
  }

  /** The token of a session, which expires with the session at the latest. */
  private tokenOf(
    { _id: jti, kind, accountId, role, expiresAt }: SessionRecord,
    lifetime: number,
  ): Pick<NewSession, 'token' | 'expiresAt'> {
    const iat = Math.floor(Date.now() / 1000);
    const exp = Math.min(iat + lifetime, Math.floor(expiresAt.getTime() / 1000));
    const token = this.codec.encode({ sub: accountId, aud: AUDIENCE_OF[kind], jti, iat, exp, role });
    return { token, expiresAt: new Date(exp * 1000) };
  }

  /** The account for which a token was signed, without a check of its session. */
  ownerOf(token: string): Pick<AccountViewer, 'role' | 'accountId'> | undefined {
    const claims = this.codec.decode(token);
    return claims && { role: claims.role, accountId: claims.sub };
  }

  /**
   * Checks a token for certain areas. Reads the session every time, so a revocation by another process takes effect
   * immediately.
   */
  async inspect(token: string, audiences: readonly Audience[]): Promise<TokenState> {
    const claims = this.codec.decode(token);
    if (claims === undefined || !audiences.includes(claims.aud)) return { state: 'invalid' };
    const session = await this.storage.sessions.find(claims.jti);
    if (!session || !isOf(session, claims)) return { state: 'revoked' };
    const { accountId, name, role, memberships } = session;
    return { state: 'live', viewer: { role, accountId, name, sessionId: claims.jti, memberships } };
  }

  /** Ends a session; `false` if it has already ended. */
  end(sessionId: string): Promise<boolean> {
    return this.storage.sessions.end(sessionId);
  }

  /** @returns the number of ended sessions */
  endAll(sessions: AccountSessions): Promise<number> {
    return this.storage.sessions.endAll(sessions);
  }
}

function isOf({ kind, accountId, role }: SessionRecord, claims: Claims): boolean {
  return accountId === claims.sub && role === claims.role && AUDIENCE_OF[kind] === claims.aud;
}

function refreshTokenOf({ _id, expiresAt }: SessionRecord, secret: string): RefreshToken {
  return { token: `${_id}.${secret}`, expiresAt };
}
