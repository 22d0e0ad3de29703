import type { ClientSession } from 'mongoose';
import type { ApiKeyRecord } from '../../domain/account/api-key';
import type { PasswordResetRecord, UserRecord } from '../../domain/account/user';
import type { Models } from '../models';
import type { Transact } from '../mongo/transaction';
import { PerTickBatch } from '../mongo/shared-reads';
import { endSessions } from './session-repository';
import { conflictWithRightsChanges } from './rights';

/** A link for a new password that a request presents. */
export interface UsedReset {
  readonly number: number;
  readonly hash: string;
  readonly passwordHash: string;
}

/** Credentials other than passwords: API keys and password reset links. Both are stored in their user. */
export class CredentialRepository {
  private readonly reads = new PerTickBatch<UserRecord | null>();

  constructor(
    private readonly models: Pick<Models, 'users' | 'sessions' | 'counters'>,
    private readonly transact: Transact,
  ) {}

  /** The user of an API key. Every request with an API key reads it. */
  async ownerOf(number: number): Promise<UserRecord | undefined> {
    const credentials = await this.reads.read(String(number), async () => this.read(number));
    return credentials ?? undefined;
  }

  /**
   * Replaces the keys of a user.
   *
   * @param plan computes them of the stored ones, in the transaction
   * @returns the user after the change; `undefined` when there is none
   */
  changeKeys(
    number: number,
    plan: (user: UserRecord) => readonly ApiKeyRecord[],
  ): Promise<UserRecord | undefined> {
    return this.transact(async (session) => {
      const user = await this.read(number, session);
      if (!user) return undefined;
      const apiKeys = plan(user);
      const prefixes = new Set(apiKeys.map(({ prefix }) => prefix));
      const keyUses = Object.fromEntries(
        Object.entries(user.keyUses ?? {}).filter(([prefix]) => prefixes.has(prefix)),
      );
      await this.models.users.updateOne({ number }, { $set: { apiKeys, keyUses } }, { session });
      return { ...user, apiKeys, keyUses };
    });
  }

  async noteKeyUse(number: number, prefix: string, at: Date): Promise<void> {
    await this.models.users.updateOne({ number }, { $set: { [`keyUses.${prefix}`]: at } });
  }

  /**
   * Stores a password reset link, which replaces an earlier one. `false` if the user does not exist or may not have
   * one.
   */
  setReset(
    number: number,
    passwordReset: PasswordResetRecord,
    isAllowed: (user: UserRecord, creator: UserRecord | null) => boolean,
  ): Promise<boolean> {
    return this.transact(async (session) => {
      await conflictWithRightsChanges(this.models, session);
      const user = await this.read(number, session);
      if (!user || !isAllowed(user, await this.creatorOf(passwordReset, session))) return false;
      await this.models.users.updateOne({ number }, { $set: { passwordReset } }, { session });
      return true;
    });
  }

  /**
   * Sets a password by a link, which is used up; sessions and API keys of the user end with the old password.
   *
   * @param isAllowed whether the stored link is still valid for its user and its creator
   * @returns the user; `undefined` if the link is no longer valid
   */
  useReset(
    { number, hash, passwordHash }: UsedReset,
    isAllowed: (user: UserRecord, creator: UserRecord | null) => boolean,
  ): Promise<UserRecord | undefined> {
    return this.transact(async (session) => {
      await conflictWithRightsChanges(this.models, session);
      const user = await this.read(number, session);
      if (user?.passwordReset?.hash !== hash) return undefined;
      if (!isAllowed(user, await this.creatorOf(user.passwordReset, session))) return undefined;
      const change = { passwordHash, apiKeys: [], keyUses: {}, updatedAt: new Date() };
      await this.models.users.updateOne(
        { number },
        { $set: change, $unset: { passwordReset: '' } },
        { session },
      );
      await endSessions(this.models, { kind: 'user', accountId: String(number) }, session);
      return { ...user, ...change };
    });
  }

  /** The user who created a link; `null` for an operator or a deleted user. */
  async creatorOf(
    { by }: Pick<PasswordResetRecord, 'by'>,
    session: ClientSession | null = null,
  ): Promise<UserRecord | null> {
    return by === null ? null : this.read(by, session);
  }

  private read(number: number, session: ClientSession | null = null): Promise<UserRecord | null> {
    return this.models.users.findOne({ number }, { _id: 0 }).session(session).lean<UserRecord>().exec();
  }
}
