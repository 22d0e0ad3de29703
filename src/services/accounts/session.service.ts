import { randomUUID } from 'node:crypto';
import type { AccountViewer, Role } from '../../shared/viewer';
import type { SessionRecord } from '../../storage/records';
import type { AccountSessions } from '../../storage/accounts/session-repository';
import type { Storage } from '../../storage/storage';
import type { Audience, Claims, TokenCodec } from './token-codec';

/** An account that is about to get a token. */
export interface SessionOwner {
  readonly kind: SessionRecord['kind'];
  readonly accountId: string;
  readonly name: string;
  readonly role: Role;
  /** Lifetime of its token in seconds. */
  readonly lasts: number;
}

/** A token and its session to store. Without the session the token is invalid. */
export interface NewSession {
  readonly token: string;
  readonly record: SessionRecord;
}

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
  prepare({ kind, accountId, name, role, lasts }: SessionOwner): NewSession {
    const jti = randomUUID();
    const iat = Math.floor(Date.now() / 1000);
    const exp = iat + lasts;
    const createdAt = new Date(iat * 1000);
    return {
      token: this.codec.encode({ sub: accountId, aud: AUDIENCE_OF[kind], jti, iat, exp, role }),
      record: { _id: jti, kind, accountId, name, role, createdAt, expiresAt: new Date(exp * 1000) },
    };
  }

  /** The account for which a token was signed, without a check of its session. */
  ownerOf(token: string): Pick<AccountViewer, 'role' | 'accountId'> | undefined {
    const claims = this.codec.decode(token);
    return claims && { role: claims.role, accountId: claims.sub };
  }

  /**
   * Checks a token for certain areas. Reads the session every time, so a revocation by another process takes effect
   * at once.
   */
  async inspect(token: string, audiences: readonly Audience[]): Promise<TokenState> {
    const claims = this.codec.decode(token);
    if (claims === undefined || !audiences.includes(claims.aud)) return { state: 'invalid' };
    const session = await this.storage.sessions.find(claims.jti);
    if (!session || !isOf(session, claims)) return { state: 'revoked' };
    const { accountId, name, role, memberships } = session;
    return { state: 'live', viewer: { role, accountId, name, sessionId: claims.jti, memberships } };
  }

  /** `false` when the session has already ended. */
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
