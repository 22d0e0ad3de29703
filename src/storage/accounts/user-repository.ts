import { trusted, type ClientSession } from 'mongoose';
import type { KnownNetwork } from '../../domain/account/known-networks';
import type { UserRecord } from '../../domain/account/user';
import { Failure } from '../../shared/failure';
import type { Membership } from '../../shared/viewer';
import { DuplicateValueError, wasStored } from '../mongo/database-error';
import { type KeyRange, type RangeQuery, readKeyed } from '../lists/keyed-list';
import type { Models } from '../models';
import type { Bounded } from '../../shared/paging';
import { containing, countNarrowed, type NarrowedList, readNarrowed } from '../lists/narrowed-list';
import type { CounterRecord, SessionRecord } from '../records';
import { endSessions, type EndedSessions, laterThan } from './session-repository';
import type { Transact } from '../mongo/transaction';
import { conflictWithRightsChanges, setMemberships } from './rights';

/** The counter of users. */
export const USER_TOTAL = 'total:users';

/**
 * The counter that every assignment of a username increments, so that two look-alike names cannot be assigned
 * concurrently.
 */
const NAME_ASSIGNMENTS = 'namings:users';

/** Filter of users; all by default. */
export interface UserScope extends Partial<Pick<UserRecord, 'role' | 'isDisabled'>> {
  /** Contained in the username, the name or the address, ignoring case. */
  readonly containing?: string | undefined;
}

/** The fields of a user that can change. */
export type UserChange = Partial<
  Pick<
    UserRecord,
    | ('name' | 'address' | 'foreignLanguage' | 'nativeLanguage' | 'role' | 'isDisabled' | 'passwordHash')
    | ('apiKeys' | 'ownersMayResetPassword')
  >
>;

/** People who can log in. Every change of the right to log in ends sessions in the same transaction. */
export class UserRepository {
  constructor(
    private readonly models: Pick<Models, 'users' | 'sessions' | 'counters' | 'comments' | 'dictionaries'>,
    private readonly transact: Transact,
  ) {}

  async findByKey(nameKey: string): Promise<UserRecord | undefined> {
    return (await this.models.users.findOne({ nameKey }, { _id: 0 }).lean<UserRecord>()) ?? undefined;
  }

  async findByNumber(number: number): Promise<UserRecord | undefined> {
    return (await this.findMany([number]))[0];
  }

  /** Users in any order; missing ones are omitted. */
  findMany(numbers: readonly number[]): Promise<UserRecord[]> {
    return this.models.users
      .find({ number: trusted({ $in: numbers }) }, { _id: 0 })
      .lean<UserRecord[]>()
      .exec();
  }

  async hasAdmin(): Promise<boolean> {
    return (await this.models.users.findOne({ role: 'admin' }, { _id: 1 }).lean()) !== null;
  }

  /** Users ordered by the unique form of their names. */
  read(scope: UserScope, query: RangeQuery): Promise<Bounded<UserRecord>> {
    return readNarrowed(this.models.users, userList(scope), query);
  }

  /** Counts users in an index; `null` if there are more than the maximum that is counted. */
  count(scope: UserScope, range: KeyRange): Promise<number | null> {
    return countNarrowed(this.models.users, userList(scope), range);
  }

  /** Members of a dictionary, ordered by the unique form of their names. */
  members(dictionaryId: string, query: RangeQuery): Promise<UserRecord[]> {
    return readKeyed(this.models.users, { key: 'nameKey', filter: membersFilter(dictionaryId) }, query);
  }

  countMembers(dictionaryId: string): Promise<number | null> {
    return countNarrowed(this.models.users, { key: 'nameKey', leads: [membersFilter(dictionaryId)] });
  }

  async total(): Promise<number> {
    const record = await this.models.counters.findOne({ _id: USER_TOTAL }).lean<CounterRecord>();
    return record?.value ?? 0;
  }

