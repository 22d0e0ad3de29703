import { nameKeyOf, passwordFrom } from '../domain/account/account-names';
import type { User } from '../domain/account/user';
import { Failure } from '../shared/failure';
import type { AccountViewer } from '../shared/viewer';
import type { Storage } from '../storage/storage';
import { userActor } from './audit.service';
import { LoginFailure } from './login-failure';
import type { LoginLimits } from './login-limits';
import { hashPassword, isPassword } from './password';
import type { SessionService } from './session.service';

/** Source: interface text, section 8. */
const TOKEN_MINUTES = 30;

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Network address of the client. */
  readonly address: string;
}

export interface PasswordChange {
  readonly oldPassword: string;
  readonly newPassword: string;
  /** Network address of the client. */
  readonly address: string;
}

/** A token, and whom it is for. */
export interface Login {
  readonly token: string;
  readonly user: User;
  readonly validity: string;
  readonly expiresAt: Date;
}

/** Users log in and out. */
export class LoginService {
  constructor(
    private readonly storage: Pick<Storage, 'users'>,
    private readonly sessions: SessionService,
    private readonly limits: LoginLimits,
  ) {}

  /**
   * @throws Failure LOGIN_REFUSED when the user is unknown or disabled or the password wrong, without saying which
   * @throws Failure RATE_LIMITED after too many attempts
   */
  async logIn({ username, password, address }: Credentials): Promise<Login> {
    const account = nameKeyOf(username);
    let tried: User | undefined;
    const login = await this.limits.guard({ address, account: `user:${account}` }, async () => {
      const user = (tried = await this.storage.users.findByKey(account));
      const isRight = await isPassword(user?.passwordHash, password);
      return isRight && user && !user.isDisabled ? this.open(user) : undefined;
    });
    if (login) return login;
    const refused = ['LOGIN_REFUSED', 'Forbidden'] as const;
    throw tried ? new LoginFailure(...refused, userActor(tried)) : new Failure(...refused);
  }

  /** Ends the session of the viewer's token, or all of the account's. Returns how many ended. */
  async logOut(viewer: AccountViewer, everywhere: boolean): Promise<number> {
    if (!everywhere) return Number(await this.sessions.end(viewer.sessionId));
    const kind = viewer.role === 'user' || viewer.role === 'admin' ? 'user' : 'application';
    return this.sessions.endAll({ kind, accountId: viewer.accountId });
  }

  /**
   * Changes one's own password, which ends all one's other sessions.
   *
   * @throws Failure LOGIN_REFUSED when the old password is wrong
   * @throws Failure RATE_LIMITED after too many attempts
   */
  async changePassword(
    viewer: AccountViewer,
    { oldPassword, newPassword, address }: PasswordChange,
  ): Promise<User> {
    const password = passwordFrom(newPassword);
    const account = `user:${nameKeyOf(viewer.name)}`;
    const changed = await this.limits.guard({ address, account }, async () => {
      const user = await this.storage.users.findByNumber(Number(viewer.accountId));
      if (!(await isPassword(user?.passwordHash, oldPassword)) || !user) return undefined;
      const change = { passwordHash: await hashPassword(password) };
      const { number, passwordHash } = user;
      return this.storage.users.update({ number, passwordHash }, change, {
        ends: { except: viewer.sessionId },
      });
    });
    if (!changed) throw new Failure('LOGIN_REFUSED', 'oldPassword is wrong');
    return changed;
  }

  private async open(
    user: Parameters<Storage['users']['openSession']>[0] & User,
  ): Promise<Login | undefined> {
    const { number, username, role } = user;
    const owner = { kind: 'user', accountId: String(number), name: username, role } as const;
    const { token, record } = this.sessions.prepare({ ...owner, lasts: TOKEN_MINUTES * 60 });
    if (!(await this.storage.users.openSession(user, record))) return undefined;
    return { token, user, validity: `${TOKEN_MINUTES} minutes`, expiresAt: record.expiresAt };
  }
}
