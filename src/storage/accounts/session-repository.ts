import { trusted, type ClientSession } from 'mongoose';
import type { Models } from '../models';
import type { SessionRecord } from '../records';

/** The sessions of one account that end, all or all but one. */
export interface EndedSessions {
  readonly except?: string | undefined;
}

export type AccountSessions = Pick<SessionRecord, 'kind' | 'accountId'> & EndedSessions;

/** Sessions by token. Every request with a token reads one: what is ended here is ended in every process at once. */
export class SessionRepository {
  constructor(private readonly models: Pick<Models, 'sessions'>) {}

  /** The session of a token while it lasts. */
  async find(id: string): Promise<SessionRecord | undefined> {
    const found = await this.models.sessions.findOne({ _id: id }).lean<SessionRecord>();
    const now = new Date();
    if (!found || found.expiresAt <= now) return undefined;
    return found.createdAt > now ? this.begunAnew(found, now) : found;
  }

  /** A session that was opened by a clock that was ahead lasts no longer than others: from the first look at it. */
  private async begunAnew(session: SessionRecord, createdAt: Date): Promise<SessionRecord> {
    const lasts = session.expiresAt.getTime() - session.createdAt.getTime();
    const life = { createdAt, expiresAt: new Date(createdAt.getTime() + lasts) };
    await this.models.sessions.updateOne({ _id: session._id, createdAt: session.createdAt }, { $set: life });
    return { ...session, ...life };
  }

  /** `false` when it has ended already. */
  async end(id: string): Promise<boolean> {
    return (await this.models.sessions.deleteOne({ _id: id })).deletedCount === 1;
  }

  /** @returns how many ended */
  endAll(sessions: AccountSessions): Promise<number> {
    return endSessions(this.models, sessions);
  }
}

/** Ends sessions of an account, within the transaction that is the reason for it. */
export async function endSessions(
  { sessions }: Pick<Models, 'sessions'>,
  { kind, accountId, except }: AccountSessions,
  session: ClientSession | null = null,
): Promise<number> {
  const others = except === undefined ? {} : { _id: trusted({ $ne: except }) };
  return (await sessions.deleteMany({ kind, accountId, ...others }).session(session)).deletedCount;
}