  /**
   * @param by number of the admin who creates the user; none at start and in commands
   * @returns `false` when the name is taken or looks the same as an existing one
   * @throws Failure FORBIDDEN when the caller is no longer an admin
   */
  insert(user: UserRecord, by?: number): Promise<boolean> {
    return wasStored(
      this.transact(async (session) => {
        if (by !== undefined) await this.assertAdmin(by, session);
        await this.claimName(user, session);
        await this.models.users.create([user], { session });
        await this.models.counters.updateOne(
          { _id: USER_TOTAL },
          { $inc: { value: 1 } },
          { session, upsert: true },
        );
      }),
    );
  }

  /**
   * Changes a user.
   *
   * @param filter by number, and if necessary by the password hash that was verified
   * @param change a change of role or `isDisabled` is a change of rights, which conflicts with others
   * @param ends the sessions that end in the same transaction; none by default
   * @returns the user after the change; `undefined` when there is no such user
   * @throws Failure FORBIDDEN when the caller is no longer an admin
   */
  update(
    filter: Pick<UserRecord, 'number'> & Partial<Pick<UserRecord, 'passwordHash'>>,
    change: UserChange,
    { by, ends }: { readonly by?: number; readonly ends?: EndedSessions } = {},
  ): Promise<UserRecord | undefined> {
    return this.transact(async (session) => {
      if (by !== undefined) await this.assertAdmin(by, session);
      const user = await this.models.users
        .findOneAndUpdate(
          { ...filter },
          {
            $set: { ...change, updatedAt: new Date() },
            // A write that ends sessions also invalidates the password reset link.
            ...(ends && { $unset: { passwordReset: '' } }),
          },
          { session, returnDocument: 'after' },
        )
        .lean<UserRecord>();
      if (user && ends)
        await endSessions(this.models, { kind: 'user', ...ends, accountId: String(filter.number) }, session);
      return user ?? undefined;
    });
  }

  /**
   * Changes the memberships of a user, also in all sessions of the user.
   *
   * @param plan computes them of the stored ones and the members of the dictionary, in the transaction
   * @returns the user after the change; `undefined` when there is no such user or dictionary
   */
  changeMemberships(
    number: number,
    dictionaryId: string,
    plan: (user: UserRecord, members: readonly UserRecord[]) => readonly Membership[],
  ): Promise<UserRecord | undefined> {
    const { users, dictionaries } = this.models;
    return this.transact(async (session) => {
      await conflictWithRightsChanges(this.models, session);
      if (!(await dictionaries.findOne({ dictionaryId }, { _id: 1 }).session(session).lean()))
        return undefined;
      const user = await users.findOne({ number }, { _id: 0 }).session(session).lean<UserRecord>();
      if (!user) return undefined;
      const members = await users
        .find(membersFilter(dictionaryId), { _id: 0 })
        .session(session)
        .lean<UserRecord[]>();
      return setMemberships(this.models, { user, memberships: plan(user, members) }, session);
    });
  }

  /**
   * Removes all personal data of a user, also from comments, and ends all sessions.
   *
   * @param nobody the replacement: a neutral name and an unknown password
   * @returns the remaining user; `undefined` when there is no such user
   */
  async erase(
    number: number,
    nobody: Pick<UserRecord, 'username' | 'nameKey' | 'skeleton' | 'passwordHash'>,
  ): Promise<UserRecord | undefined> {
    const details = { name: null, address: null, foreignLanguage: null, nativeLanguage: null };
    return this.transact(async (session) => {
      const user = await this.models.users
        .findOneAndUpdate(
          { number },
          {
            $set: {
              ...nobody,
              ...details,
              memberships: [],
              memberOf: [],
              apiKeys: [],
              keyUses: {},
              isDisabled: true,
              updatedAt: new Date(),
            },
            $unset: { passwordReset: '' },
          },
          { session, returnDocument: 'after' },
        )
        .lean<UserRecord>();
      await this.anonymiseAndSignOut(number, nobody.username, session);
      return user ?? undefined;
    });
  }

