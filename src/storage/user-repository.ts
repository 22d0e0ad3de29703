import { trusted } from 'mongoose';
import type { UserRecord } from '../domain/account/user';
import { wasStored } from './database-error';
import { type KeyedReading, readKeyed } from './keyed-reading';
import type { Models } from './models';
import type { CounterRecord, SessionRecord } from './records';
import { endSessions, type EndedSessions } from './session-repository';
import type { Transact } from './transaction';

/** The counter that holds how many users there are. */
export const USER_TOTAL = 'total:users';

/** What can change in a user. */
export type UserChange = Partial<
  Pick<
    UserRecord,
    'name' | 'address' | 'foreignLanguage' | 'nativeLanguage' | 'role' | 'isDisabled' | 'passwordHash'
  >
>;

/** People who can log in. Every change of who may log in ends sessions in the same transaction. */
export class UserRepository {
  constructor(
    private readonly models: Pick<Models, 'users' | 'sessions' | 'counters'>,
    private readonly transact: Transact,
  ) {}

  async findByKey(nameKey: string): Promise<UserRecord | undefined> {
    return (await this.models.users.findOne({ nameKey }, { _id: 0 }).lean<UserRecord>()) ?? undefined;
  }

  async findByNumber(number: number): Promise<UserRecord | undefined> {
    return (await this.findMany([number]))[0];
  }

  /** Users in any order; those that do not exist are left out. */
  findMany(numbers: readonly number[]): Promise<UserRecord[]> {
    return this.models.users
      .find({ number: trusted({ $in: numbers }) }, { _id: 0 })
      .lean<UserRecord[]>()
      .exec();
  }

  async hasAdmin(): Promise<boolean> {
    return (await this.models.users.findOne({ role: 'admin' }, { _id: 1 }).lean()) !== null;
  }

  /** Users ordered by the form of their names in which these are unique. */
  read(reading: KeyedReading): Promise<UserRecord[]> {
    return readKeyed(this.models.users, { key: 'nameKey' }, reading);
  }

  async total(): Promise<number> {
    const record = await this.models.counters.findOne({ _id: USER_TOTAL }).lean<CounterRecord>();
    return record?.value ?? 0;
  }

  /** `false` when the name is taken. */
  insert(user: UserRecord): Promise<boolean> {
    return wasStored(
      this.transact(async (session) => {
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
   * @param ends the sessions that end with it, in the same transaction; none when absent
   * @param which by number, and where that matters by the password that was found right
   * @returns the user after the change; `undefined` when there is none such
   */
  update(
    which: Pick<UserRecord, 'number'> & Partial<Pick<UserRecord, 'passwordHash'>>,
    change: UserChange,
    ends?: EndedSessions,
  ): Promise<UserRecord | undefined> {
    return this.transact(async (session) => {
      const user = await this.models.users
        .findOneAndUpdate(
          { ...which },
          { $set: { ...change, updatedAt: new Date() } },
          { session, returnDocument: 'after' },
        )
        .lean<UserRecord>();
      if (user && ends)
        await endSessions(this.models, { kind: 'user', ...ends, accountId: String(which.number) }, session);
      return user ?? undefined;
    });
  }

  /**
   * Keeps the session of a login, unless the account changed since its password was verified: whoever is disabled at
   * this moment gets no token.
   */
  openSession(user: Pick<UserRecord, 'number' | 'passwordHash'>, opened: SessionRecord): Promise<boolean> {
    const { number, passwordHash } = user;
    return this.transact(async (session) => {
      const same = { number, passwordHash, isDisabled: false };
      const { matchedCount } = await this.models.users.updateOne(
        same,
        { $set: { lastLoginAt: opened.createdAt } },
        { session },
      );
      if (matchedCount === 1) await this.models.sessions.create([opened], { session });
      return matchedCount === 1;
    });
  }
}
