import { trusted, type ClientSession } from 'mongoose';
import type { Models } from '../models';
import type { RefreshRecord, SessionRecord } from '../records';
import { ownerOfPrefix, rolesOfKey, usableKey } from '../../domain/account/api-key';
import type { UserRecord } from '../../domain/account/user';
import { Failure } from '../../shared/failure';
import { roleAmong, includesRole } from '../../shared/viewer';
import { currentWork, type Writer } from '../../shared/work';
import { PerTickBatch } from '../mongo/shared-reads';

/** The sessions of one account to end: all, or all but one. */
export interface EndedSessions {
  readonly except?: string | undefined;
}

export type AccountSessions = Pick<SessionRecord, 'kind' | 'accountId'> & EndedSessions;

/**
 * Sessions by token. Every request with a token reads one, so an ended session is invalid in every process immediately.
 */
export class SessionRepository {
  private readonly reads = new PerTickBatch<SessionRecord | null>();

  constructor(private readonly models: Pick<Models, 'sessions'>) {}

  /** The session of a token; `undefined` if it has expired or ended. */
  async find(id: string): Promise<SessionRecord | undefined> {
    const session = await this.reads.read(id, async () =>
      this.models.sessions.findOne({ _id: id }).lean<SessionRecord>(),
    );
    const now = new Date();
    if (!session || session.expiresAt <= now) return undefined;
    return session.createdAt > now ? this.restarted(session, now) : session;
  }

  /** A session that was created by a fast clock lasts no longer than others, counted from its first read. */
  private async restarted(session: SessionRecord, createdAt: Date): Promise<SessionRecord> {
    const lasts = session.expiresAt.getTime() - session.createdAt.getTime();
    const life = { createdAt, expiresAt: new Date(createdAt.getTime() + lasts) };
    await this.models.sessions.updateOne({ _id: session._id, createdAt: session.createdAt }, { $set: life });
    return { ...session, ...life };
  }

  /**
   * Renews a session by the refresh token with a hash, which is used up.
   *
   * @returns the session after it; `undefined` when it has ended, or the token has been used
   */
  async renew(
    id: string,
    refresh: RefreshRecord & { readonly before: string },
    expiresAt: Date,
  ): Promise<SessionRecord | undefined> {
    const renewed = await this.models.sessions
      .findOneAndUpdate(
        { _id: id, 'refresh.hash': refresh.before },
        { $set: { refresh, expiresAt } },
        { returnDocument: 'after' },
      )
      .lean<SessionRecord>();
    return renewed ?? undefined;
  }

  /** Ends a session. `false` if it had already ended. */
  async end(id: string): Promise<boolean> {
    return (await this.models.sessions.deleteOne({ _id: id })).deletedCount === 1;
  }

  /** @returns the number of ended sessions */
  endAll(sessions: AccountSessions): Promise<number> {
    return endSessions(this.models, sessions);
  }
}

/**
 * Returns the update that a second login within the same second writes to its account: a write that changes nothing causes no conflict, and the
 * session would outlive an account that is disabled at this moment.
 */
export function laterThan(lastLoginAt: Date): { readonly $set: { readonly lastLoginAt: Date } } {
  return { $set: { lastLoginAt: new Date(lastLoginAt.getTime() + 1) } };
}

/** Ends sessions of an account, in the transaction that causes it. */
export async function endSessions(
  { sessions }: Pick<Models, 'sessions'>,
  { kind, accountId, except }: AccountSessions,
  session: ClientSession | null = null,
): Promise<number> {
  const condition = except === undefined ? {} : { _id: trusted({ $ne: except }) };
  return (await sessions.deleteMany({ kind, accountId, ...condition }).session(session)).deletedCount;
}

/**
 * Refuses writes of accounts whose session has ended. Every change that removes rights from an account (disabling it,
 * another role, another password, deleting it) ends its sessions in the same transaction, and every change of its role
 * in a dictionary changes them, so the session alone decides whether the account may continue.
 * The session is read outside the transaction of the write, whose snapshot would show it as it was at the beginning.
 * It is read and not changed: otherwise two writes of one session would conflict, and a long write would delay
 * disabling its account.
 * For an API key, its user as stored now decides in the same way.
 */
export class CallerCheck {
  constructor(private readonly models: Pick<Models, 'sessions' | 'users'>) {}

  /** @throws Failure UNAUTHENTICATED when the session of the calling account has ended; FORBIDDEN when it lost its role */
  async assertCurrent(): Promise<void> {
    const writer = currentWork()?.writer;
    const refusal = writer && (await this.refusals([writer])).get(writer);
    if (refusal) throw refusal;
  }

  /** The writers who may no longer write, with their errors. */
  async refusals(writers: readonly Writer[]): Promise<ReadonlyMap<Writer, Failure>> {
    const ids = [...new Set(writers.map(({ sessionId }) => sessionId))];
    if (ids.length === 0) return new Map();
    const sessions = new Map<string, Rights>(await this.rightsOf(ids));
    return new Map(
      writers.flatMap((writer) => {
        const refusal = failureOfSession(writer, sessions.get(writer.sessionId));
        return refusal ? [[writer, refusal] as const] : [];
      }),
    );
  }

  /** Reads the current rights, by session or prefix of the API key. */
  private async rightsOf(ids: readonly string[]): Promise<(readonly [id: string, rights: Rights])[]> {
    const keys = ids.filter((id) => ownerOfPrefix(id) !== undefined);
    const sessionIds = ids.filter((id) => ownerOfPrefix(id) === undefined);
    const [sessions, owners] = await Promise.all([
      sessionIds.length === 0
        ? []
        : this.models.sessions
            .find({ _id: trusted({ $in: sessionIds }) }, { _id: 1, memberships: 1 })
            .lean<Pick<SessionRecord, '_id' | 'memberships'>[]>(),
      keys.length === 0
        ? []
        : this.models.users
            .find({ number: trusted({ $in: keys.map((prefix) => ownerOfPrefix(prefix) ?? 0) }) }, { _id: 0 })
            .lean<UserRecord[]>(),
    ]);
    const ofKeys = keys.flatMap((prefix) => {
      const user = owners.find(({ number }) => number === ownerOfPrefix(prefix));
      const key = user && usableKey(user, prefix);
      return user && key ? [[prefix, { memberships: rolesOfKey(user, key) }] as const] : [];
    });
    return [...sessions.map((session) => [session._id, session] as const), ...ofKeys];
  }
}

type Rights = Pick<SessionRecord, 'memberships'>;

function failureOfSession({ needs }: Writer, session: Rights | undefined): Failure | undefined {
  if (!session) return sessionEnded();
  if (!needs || includesRole(roleAmong(session.memberships, needs.dictionaryId), needs.role))
    return undefined;
  return new Failure('FORBIDDEN', 'You no longer have a role in the dictionary; nothing was written');
}

/** The error for a caller whose account was disabled, changed or logged out during its write. */
export function sessionEnded(): Failure {
  return new Failure('UNAUTHENTICATED', 'The session has ended; nothing was written');
}