  /**
   * Deletes a user and ends all sessions. Comments remain.
   *
   * @param username replaces the name on the comments
   * @param by number of the admin who deletes the user; without it, only a user who is not an admin is deleted
   * @returns `false` if the user no longer exists
   * @throws Failure FORBIDDEN when the caller is no longer an admin
   */
  remove(
    number: number,
    { username, by }: { readonly username: string; readonly by?: number | undefined },
  ): Promise<boolean> {
    const filter = { number, ...(by === undefined ? { role: 'user' as const } : {}) };
    return this.transact(async (session) => {
      if (by !== undefined) await this.assertAdmin(by, session);
      const { deletedCount } = await this.models.users.deleteOne(filter, { session });
      if (deletedCount === 0) return false;
      await this.models.counters.updateOne({ _id: USER_TOTAL }, { $inc: { value: -1 } }, { session });
      await this.anonymiseAndSignOut(number, username, session);
      return true;
    });
  }

  /** Replaces the name on the comments of a user, and ends all sessions. */
  private async anonymiseAndSignOut(number: number, username: string, session: ClientSession): Promise<void> {
    const nobody = { $set: { username, avatar: null } };
    await this.models.comments.updateMany({ userNumber: number }, nobody, { session });
    await endSessions(this.models, { kind: 'user', accountId: String(number) }, session);
  }

  /** @throws DuplicateValueError when another user's name looks the same */
  private async claimName({ skeleton }: UserRecord, session: ClientSession): Promise<void> {
    const { counters, users } = this.models;
    await counters.updateOne({ _id: NAME_ASSIGNMENTS }, { $inc: { value: 1 } }, { session, upsert: true });
    if (await users.findOne({ skeleton }, { _id: 1 }).session(session).lean())
      throw new DuplicateValueError('another user has this name');
  }

  /**
   * Checks that the calling user is still an admin. Of two admins who remove each other's rights concurrently, one is
   * refused.
   */
  private async assertAdmin(number: number, session: ClientSession): Promise<void> {
    await conflictWithRightsChanges(this.models, session);
    const admin = { number, role: 'admin', isDisabled: false } as const;
    if (await this.models.users.findOne(admin, { _id: 1 }).session(session).lean()) return;
    throw new Failure('FORBIDDEN', 'Only an admin can create users, change a role or disable a user');
  }

  /**
   * Stores the session of a login, unless the account changed since its password was verified: a user who is disabled
   * at this moment gets no token, and one who gets another role no token with the old role.
   *
   * @param knownNetworks the networks of the account from now on
   */
  openSession(
    user: Pick<UserRecord, 'number' | 'passwordHash' | 'role'>,
    opened: SessionRecord,
    knownNetworks?: readonly KnownNetwork[],
  ): Promise<boolean> {
    const { number, passwordHash, role } = user;
    return this.transact(async (session) => {
      const same = { number, passwordHash, role, isDisabled: false };
      const change = { lastLoginAt: opened.createdAt, ...(knownNetworks && { knownNetworks }) };
      const users = await this.models.users
        .findOneAndUpdate(same, { $set: change }, { session })
        .lean<UserRecord & { readonly lastLoginAt?: Date }>();
      if (users?.lastLoginAt?.getTime() === opened.createdAt.getTime())
        await this.models.users.updateOne(same, laterThan(opened.createdAt), { session });
      const memberships = users?.memberships ?? [];
      if (users) await this.models.sessions.create([{ ...opened, memberships }], { session });
      return users !== null;
    });
  }
}

function userList({ containing: text, ...lead }: UserScope): NarrowedList {
  const conditions = text === undefined ? undefined : containing(['username', 'name', 'address'], text);
  return { key: 'nameKey', leads: [lead], conditions };
}

function membersFilter(dictionaryId: string): Readonly<Record<string, string>> {
  return { memberOf: dictionaryId };
}
